product="lighttpd (Debian)"
kind="Other"
command="apt install lighttpd"
request="--get=/"
number=1365
limit="server-max-connections"
setting="server.max-connections (a third of server.max-fds, 4096)"
source="https://github.com/lighttpd/lighttpd1.4/blob/lighttpd-1.4.69/src/server.c#L1770"

install() { debian lighttpd; }
version() { debian_version lighttpd; }
start() {
    mkdir -p html
    echo ok > html/index.html
    sed -e "s#/var/www/html#$WORK/html#; s#/run/lighttpd.pid#$WORK/lighttpd.pid#; /errorlog/d; /use-ipv6/d; /conf-enabled/d" \
        -e "s#^server.port.*#server.port = $PORT\nserver.bind = \"127.0.0.1\"#" /etc/lighttpd/lighttpd.conf > lighttpd.conf
    exec lighttpd -D -f lighttpd.conf
}
