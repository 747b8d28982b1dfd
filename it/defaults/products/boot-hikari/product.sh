product="Spring Boot with JDBC and HikariCP"
kind="Java library"
command="java -jar app.jar"
request="--in-flight=/slow"
number=10
limit="application-pool"
setting="spring.datasource.hikari.maximum-pool-size (10)"
source="https://github.com/brettwooldridge/HikariCP#gear-configuration-knobs-baby"

install() { boot_app; }
version() { printf '%s\n' "$(boot_version), HikariCP $(boot_version HikariCP)"; }
start() { boot_start; }
