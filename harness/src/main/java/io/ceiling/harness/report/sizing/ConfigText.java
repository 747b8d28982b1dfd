package io.ceiling.harness.report.sizing;

import io.ceiling.harness.model.OneLine;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.sizing.Setting;
import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects lines of a file of settings in which a comment begins with {@code #}. Not thread-safe. */
final class ConfigText {

    private static final long MEBIBYTE = 1L << 20;
    private static final int LEAST_HEADER_BYTES = 2_048;

    private final List<String> lines = new ArrayList<>();
    private final String indent;

    ConfigText(String indent) {
        this.indent = indent;
    }

    /** Adds a line as it is. */
    ConfigText line(String text) {
        lines.add(text);
        return this;
    }

    /** Adds a comment, in one line whatever its text is. */
    ConfigText comment(String text) {
        lines.add(indent + "# " + OneLine.of(text));
        return this;
    }

    /** Adds a line below a comment with its reason. */
    ConfigText line(String text, String reason) {
        return comment(reason).line(indent + text);
    }

    /** Adds a line with a setting below a comment with its reason, if the server has that setting. */
    ConfigText setting(Sizing sizing, SettingKey key, String name) {
        sizing.setting(key).ifPresent(setting -> line(name + "=" + setting.value(), setting.reason()));
        return this;
    }

    List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns a line that says what the settings are for. */
    static String purpose(Sizing sizing) {
        Scenario scenario = sizing.scenario();
        return String.format(
                Locale.ROOT,
                "%d connections (%s) to %s with %s threads",
                scenario.capConnections(),
                scenario.work().label(),
                scenario.container(),
                scenario.threadKind().label());
    }

    /** Returns the options of the JVM in one line. */
    static String jvmOptions(Sizing sizing) {
        List<String> options = new ArrayList<>();
        options.add(String.format(Locale.ROOT, "-Xmx%dm", sizing.value(SettingKey.HEAP) / MEBIBYTE));
        sizing.setting(SettingKey.STACK)
                .ifPresent(stack -> options.add(String.format(Locale.ROOT, "-Xss%dk", stack.value() >> 10)));
        options.add(String.format(
                Locale.ROOT, "-XX:MaxDirectMemorySize=%dm", sizing.value(SettingKey.DIRECT_MEMORY) / MEBIBYTE));
        options.add(String.format(
                Locale.ROOT, "-XX:+Use%sGC", sizing.scenario().jvm().garbageCollector()));
        if (sizing.scenario().container().equals("tomcat")) {
            sizing.setting(SettingKey.BUFFER)
                    .ifPresent(buffer -> options.add(String.format(
                            Locale.ROOT, "-Dorg.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE=%d", buffer.value())));
        }
        return String.join(" ", options);
    }

    /** Returns the reasons of the options of the JVM, a line each. */
    static List<String> jvmReasons(Sizing sizing) {
        List<String> reasons = new ArrayList<>();
        reasons.add(
                "-Xmx: " + sizing.setting(SettingKey.HEAP).map(Setting::reason).orElse(""));
        sizing.setting(SettingKey.STACK).ifPresent(setting -> reasons.add("-Xss: " + setting.reason()));
        sizing.setting(SettingKey.DIRECT_MEMORY)
                .ifPresent(setting -> reasons.add("-XX:MaxDirectMemorySize: " + setting.reason()));
        reasons.add(String.format(
                Locale.ROOT,
                "-XX:+Use%sGC: the collector that the costs were measured with; a JVM with little memory takes another",
                sizing.scenario().jvm().garbageCollector()));
        return reasons;
    }

    /** Returns the size of the buffers of headers if a connection has buffers of that size. */
    static long headerBytes(Setting buffer) {
        return Math.max(LEAST_HEADER_BYTES, buffer.value());
    }
}
