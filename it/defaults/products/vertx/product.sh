product="Vert.x"
kind="Java server"
command="java -cp 'target/classes:target/lib/*' App 8080"
request="--in-flight=/slow"
number=20
limit="server-threads|concurrency-limit|application-pool"
setting="VertxOptions.workerPoolSize (20)"
source="https://vertx.io/docs/apidocs/io/vertx/core/VertxOptions.html"

install() { java_program; }
version() { maven_version vertx-core; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT"; }
