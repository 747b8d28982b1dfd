# 50000 connections (keep-alive) to jetty with platform threads; this is the edge: it holds them and little more
# raises what is too low on the host where it runs, and lowers nothing; what it raised is also in the file
file=${1:-/etc/sysctl.d/90-ceiling.conf}
raise() {
    sysctl -w "$1=$2" > /dev/null && echo "$1 = $2" >> "$file" && echo "$1: raised to $2"
}
at_least() {
    now=$(sysctl -n "$1" 2> /dev/null)
    if [ -z "$now" ]; then
        echo "$1: not on this host"
    elif [ "$now" -ge "$2" ]; then
        echo "$1: $now is enough"
    else
        raise "$1" "$2"
    fi
}
tcp_pages() {
    more=$1
    used=$(awk '/^TCP:/ { print $NF }' /proc/net/sockstat)
    set -- $(sysctl -n net.ipv4.tcp_mem 2> /dev/null)
    if [ $# -ne 3 ]; then
        echo "net.ipv4.tcp_mem: not on this host"
    elif [ "$2" -ge $((${used:-0} + more)) ]; then
        echo "net.ipv4.tcp_mem: $* is enough"
    else
        raise net.ipv4.tcp_mem "$(($1 + more)) $(($2 + more)) $(($3 + more))"
    fi
}
# the kernel cuts the listen queue of 4096 to it; at least 4096, usual is 4096
at_least net.core.somaxconn 4096
# connections that are not established yet wait here before the listen queue; at least 4096, usual is 1024
at_least net.ipv4.tcp_max_syn_backlog 4096
# an entry for each connection, a quarter more for closed ones; only where a firewall tracks them; at least 63846, usual is 65536
at_least net.netfilter.nf_conntrack_max 63846
# no process may have more descriptors; at least 50732, usual is 1048576
at_least fs.nr_open 50732
# two mappings for each of 232 threads, and 2000 of a JVM; at least 2464, usual is 65530
at_least vm.max_map_count 2464
# 232 threads of this server, and 1000 of others; at least 1232, usual is 7000
at_least kernel.threads-max 1232
# 232 threads of this server, and 1000 of others; each has a number; at least 1232, usual is 32768
at_least kernel.pid_max 1232
# pages of unread data, one in each direction of 50258 connections, beside those that are in use; at least 100516, usual is 16000
tcp_pages 100516
# addresses that a proxy or load generator needs for them: 2; a client or proxy has 28232 ports for each of its addresses, by the default of ip_local_port_range
