product="OkHttp"
kind="Java library"
command="java -cp 'target/classes:target/lib/*' App 8080 http://127.0.0.1:8081/"
request="--in-flight=/slow"
number=5
limit="application-pool|concurrency-limit"
setting="Dispatcher.maxRequestsPerHost (5), maxRequests (64), of asynchronous calls"
source="https://github.com/square/okhttp/blob/master/okhttp/src/commonJvmAndroid/kotlin/okhttp3/Dispatcher.kt"

install() { java_program; }
version() { maven_version okhttp-jvm; }
start() {
    slow_backend "$BACK_PORT"
    exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT" "http://127.0.0.1:$BACK_PORT/"
}
