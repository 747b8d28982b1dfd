package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * Jetty.
 *
 * <p>It pools buffers: a connection that is answered with a held response keeps one of its size, outside of the heap.
 * Its pool also runs selectors, the acceptor and reserved threads.
 */
final class Jetty implements ContainerKind {

    private static final int MAX_THREADS = 200;

    @Override
    public String name() {
        return "jetty";
    }

    @Override
    public String title() {
        return "Jetty";
    }

    @Override
    public List<ServerProgram> serverPrograms() {
        return List.of(server("jetty", "ee11", "12.1"), server("jetty-ee10", "ee10", "12.0"));
    }

    private static ServerProgram server(String module, String servlets, String line) {
        return new ServerProgram(
                module,
                "io.ceiling.container.jetty.JettyMain",
                false,
                List.of(Connector.NIO),
                new Releases(
                        List.of(line),
                        List.of(
                                "org.eclipse.jetty.%1$s:jetty-%1$s-webapp".formatted(servlets),
                                "org.eclipse.jetty.%1$s:jetty-%1$s-annotations".formatted(servlets),
                                "org.eclipse.jetty.%1$s.websocket:jetty-%1$s-websocket-jakarta-server"
                                        .formatted(servlets))));
    }

    @Override
    public boolean hasHeaderCache() {
        return true;
    }

    @Override
    public Limit defaultMaxConnections(Scenario scenario) {
        return Limit.UNLIMITED;
    }

    @Override
    public int defaultMaxThreads() {
        return MAX_THREADS;
    }

    @Override
    public boolean poolHasOtherThreads() {
        return true;
    }

    @Override
    public String smallHeap() {
        return "24m";
    }

    /**
     * Returns Jetty's beans. Its own count of busy threads leaves out reserved threads, which never serve queued
     * requests.
     */
    @Override
    public BeanMapping beanMapping() {
        return new BeanMapping(
                new BeanMapping.BeanNames(
                        "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
                        Map.of(
                                "threads", "PoolThreads",
                                "idleThreads", BeanMapping.IDLE_THREADS,
                                "maxThreads", "MaxThreads",
                                "queueSize", "QueuedRequests")),
                List.of(
                        new BeanMapping.BeanNames(
                                "org.eclipse.jetty.io:type=managedselector,*", Map.of("totalKeys", "ConnectionCount")),
                        new BeanMapping.BeanNames(
                                "org.eclipse.jetty.server:type=serverconnector,*",
                                Map.of("acceptQueueSize", BeanMapping.ACCEPT_COUNT)),
                        new BeanMapping.BeanNames(
                                "org.eclipse.jetty.server:type=networkconnectionlimit,*",
                                Map.of("maxNetworkConnectionCount", "MaxConnections"))),
                new BeanMapping.BeanAttribute("org.eclipse.jetty.server:type=server,*", "version"),
                "Jetty has them with its module jmx");
    }
}
