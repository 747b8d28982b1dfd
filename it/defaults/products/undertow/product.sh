product="Undertow"
kind="Java library"
command="Undertow.builder().addHttpListener(8080, \"127.0.0.1\").setHandler(new BlockingHandler(handler)).build().start()"
request="--in-flight=/slow"
number=$(($(nproc) > 2 ? 8 * $(nproc) : 16))
limit="server-threads.*worker threads"
setting="setWorkerThreads (8 a processor, at least 16)"
source="https://github.com/undertow-io/undertow/blob/2.4.4.Final/core/src/main/java/io/undertow/Undertow.java"

install() { java_program; }
version() { maven_version undertow-core; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" Server "$PORT"; }
