product="Caddy (Debian)"
kind="Proxy"
command="apt install caddy"
request="--in-flight=/ --cap=2000"
number=
limit="none"
setting="none (reverse_proxy max_conns_per_host: no limit)"
source="https://caddyserver.com/docs/caddyfile/directives/reverse_proxy#the-http-transport"

install() { debian caddy; }
version() { debian_version caddy; }
start() {
    slow_backend "$BACK_PORT" 1000
    cat > Caddyfile <<END
{
	admin off
}

http://127.0.0.1:$PORT {
	bind 127.0.0.1
	reverse_proxy 127.0.0.1:$BACK_PORT
}
END
    export XDG_DATA_HOME="$WORK" XDG_CONFIG_HOME="$WORK"
    exec caddy run --config Caddyfile
}
