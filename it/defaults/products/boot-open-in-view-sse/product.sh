product="Spring Boot with JPA and server-sent events"
kind="Java library"
command="java -jar app.jar"
request="--sse=/events"
number=10
limit="application-pool"
setting="spring.jpa.open-in-view (true), spring.datasource.hikari.maximum-pool-size (10)"
source="https://docs.spring.io/spring-boot/appendix/application-properties/index.html"

install() { boot_app; }
version() { boot_version; }
start() { boot_start; }
