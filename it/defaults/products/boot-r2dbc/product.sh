product="Spring Boot with R2DBC"
kind="Java library"
command="java -jar app.jar"
request="--in-flight=/slow"
number=10
limit="application-pool|concurrency-limit"
setting="spring.r2dbc.pool.max-size (10)"
source="https://docs.spring.io/spring-boot/appendix/application-properties/index.html"

install() { boot_app; }
version() { printf '%s\n' "$(boot_version), r2dbc-pool $(boot_version r2dbc-pool)"; }
start() { boot_start; }
