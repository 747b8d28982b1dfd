product="nginx (Debian)"
kind="Other"
command="apt install nginx"
request="--get=/"
number=700-1536
limit="worker[-_]connections|server-max-connections"
setting="worker_connections (512; 768 in Debian's nginx.conf) for each of worker_processes (1; auto in Debian's)"
source="https://nginx.org/en/docs/ngx_core_module.html#worker_connections"

install() { debian nginx; }
version() { debian_version nginx; }
start() {
    mkdir -p html
    echo ok > html/index.html
    sed -e "s#/run/nginx.pid#$WORK/nginx.pid#" -e "s#/var/log/nginx/#$WORK/#" -e '/conf\.d/d' \
        -e "s#/etc/nginx/sites-enabled/\*#$WORK/site.conf#" /etc/nginx/nginx.conf > nginx.conf
    echo "server { listen 127.0.0.1:$PORT; root $WORK/html; }" > site.conf
    exec nginx -e "$WORK/error.log" -c "$WORK/nginx.conf" -g 'daemon off;'
}
