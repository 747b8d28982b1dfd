package io.ceiling.harness.report.sizing;

import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import java.util.List;
import java.util.Locale;

/** The settings as a drop-in of a systemd unit. Pure functions. */
final class SystemdUnit {

    private SystemdUnit() {}

    static List<String> lines(Sizing sizing) {
        ConfigText text = new ConfigText("")
                .comment(ConfigText.purpose(sizing))
                .line("[Service]")
                .setting(sizing, SettingKey.NOFILE, "LimitNOFILE")
                .setting(sizing, SettingKey.CONTAINER_MEMORY, "MemoryMax")
                .line("MemorySwapMax=0", "a heap in swap makes every collection wait for the disk")
                .setting(sizing, SettingKey.TASKS, "TasksMax");
        ConfigText.jvmReasons(sizing).forEach(text::comment);
        // A percent sign would begin a specifier of systemd.
        return text.line(String.format(
                        Locale.ROOT,
                        "Environment=\"JAVA_TOOL_OPTIONS=%s\"",
                        ConfigText.jvmOptions(sizing).replace("%", "%%")))
                .lines();
    }
}
