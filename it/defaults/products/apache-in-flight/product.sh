product="Apache httpd, mod_proxy (Debian)"
kind="Proxy"
command="apt install apache2 && a2enmod proxy_http"
request="--in-flight=/"
number=150-600
limit="proxy-max-connections|MaxRequestWorkers|proxy-limit|concurrency-limit|server-max-connections"
setting="MaxRequestWorkers (150 in Debian's mpm_event.conf)"
source="https://httpd.apache.org/docs/2.4/mod/mpm_common.html#maxrequestworkers"

install() { debian apache2; }
version() { debian_version apache2; }
start() {
    slow_backend "$BACK_PORT"
    apache_settings mpm_event proxy proxy_http
    echo "ProxyPass / http://127.0.0.1:$BACK_PORT/" >> etc/apache2.conf
    exec apache2 -d "$WORK/etc" -f apache2.conf -DFOREGROUND
}
