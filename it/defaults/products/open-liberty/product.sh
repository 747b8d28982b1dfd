product="Open Liberty"
kind="Java server"
command="bin/server run"
request="--in-flight=/app/slow"
number=
limit="server-threads|concurrency-limit"
setting="executor maxThreads (unbounded, tuned by the server)"
source="https://openliberty.io/docs/latest/thread-pool-tuning.html"

release=26.0.0.3

install() {
    maven_zip io.openliberty:openliberty-runtime:$release:zip openliberty-$release
    slow_war
}

version() { printf '%s\n' $release; }

start() {
    local home="$WORK/openliberty-$release/wlp"
    rm -rf usr
    mkdir -p usr/servers/defaultServer/dropins
    cp app.war usr/servers/defaultServer/dropins/
    cat > usr/servers/defaultServer/server.xml <<EOF
<server>
    <featureManager>
        <feature>servlet-6.0</feature>
    </featureManager>
    <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="$PORT" httpsPort="-1"/>
</server>
EOF
    export JAVA_HOME="$(jdk)" WLP_USER_DIR="$WORK/usr"
    exec bash "$home/bin/server" run defaultServer
}
