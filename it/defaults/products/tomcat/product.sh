product="Apache Tomcat"
kind="Java server"
command="bin/catalina.sh run"
request="--in-flight=/app/slow"
number=200
limit="server-threads.*maxThreads"
setting="maxThreads (200)"
source="https://tomcat.apache.org/tomcat-11.0-doc/config/http.html"

release=11.0.24

install() {
    maven_zip org.apache.tomcat:tomcat:$release:zip tomcat-$release
    slow_war
}

version() { printf '%s\n' $release; }

start() {
    local home="$WORK/tomcat-$release/apache-tomcat-$release"
    rm -rf base
    mkdir -p base/webapps base/logs base/temp
    cp -r "$home/conf" base/
    sed -i "s/port=\"8005\"/port=\"-1\"/; s/<Connector port=\"8080\"/<Connector address=\"127.0.0.1\" port=\"$PORT\"/" base/conf/server.xml
    cp app.war base/webapps/
    export CATALINA_BASE="$WORK/base" JAVA_HOME="$(jdk)"
    exec bash "$home/bin/catalina.sh" run
}
