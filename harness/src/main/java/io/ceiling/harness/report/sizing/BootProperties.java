package io.ceiling.harness.report.sizing;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.BootJar;
import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The settings as properties of Spring Boot. Pure functions. */
final class BootProperties {

    private static final String IDLE = "an idle connection stays open, as it did when its cost was measured";

    private BootProperties() {}

    static List<String> lines(Sizing sizing) {
        String container = sizing.scenario().container();
        BootJar boot = new BootJar(Path.of(""), "", container);
        ConfigText text = new ConfigText("").comment(ConfigText.purpose(sizing));
        add(text, sizing, boot, BootJar.Setting.MAX_CONNECTIONS, SettingKey.MAX_CONNECTIONS);
        if (sizing.scenario().threadKind() == ThreadKind.VIRTUAL) {
            text.line("spring.threads.virtual.enabled=true", "virtual threads, as measured");
        }
        add(text, sizing, boot, BootJar.Setting.THREADS, SettingKey.MAX_THREADS);
        add(text, sizing, boot, BootJar.Setting.ACCEPT_COUNT, SettingKey.ACCEPT_COUNT);
        if (container.equals("tomcat")) {
            text.line("server.tomcat.keep-alive-timeout=-1", IDLE);
            text.line("server.tomcat.max-keep-alive-requests=-1", IDLE);
        }
        sizing.setting(SettingKey.BUFFER)
                .ifPresent(buffer -> text.comment(String.format(
                        Locale.ROOT,
                        "Spring Boot has no property for buffers of %d bytes: set them in a customizer of the connector",
                        buffer.value())));
        return text.lines();
    }

    private static void add(ConfigText text, Sizing sizing, BootJar boot, BootJar.Setting setting, SettingKey key) {
        if (sizing.setting(key).isEmpty()) {
            return;
        }
        boot.property(setting)
                .ifPresentOrElse(
                        name -> text.setting(sizing, key, name),
                        () -> text.comment(String.format(
                                Locale.ROOT,
                                "Spring Boot has no property of %s for %s=%d",
                                boot.container(),
                                key.label(),
                                sizing.value(key))));
    }
}
