product="Spring Boot with Undertow"
kind="Java server"
command="java -jar app.jar"
request="--in-flight=/slow"
number=$(($(nproc) > 2 ? 8 * $(nproc) : 16))
limit="server-threads"
setting="server.undertow.threads.worker (8 a processor, at least 16)"
source="https://docs.spring.io/spring-boot/3.5/appendix/application-properties/index.html"

install() { boot_app; }
version() { boot_version; }
start() { boot_start; }
