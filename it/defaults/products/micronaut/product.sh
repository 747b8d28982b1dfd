product="Micronaut"
kind="Java server"
command="java -cp 'target/classes:target/lib/*' app.App"
request="--in-flight=/slow"
number=
limit="server-cpu|load-cpu|host-cpu|file-descriptors|ephemeral-ports"
setting="none: micronaut.executors.blocking has a virtual thread for each request"
source="https://docs.micronaut.io/latest/api/io/micronaut/scheduling/TaskExecutors.html"

install() { java_program; }
version() { maven_version micronaut-http-server-netty; }
start() { MICRONAUT_SERVER_HOST=127.0.0.1 MICRONAUT_SERVER_PORT="$PORT" exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" app.App; }
