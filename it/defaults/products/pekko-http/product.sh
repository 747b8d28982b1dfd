product="Pekko HTTP"
kind="Java server"
command="java -cp 'target/classes:target/lib/*' App 8080"
request="--get=/"
number=1024
limit="max-connections|accepts no more|not accepted"
setting="pekko.http.server.max-connections (1024)"
source="https://pekko.apache.org/docs/pekko-http/current/configuration.html"

install() { java_program; }
version() { maven_version pekko-http_2.13; }
start() { exec "$(jdk)/bin/java" -cp "target/classes:target/lib/*" App "$PORT"; }
