package io.ceiling.capacity.size;

import io.ceiling.container.Deflate;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.OneLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Collects lines of a file of settings in which a comment begins with {@code #}. Not thread-safe. */
final class ConfigText {

    private static final long MEBIBYTE = 1L << 20;
    private static final int MIN_HEADER_BYTES = 2_048;
    private static final String JAVA_OPTIONS = "JDK_JAVA_OPTIONS";

    /** Reason for a time-out that is switched off. */
    static final String IDLE = "an idle connection stays open, as it did when its cost was measured";

    /** Words for a keystore that only the user can name. */
    static final String YOUR_KEY = "the keystore and its password are yours";

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

    /** Returns a line with the number of connections and the work that the settings are for. */
    static String purpose(Sizing sizing) {
        Scenario scenario = sizing.scenario();
        return String.format(
                Locale.ROOT,
                "%d connections (%s) to %s with %s threads; this is the edge: it holds them and little more",
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
        sizing.setting(SettingKey.PROCESSORS)
                .ifPresent(processors ->
                        options.add(String.format(Locale.ROOT, "-XX:ActiveProcessorCount=%d", processors.value())));
        if (isTomcat(sizing)) {
            sizing.setting(SettingKey.BUFFER)
                    .ifPresent(buffer -> options.add(String.format(
                            Locale.ROOT, "-Dorg.apache.tomcat.websocket.DEFAULT_BUFFER_SIZE=%d", buffer.value())));
        }
        return String.join(" ", options);
    }

    /** Returns the environment variable that takes the options of the JVM. */
    static String jvmVariable(Sizing sizing) {
        return isTomcat(sizing) ? "CATALINA_OPTS" : JAVA_OPTIONS;
    }

    /** Returns the reasons of the options of the JVM and of their variable, a line each. */
    static List<String> jvmReasons(Sizing sizing) {
        List<String> reasons = new ArrayList<>();
        reasons.add(
                "-Xmx: " + sizing.setting(SettingKey.HEAP).map(Setting::reason).orElse(""));
        sizing.setting(SettingKey.HEAP_WITH_ALL_MEMORY)
                .ifPresent(all ->
                        reasons.add(String.format(Locale.ROOT, "-Xmx%dm: %s", all.value() / MEBIBYTE, all.reason())));
        sizing.setting(SettingKey.STACK).ifPresent(setting -> reasons.add("-Xss: " + setting.reason()));
        sizing.setting(SettingKey.DIRECT_MEMORY)
                .ifPresent(setting -> reasons.add("-XX:MaxDirectMemorySize: " + setting.reason()));
        reasons.add(String.format(
                Locale.ROOT,
                "-XX:+Use%sGC: the collector that the costs were measured with; a JVM with little memory takes another",
                sizing.scenario().jvm().garbageCollector()));
        sizing.setting(SettingKey.PROCESSORS)
                .ifPresent(processors -> reasons.add("-XX:ActiveProcessorCount: " + processors.reason()));
        reasons.add(
                isTomcat(sizing)
                        ? "CATALINA_OPTS: catalina.sh gives it to the server after JAVA_OPTS, so it wins, and not to its stop command; Spring Boot takes JDK_JAVA_OPTIONS in its place"
                        : JAVA_OPTIONS
                                + ": the java command takes it first, so the same option on its command line wins; a launcher that is not java takes JAVA_TOOL_OPTIONS");
        return reasons;
    }

    private static boolean isTomcat(Sizing sizing) {
        return sizing.scenario().container().equals("tomcat");
    }

    /** Returns true if the connections are held by asynchronous requests, which end after a time. */
    static boolean isAsynchronous(Sizing sizing) {
        return sizing.scenario().work().isAsynchronous();
    }

    /** Returns true if the server speaks TLS. */
    static boolean isTls(Sizing sizing) {
        return sizing.scenario().sizes().tls().isOn();
    }

    /** Returns how WebSocket messages are compressed, in words; empty if they are not. */
    static Optional<String> deflate(Sizing sizing) {
        Deflate deflate = sizing.scenario().sizes().deflate();
        return deflate.isOn()
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "permessage-deflate has no setting here: it is taken when a client offers it; measured with %s",
                        deflate.label()))
                : Optional.empty();
    }

    /** Returns the size of the buffers of headers if a connection has buffers of that size. */
    static long headerBytes(Setting buffer) {
        return Math.max(MIN_HEADER_BYTES, buffer.value());
    }
}
