product="Spring Boot with Tomcat"
kind="Java server"
command="java -jar app.jar"
request="--in-flight=/slow"
number=200
limit="server-threads"
setting="server.tomcat.threads.max (200)"
source="https://docs.spring.io/spring-boot/appendix/application-properties/index.html"

install() { boot_app; }
version() { boot_version; }
start() { boot_start; }
