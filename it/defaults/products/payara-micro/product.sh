product="Payara Micro"
kind="Java server"
command="java -jar payara-micro.jar --noHazelcast --deploy app.war"
request="--in-flight=/app/slow"
number=200
limit="server-threads.*max-thread-pool-size"
setting="max-thread-pool-size of http-thread-pool, --maxHttpThreads (200)"
source="https://github.com/payara/Payara/blob/6bf6b6b7a1bc56a20b7fb78776f7a12292b2b41e/appserver/extras/payara-micro/payara-micro-boot/src/main/resources/MICRO-INF/domain/domain.xml"

release=7.2026.11

install() {
    maven_file fish.payara.extras:payara-micro:$release "$WORK/payara-micro-$release.jar"
    slow_war
}

version() { printf '%s\n' $release; }

start() {
    rm -rf root
    echo "set configs.config.server-config.network-config.network-listeners.network-listener.http-listener.address=127.0.0.1" > address.txt
    exec "$(jdk)/bin/java" -jar payara-micro-$release.jar --noHazelcast --rootDir "$WORK/root" --preBootCommandFile address.txt \
        --port "$PORT" --deploy app.war
}
