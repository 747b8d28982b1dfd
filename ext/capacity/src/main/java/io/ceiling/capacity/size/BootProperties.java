package io.ceiling.capacity.size;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.BootJar;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The settings as properties of Spring Boot. Pure functions. */
final class BootProperties {

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
        switch (container) {
            case "tomcat" -> {
                text.line("server.tomcat.keep-alive-timeout=-1", ConfigText.IDLE);
                text.line("server.tomcat.max-keep-alive-requests=-1", ConfigText.IDLE);
            }
            case "jetty" -> {
                text.line("server.jetty.connection-idle-timeout=0", ConfigText.IDLE);
                StartD.webSocketIdle(sizing).ifPresent(text::comment);
            }
            case "undertow" -> text.line("server.undertow.no-request-timeout=-1", ConfigText.IDLE);
            default -> {}
        }
        if (ConfigText.isAsynchronous(sizing)) {
            text.line(
                    "spring.mvc.async.request-timeout=-1",
                    "an asynchronous request has no time limit, as when its cost was measured");
        }
        if (ConfigText.isTls(sizing)) {
            text.comment(ConfigText.YOUR_KEY)
                    .line("server.port=8443")
                    .line("server.ssl.enabled-protocols="
                            + sizing.scenario().sizes().tls().protocol())
                    .line("server.ssl.key-store=file:conf/keystore.p12")
                    .line("server.ssl.key-store-password=PASSWORD");
        }
        ConfigText.deflate(sizing).ifPresent(text::comment);
        sizing.setting(SettingKey.BUFFER).ifPresent(buffer -> buffer(text, container, buffer));
        sizing.setting(SettingKey.HEADER_CACHE)
                .ifPresent(cache -> text.comment(String.format(
                        Locale.ROOT,
                        "Spring Boot has no property for a header cache of %d nodes: set it in a customizer of the connector",
                        cache.value())));
        if (container.equals("undertow")) {
            text.comment("Spring Boot up to 3.x: Spring Boot 4 has no Undertow");
        }
        return text.lines();
    }

    private static void buffer(ConfigText text, String container, Setting buffer) {
        if (container.equals("undertow")) {
            text.line(String.format(Locale.ROOT, "server.undertow.buffer-size=%d", buffer.value()), buffer.reason());
        } else {
            text.comment(String.format(
                    Locale.ROOT,
                    "Spring Boot has no property for buffers of %d bytes: set them in a customizer of the connector",
                    buffer.value()));
        }
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
