product="Varnish (Debian)"
kind="Proxy"
command="apt install varnish"
request="--in-flight=/ --cap=2000"
number=
limit="none"
setting="thread_pool_max (5000) of each of thread_pools (2)"
source="https://varnish-cache.org/docs/7.1/reference/varnishd.html#thread-pool-max"

install() { debian varnish; }
version() { debian_version varnish; }
start() {
    slow_backend "$BACK_PORT" 1000
    sed "s/8080/$BACK_PORT/" /etc/varnish/default.vcl > default.vcl
    exec varnishd -F -n "$WORK/varnish" -a "127.0.0.1:$PORT" -f "$WORK/default.vcl" -p feature=+http2 -s malloc,256m
}
