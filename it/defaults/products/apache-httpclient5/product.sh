product="Apache HttpClient 5"
kind="Java library"
command="java -cp 'target/classes:target/lib/*' App 8080 http://127.0.0.1:8081/"
request="--in-flight=/slow"
number=5
limit="application-pool|concurrency-limit"
setting="PoolingHttpClientConnectionManager.defaultMaxPerRoute (5), maxTotal (25)"
source="https://github.com/apache/httpcomponents-client/blob/master/httpclient5/src/main/java/org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager.java"

install() { java_program; }
version() { maven_version httpclient5; }
start() {
    slow_backend "$BACK_PORT"
    exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT" "http://127.0.0.1:$BACK_PORT/"
}
