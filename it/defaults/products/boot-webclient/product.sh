product="Spring Boot with WebClient and Reactor Netty"
kind="Java library"
command="java -jar app.jar"
request="--in-flight=/slow"
number=500
limit="application-pool|concurrency-limit"
setting="maxConnections of ConnectionProvider (500 a remote address)"
source="https://projectreactor.io/docs/netty/release/reference/http-client.html"

install() { boot_app; }
version() { printf '%s\n' "$(boot_version), Reactor Netty $(boot_version reactor-netty-http)"; }
start() {
    slow_backend "$BACK_PORT"
    boot_start --prices="http://127.0.0.1:$BACK_PORT/"
}
