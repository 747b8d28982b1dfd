product="Armeria"
kind="Java server"
command="java -cp 'target/classes:target/lib/*' App 8080"
request="--in-flight=/slow"
number=200
limit="server-threads|concurrency-limit|application-pool"
setting="com.linecorp.armeria.numCommonBlockingTaskThreads (200)"
source="https://github.com/line/armeria/blob/main/core/src/main/java/com/linecorp/armeria/common/DefaultFlagsProvider.java"

install() { java_program; }
version() { maven_version armeria; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT"; }
