product="Spring Boot with RestClient and Apache HttpClient"
kind="Java library"
command="java -jar app.jar"
request="--in-flight=/slow"
number=5
limit="application-pool"
setting="setMaxConnPerRoute of PoolingHttpClientConnectionManagerBuilder (5)"
source="https://github.com/apache/httpcomponents-client/blob/master/httpclient5/src/main/java/org/apache/hc/client5/http/impl/io/PoolingHttpClientConnectionManager.java"

install() { boot_app; }
version() { printf '%s\n' "$(boot_version), HttpClient $(boot_version httpclient5)"; }
start() {
    slow_backend "$BACK_PORT"
    boot_start --prices="http://127.0.0.1:$BACK_PORT/"
}
