product="Commons DBCP 2"
kind="Java library"
command="java -cp 'target/classes:target/lib/*' App 8080"
request="--in-flight=/slow"
number=8
limit="application-pool|concurrency-limit"
setting="BasicDataSource.maxTotal (8)"
source="https://commons.apache.org/proper/commons-dbcp/configuration.html"

install() { java_program; }
version() { maven_version commons-dbcp2; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT"; }
