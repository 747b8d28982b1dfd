product="Helidon SE"
kind="Java server"
command="java -cp 'target/classes:target/lib/*' App 8080"
request="--in-flight=/slow"
number=
limit="server-cpu|load-cpu|host-cpu|file-descriptors|ephemeral-ports"
setting="none: one virtual thread for each request; max-tcp-connections and max-concurrent-requests (-1, unlimited)"
source="https://helidon.io/docs/latest/config/io.helidon.webserver.webserver"

install() { java_program; }
version() { maven_version helidon-webserver; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT"; }
