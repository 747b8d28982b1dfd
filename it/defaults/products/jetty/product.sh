product="Jetty"
kind="Java server"
command="java -jar start.jar --add-modules=http,ee11-deploy,ee11-annotations && java -jar start.jar"
request="--in-flight=/app/slow"
number=200
limit="server-threads"
setting="jetty.threadPool.maxThreads (200)"
source="https://github.com/jetty/jetty.project/blob/jetty-12.1.x/jetty-core/jetty-server/src/main/config/modules/threadpool.mod"

release=12.1.12

install() {
    maven_zip org.eclipse.jetty:jetty-home:$release:zip jetty-$release
    slow_war
}

version() { printf '%s\n' $release; }

start() {
    local home="$WORK/jetty-$release/jetty-home-$release" java
    java="$(jdk)/bin/java"
    rm -rf base
    mkdir base
    cd base
    "$java" -jar "$home/start.jar" --add-modules=http,ee11-deploy,ee11-annotations
    cp ../app.war webapps/
    exec "$java" -jar "$home/start.jar" jetty.http.host=127.0.0.1 jetty.http.port="$PORT"
}
