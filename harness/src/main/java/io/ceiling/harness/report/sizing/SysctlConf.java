package io.ceiling.harness.report.sizing;

import io.ceiling.harness.model.sizing.Setting;
import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings of the kernel as a file of sysctl; those whose usual value is enough are comments. Pure functions. */
final class SysctlConf {

    private static final Map<SettingKey, String> NAMES = names();

    private SysctlConf() {}

    private static Map<SettingKey, String> names() {
        Map<SettingKey, String> names = new LinkedHashMap<>();
        names.put(SettingKey.SOMAXCONN, "net.core.somaxconn");
        names.put(SettingKey.SYN_BACKLOG, "net.ipv4.tcp_max_syn_backlog");
        names.put(SettingKey.TCP_MEM, "net.ipv4.tcp_mem");
        names.put(SettingKey.CONNTRACK, "net.netfilter.nf_conntrack_max");
        names.put(SettingKey.NR_OPEN, "fs.nr_open");
        names.put(SettingKey.FILE_MAX, "fs.file-max");
        names.put(SettingKey.MAP_COUNT, "vm.max_map_count");
        return names;
    }

    static List<String> lines(Sizing sizing) {
        ConfigText text = new ConfigText("")
                .comment(ConfigText.purpose(sizing))
                .comment("leave a value as it is where the host has a larger one");
        NAMES.forEach((key, name) -> sizing.setting(key).ifPresent(setting -> {
            String line = String.format(Locale.ROOT, "%s = %s", name, value(setting));
            if (setting.needed()) {
                text.line(line, setting.reason());
            } else {
                text.comment(String.format(
                        Locale.ROOT, "%s, which is usual or less, is enough: %s", line, setting.reason()));
            }
        }));
        sizing.setting(SettingKey.CLIENT_ADDRESSES)
                .ifPresent(addresses -> text.comment(String.format(
                        Locale.ROOT,
                        "addresses that a proxy or load generator needs for them: %d; %s",
                        addresses.value(),
                        addresses.reason())));
        return text.lines();
    }

    /** Returns the value. The three values of tcp_mem keep the proportions that the kernel gives them. */
    private static String value(Setting setting) {
        long value = setting.value();
        return setting.key() == SettingKey.TCP_MEM
                ? String.format(Locale.ROOT, "%d %d %d", value / 2, value * 2 / 3, value)
                : Long.toString(value);
    }
}
