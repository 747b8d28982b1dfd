package io.ceiling.harness.report.sizing;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import java.util.List;
import java.util.Locale;

/** The settings as an ini file of Jetty's start.d. Pure functions. */
final class StartD {

    private static final String IDLE = "an idle connection stays open, as it did when its cost was measured";

    private StartD() {}

    static List<String> lines(Sizing sizing) {
        boolean virtual = sizing.scenario().threadKind() == ThreadKind.VIRTUAL;
        ConfigText text = new ConfigText("")
                .comment(ConfigText.purpose(sizing))
                .line(virtual ? "--module=threadpool-virtual" : "--module=threadpool")
                .line("--module=http")
                .line("--module=network-connection-limit")
                .setting(sizing, SettingKey.MAX_CONNECTIONS, "jetty.networkConnectionLimit.maxNetworkConnectionCount")
                .line(
                        "jetty.networkConnectionLimit.endPointIdleTimeout=0",
                        "at the limit Jetty gives all connections this idle time; its usual second would close them")
                .setting(sizing, SettingKey.MAX_THREADS, "jetty.threadPool.maxThreads")
                .setting(sizing, SettingKey.ACCEPT_COUNT, "jetty.http.acceptQueueSize")
                .line("jetty.http.idleTimeout=0", IDLE + "; a time here closes it");
        sizing.setting(SettingKey.BUFFER).ifPresent(buffer -> {
            text.line("--module=http-config");
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
