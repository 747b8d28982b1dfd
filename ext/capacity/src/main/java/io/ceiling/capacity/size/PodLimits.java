package io.ceiling.capacity.size;

import java.util.List;
import java.util.Locale;

/** The settings as a part of a container in a pod of Kubernetes. Pure functions. */
final class PodLimits {

    private static final long MEBIBYTE = 1L << 20;

    private PodLimits() {}

    static List<String> lines(Sizing sizing) {
        String memory =
                String.format(Locale.ROOT, "memory: %dMi", sizing.value(SettingKey.CONTAINER_MEMORY) / MEBIBYTE);
        String reason =
                sizing.setting(SettingKey.CONTAINER_MEMORY).map(Setting::reason).orElse("");
        ConfigText text = new ConfigText("    ")
                .line("# " + ConfigText.purpose(sizing))
                .line("resources:")
                .line("  requests:")
                .line(memory, "as much as the limit: what a server holds cannot be taken away from it")
                .line("  limits:")
                .line(memory, reason)
                .line("env:");
        sizing.setting(SettingKey.PROCESSORS)
                .ifPresent(processors -> text.comment(String.format(
                        Locale.ROOT,
                        "cpu: %d in requests would keep the processors of the measurement for it",
                        processors.value())));
        ConfigText.jvmReasons(sizing).forEach(text::comment);
        return text.line("  - name: " + ConfigText.jvmVariable(sizing))
                .line(String.format(Locale.ROOT, "    value: \"%s\"", ConfigText.jvmOptions(sizing)))
                .line(String.format(
                        Locale.ROOT,
                        "# a pod cannot set its descriptors: the node's container runtime needs LimitNOFILE of at least %d",
                        sizing.value(SettingKey.NOFILE)))
                .line(String.format(
                        Locale.ROOT,
                        "# nor its threads: podPidsLimit of the kubelet has to be at least %d",
                        sizing.value(SettingKey.TASKS)))
                .lines();
    }
}
