package io.ceiling.capacity.size;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The kernel settings as a shell script, which raises those that are too low on the host where it runs. It lowers
 * nothing, since these settings are for all processes of a host. Pure functions.
 */
final class SysctlScript {

    private static final Map<SettingKey, String> NAMES = names();

    /** Functions of the script; a setting that cannot be read is left alone. */
    private static final String FUNCTIONS =
            """
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
            """;

    private SysctlScript() {}

    private static Map<SettingKey, String> names() {
        Map<SettingKey, String> names = new LinkedHashMap<>();
        names.put(SettingKey.SOMAXCONN, "net.core.somaxconn");
        names.put(SettingKey.SYN_BACKLOG, "net.ipv4.tcp_max_syn_backlog");
        names.put(SettingKey.CONNTRACK, "net.netfilter.nf_conntrack_max");
        names.put(SettingKey.NR_OPEN, "fs.nr_open");
        names.put(SettingKey.MAP_COUNT, "vm.max_map_count");
        names.put(SettingKey.THREADS_MAX, "kernel.threads-max");
        names.put(SettingKey.PID_MAX, "kernel.pid_max");
        return names;
    }

    static List<String> lines(Sizing sizing) {
        ConfigText text = new ConfigText("")
                .comment(ConfigText.purpose(sizing))
                .comment(
                        "raises what is too low on the host where it runs, and lowers nothing; what it raised is also in the file");
        FUNCTIONS.lines().forEach(text::line);
        NAMES.forEach((key, name) -> sizing.setting(key)
                .ifPresent(setting -> text.line(
                        String.format(Locale.ROOT, "at_least %s %d", name, setting.value()), setting.reason())));
        sizing.setting(SettingKey.TCP_MEM)
                .ifPresent(setting ->
                        text.line(String.format(Locale.ROOT, "tcp_pages %d", setting.value()), setting.reason()));
        sizing.setting(SettingKey.CLIENT_ADDRESSES)
                .ifPresent(addresses -> text.comment(String.format(
                        Locale.ROOT,
                        "addresses that a proxy or load generator needs for them: %d; %s",
                        addresses.value(),
                        addresses.reason())));
        return text.lines();
    }
}
