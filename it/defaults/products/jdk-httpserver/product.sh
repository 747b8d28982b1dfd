product="JDK HttpServer"
kind="Java server"
command="java -cp target/classes App 8080"
request="--in-flight=/slow"
number=1
limit="server-threads|concurrency-limit|application-pool|one after another|serial"
setting="HttpServer.setExecutor (none: the thread that start() created)"
source="https://docs.oracle.com/en/java/javase/25/docs/api/jdk.httpserver/com/sun/net/httpserver/HttpServer.html"

install() { java_program; }
version() { "$(jdk)/bin/java" --version | sed -n '1s/^[^ ]* \([^ ]*\).*/\1/p'; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT"; }
