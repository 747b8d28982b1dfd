package io.ceiling.capacity.size;

import io.ceiling.container.ThreadKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The settings as an ini file of Jetty's start.d. Pure functions. */
final class StartD {

    private static final String WEBSOCKET_IDLE =
            "no property of Jetty has the idle time of a WebSocket, which is 30 s: call setDefaultMaxSessionIdleTimeout(0) of"
                    + " the application's jakarta.websocket.server.ServerContainer";

    private StartD() {}

    /**
     * Returns a comment on the idle time-out of WebSockets, which no file of Jetty or Spring Boot sets; empty for other
     * connections.
     */
    static Optional<String> webSocketIdle(Sizing sizing) {
        return sizing.scenario().work().label().equals("websocket") ? Optional.of(WEBSOCKET_IDLE) : Optional.empty();
    }

    static List<String> lines(Sizing sizing) {
        boolean virtual = sizing.scenario().threadKind() == ThreadKind.VIRTUAL;
        String connector = ConfigText.isTls(sizing) ? "ssl" : "http";
        ConfigText text = new ConfigText("")
                .comment(ConfigText.purpose(sizing))
                .line(virtual ? "--module=threadpool-virtual" : "--module=threadpool")
                .line(ConfigText.isTls(sizing) ? "--module=https" : "--module=http")
                .line("--module=network-connection-limit")
                .setting(sizing, SettingKey.MAX_CONNECTIONS, "jetty.networkConnectionLimit.maxNetworkConnectionCount")
                .line(
                        "jetty.networkConnectionLimit.endPointIdleTimeout=0",
                        "at the limit Jetty gives all connections this idle time; its usual second would close them")
                .setting(sizing, SettingKey.MAX_THREADS, "jetty.threadPool.maxThreads")
                .setting(sizing, SettingKey.ACCEPT_COUNT, "jetty." + connector + ".acceptQueueSize")
                .line("jetty." + connector + ".idleTimeout=0", ConfigText.IDLE + "; a time here closes it");
        webSocketIdle(sizing).ifPresent(text::comment);
        if (ConfigText.isAsynchronous(sizing)) {
            text.line(
                    "-Dorg.eclipse.jetty.ee11.servlet.ServletChannelState.DEFAULT_TIMEOUT=0",
                    "an asynchronous request has no time limit, as when its cost was measured; usual are 30 s. Or AsyncContext.setTimeout(0)");
        }
        if (ConfigText.isTls(sizing)) {
            text.comment(ConfigText.YOUR_KEY)
                    .line("jetty.ssl.port=8443")
                    .line("jetty.sslContext.keyStorePath=etc/keystore.p12")
                    .line("jetty.sslContext.keyStorePassword=PASSWORD");
        }
        ConfigText.deflate(sizing).ifPresent(text::comment);
        if (sizing.setting(SettingKey.BUFFER).isPresent()
                || sizing.setting(SettingKey.HEADER_CACHE).isPresent()) {
            text.line("--module=http-config");
        }
        text.setting(sizing, SettingKey.HEADER_CACHE, "jetty.httpConfig.headerCacheSize");
        sizing.setting(SettingKey.BUFFER).ifPresent(buffer -> {
            for (String name : List.of("inputBufferSize", "outputBufferSize", "outputAggregationSize")) {
                text.line(String.format(Locale.ROOT, "jetty.httpConfig.%s=%d", name, buffer.value()), buffer.reason());
            }
            for (String name : List.of("requestHeaderSize", "responseHeaderSize")) {
                text.line(
                        String.format(Locale.ROOT, "jetty.httpConfig.%s=%d", name, ConfigText.headerBytes(buffer)),
                        "a request whose headers are larger is refused");
            }
        });
        return text.lines();
    }
}
