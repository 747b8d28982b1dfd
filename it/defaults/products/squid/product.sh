product="Squid, accelerator (Debian)"
kind="Proxy"
command="apt install squid"
request="--in-flight=/ --cap=2000"
number=
limit="none"
setting="max_filedescriptors (ulimit -n), two for each request"
source="https://www.squid-cache.org/Doc/config/max_filedescriptors"

install() { debian squid; }
version() { debian_version squid; }
start() {
    slow_backend "$BACK_PORT" 1000
    cat > squid.conf <<END
http_port 127.0.0.1:$PORT accel defaultsite=localhost
cache_peer 127.0.0.1 parent $BACK_PORT 0 no-query originserver
http_access allow all
pid_filename $WORK/squid.pid
access_log none
cache_log /dev/null
coredump_dir $WORK
END
    exec squid --foreground -f "$WORK/squid.conf"
}
