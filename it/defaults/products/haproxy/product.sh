product="HAProxy (Debian)"
kind="Proxy"
command="apt install haproxy"
request="--in-flight=/ --cap=2000"
number=
limit="none"
setting="maxconn (half of ulimit -n)"
source="https://docs.haproxy.org/2.6/configuration.html#3.2-maxconn"

install() { debian haproxy; }
version() { debian_version haproxy; }
start() {
    slow_backend "$BACK_PORT" 1000
    sed "s#/run/haproxy/#$WORK/#" /etc/haproxy/haproxy.cfg > haproxy.cfg
    cat >> haproxy.cfg <<END

frontend site
	bind 127.0.0.1:$PORT
	default_backend application

backend application
	server one 127.0.0.1:$BACK_PORT
END
    exec haproxy -db -f haproxy.cfg
}
