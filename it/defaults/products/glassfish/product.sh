product="Eclipse GlassFish"
kind="Java server"
command="bin/asadmin start-domain --verbose"
request="--in-flight=/app/slow"
number=5
limit="server-threads.*max-thread-pool-size"
setting="max-thread-pool-size of http-thread-pool (5)"
source="https://github.com/eclipse-ee4j/glassfish/blob/5d1c8532be98513ca490a0d1ef25ec97da086606/nucleus/grizzly/config/src/main/java/org/glassfish/grizzly/config/dom/ThreadPool.java"

release=7.0.21

install() {
    maven_zip org.glassfish.main.distributions:glassfish:$release:zip glassfish-$release
    slow_war
}

version() { printf '%s\n' $release; }

start() {
    local home="$WORK/glassfish-$release/glassfish7" ports=(8080 8181 4848 8686 3700 3820 3920) i
    rm -rf domains
    cp -r "$home/glassfish/domains" .
    sed -i 's/0\.0\.0\.0/127.0.0.1/; s/<network-listener port/<network-listener address="127.0.0.1" port/
        s/<network-listener .*"8080"/& enabled="false"/
        0,/<admin-service/s//<jms-service type="REMOTE" default-jms-host="jms"><jms-host name="jms" host="127.0.0.1"\/><\/jms-service>&/' \
        domains/domain1/config/domain.xml
    for i in "${!ports[@]}"; do sed -i "s/\"${ports[i]}\"/\"$((PORT + i))\"/" domains/domain1/config/domain.xml; done
    export JDK_JAVA_OPTIONS="-Duser.home=$WORK"
    bash "$home/bin/asadmin" start-domain --verbose --domaindir "$WORK/domains" domain1 &
    until bash "$home/bin/asadmin" --port $((PORT + 2)) deploy app.war; do sleep 1; done
    bash "$home/bin/asadmin" --port $((PORT + 2)) set server.network-config.network-listeners.network-listener.http-listener-1.enabled=true
    wait
}
