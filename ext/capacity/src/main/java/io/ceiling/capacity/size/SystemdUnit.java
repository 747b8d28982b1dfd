package io.ceiling.capacity.size;

import java.util.List;
import java.util.Locale;

/** The settings as a drop-in of a systemd unit. Pure functions. */
final class SystemdUnit {

    /** Hard limit of systemd from version 240 on. */
    private static final long DEFAULT_NOFILE = 524_288;

    /** Default of TasksMax where kernel.pid_max is 32768: 15 % of it. */
    private static final long DEFAULT_TASKS = 4_915;

    private static final long WHOLE_PROCESSOR = 100;

    private SystemdUnit() {}

    static List<String> lines(Sizing sizing) {
        ConfigText text = new ConfigText("")
                .comment(ConfigText.purpose(sizing))
                .line("[Service]")
                .setting(sizing, SettingKey.CONTAINER_MEMORY, "MemoryMax")
                .line("MemorySwapMax=0", "a heap in swap makes every collection wait for the disk");
        atLeast(text, sizing, SettingKey.NOFILE, "LimitNOFILE", DEFAULT_NOFILE);
        atLeast(text, sizing, SettingKey.TASKS, "TasksMax", DEFAULT_TASKS);
        sizing.setting(SettingKey.PROCESSORS)
                .ifPresent(processors -> text.comment(String.format(
                        Locale.ROOT,
                        "CPUQuota=%d%% would give it the processors of the measurement and no more",
                        WHOLE_PROCESSOR * processors.value())));
        ConfigText.jvmReasons(sizing).forEach(text::comment);
        // A percent sign would begin a specifier of systemd.
        return text.line(String.format(
                        Locale.ROOT,
                        "Environment=\"%s=%s\"",
                        ConfigText.jvmVariable(sizing),
                        ConfigText.jvmOptions(sizing).replace("%", "%%")))
                .lines();
    }

    /** Adds a limit that is never below the usual one: nothing is won by less. */
    private static void atLeast(ConfigText text, Sizing sizing, SettingKey key, String name, long usual) {
        sizing.setting(key)
                .ifPresent(setting -> text.line(
                        String.format(Locale.ROOT, "%s=%d", name, Math.max(usual, setting.value())),
                        String.format(
                                Locale.ROOT,
                                "at least %d: %s; systemd's own default is about %d",
                                setting.value(),
                                setting.reason(),
                                usual)));
    }
}
