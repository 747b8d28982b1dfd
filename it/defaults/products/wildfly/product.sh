product="WildFly"
kind="Java server"
command="bin/standalone.sh"
request="--in-flight=/app/slow"
number=$((16 * $(nproc)))
limit="server-threads.*task-max-threads"
setting="task-max-threads of the io worker (16 a processor)"
source="https://docs.wildfly.org/38/feature-pack/doc/reference/subsystem/io/worker/index.html"

release=39.0.1.Final

install() {
    maven_zip org.wildfly:wildfly-dist:$release:zip wildfly-$release
    slow_war
}

version() { printf '%s\n' $release; }

start() {
    local home="$WORK/wildfly-$release/wildfly-$release"
    rm -rf base
    cp -r "$home/standalone" base
    cp app.war base/deployments/
    export JAVA_HOME="$(jdk)"
    exec bash "$home/bin/standalone.sh" -Djboss.server.base.dir="$WORK/base" -Djboss.bind.address=127.0.0.1 -Djboss.http.port="$PORT" \
        -Djboss.https.port=$((PORT + 1)) -Djboss.management.http.port=$((PORT + 2))
}
