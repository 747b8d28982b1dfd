product="Spring Boot with @Async"
kind="Java library"
command="java -jar app.jar"
request="--in-flight=/slow"
number=8
limit="application-pool|concurrency-limit"
setting="spring.task.execution.pool.core-size (8)"
source="https://docs.spring.io/spring-boot/reference/features/task-execution-and-scheduling.html"

install() { boot_app; }
version() { boot_version; }
start() { boot_start; }
