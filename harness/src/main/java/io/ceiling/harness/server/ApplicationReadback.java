package io.ceiling.harness.server;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.JvmReadback;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The settings of the user's application, as its container's MBeans and its JVM report them. Pure functions. */
public final class ApplicationReadback {

    private ApplicationReadback() {}

    /**
     * Returns the settings that are seen. What no MBean reports stays as it was asked for, or is not seen.
     *
     * @param known settings that are known without the JVM
     * @param reading reading of the server without connections
     */
    public static RunningSettings of(
            Scenario requested, RunningSettings known, Target.Software software, ServerReading reading) {
        Limit maxThreads = reading.pool().maxThreads();
        return new RunningSettings(
                known.pid(),
                software.jdk().isEmpty() ? known.jdk() : software.jdk(),
                known.port(),
                known.contextPath(),
                new ContainerIdentity(
                        software.container().isEmpty() ? requested.container() : software.container(),
                        software.containerVersion(),
                        connector(software.connector(), requested.connector()),
                        "",
                        threadKind(requested, software, reading)),
                new ConnectorReadback(
                        maxThreads,
                        reading.pool().maxConnections().equals(Limit.of(BootJar.UNLIMITED))
                                ? Limit.UNLIMITED
                                : reading.pool().maxConnections(),
                        reading.pool().acceptCount(),
                        Limit.NOT_SEEN,
                        Map.of()),
                "");
    }

    private static Connector connector(String seen, Connector requested) {
        return Arrays.stream(Connector.values())
                .filter(connector -> connector.label().equals(seen))
                .findFirst()
                .orElse(requested);
    }

    // Returns the kind of the request threads: a pool with a number is one of platform threads, and Tomcat, whose
    // connections are seen, has virtual ones if it has no such pool. Of others it stays what was asked for.
    private static ThreadKind threadKind(Scenario requested, Target.Software software, ServerReading reading) {
        if (reading.pool().maxThreads().isNumber()) {
            return ThreadKind.PLATFORM;
        }
        boolean withoutPool =
                software.container().equals("tomcat") && reading.connections().isSeen();
        return withoutPool ? ThreadKind.VIRTUAL : requested.threadKind();
    }

    /** Returns the requested settings that nothing reports, by their options; empty if there are none. */
    public static List<String> notSeen(Scenario requested, RunningSettings used) {
        RunningServer running = new RunningServer(used, Limit.NOT_SEEN, JvmReadback.NOT_SEEN);
        return Stream.of(Dimension.THREADS, Dimension.MAX_CONNECTIONS, Dimension.ACCEPT_COUNT)
                .filter(setting -> !setting.text(requested).equals(setting.defaultValue())
                        && setting.runningValue(requested, running).isEmpty())
                .map(setting -> "--" + setting.label())
                .toList();
    }
}
