product="Quarkus REST"
kind="Java server"
command="java -jar target/quarkus-app/quarkus-run.jar"
request="--in-flight=/slow"
number=$(n=$((8 * $(nproc))); echo $((n > 200 ? n : 200)))
limit="server-threads|concurrency-limit|application-pool"
setting="quarkus.thread-pool.max-threads (200, or 8 for each processor if that is more)"
source="https://quarkus.io/guides/all-config#quarkus-core_quarkus-thread-pool-max-threads"

install() { java_program; }
version() { maven_version quarkus-rest; }
start() {
    exec "$(jdk)/bin/java" -Dquarkus.http.host=127.0.0.1 -Dquarkus.http.port="$PORT" -jar target/quarkus-app/quarkus-run.jar
}
