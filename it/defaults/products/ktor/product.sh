product="Ktor (Netty, Dispatchers.IO)"
kind="Java server"
command="java -cp 'target/classes:target/lib/*' AppKt 8080"
request="--in-flight=/slow"
number=64
limit="server-threads|concurrency-limit|application-pool"
setting="kotlinx.coroutines.io.parallelism (64, or the number of processors if that is more)"
source="https://kotlinlang.org/api/kotlinx.coroutines/kotlinx-coroutines-core/kotlinx.coroutines/-dispatchers/-i-o.html"

install() { java_program; }
version() { maven_version ktor-server-netty-jvm; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" AppKt "$PORT"; }
