package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Map;

/**
 * Tomcat: NIO and NIO2 in the newest one, BIO in the last one that had it.
 *
 * <p>It keeps buffers of its own for each connection, in the heap.
 */
final class Tomcat implements ContainerKind {

    private static final int MAX_CONNECTIONS = 8_192;
    private static final int MAX_THREADS = 200;

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public String title() {
        return "Tomcat";
    }

    @Override
    public List<ServerProgram> serverPrograms() {
        return List.of(
                new ServerProgram(
                        "tomcat-bio",
                        "io.ceiling.container.tomcatbio.TomcatBioMain",
                        true,
                        List.of(Connector.BIO),
                        Releases.NONE),
                new ServerProgram(
                        "tomcat",
                        "io.ceiling.container.tomcat.TomcatMain",
                        false,
                        List.of(Connector.NIO, Connector.NIO2),
                        new Releases(
                                List.of("10.1", "11.0"),
                                List.of(
                                        "org.apache.tomcat.embed:tomcat-embed-core",
                                        "org.apache.tomcat.embed:tomcat-embed-websocket"))));
    }

    /**
     * Tomcat's poller checks every connection for a timeout once a second. For 600 000 connections this used a tenth of
     * two processors. No server of the harness has a timeout.
     */
    @Override
    public List<String> sharedHostOptions() {
        return List.of("-Dceiling.tomcat.timeout-interval-ms=30000");
    }

    /** BIO takes as many connections as it has threads. */
    @Override
    public Limit defaultMaxConnections(Scenario scenario) {
        return Limit.of(
                scenario.connector() == Connector.BIO
                        ? scenario.sizes().maxThreads().orElse(MAX_THREADS)
                        : MAX_CONNECTIONS);
    }

    @Override
    public int defaultMaxThreads() {
        return MAX_THREADS;
    }

    @Override
    public boolean poolHasOtherThreads() {
        return false;
    }

    @Override
    public String smallHeap() {
        return "96m";
    }

    @Override
    public BeanMapping beanMapping() {
        return new BeanMapping(
                new BeanMapping.BeanNames(
                        "*:type=ThreadPool,name=*",
                        Map.of(
                                "connectionCount", "ConnectionCount",
                                "maxConnections", "MaxConnections",
                                "currentThreadCount", "PoolThreads",
                                "currentThreadsBusy", "BusyThreads",
                                "maxThreads", "MaxThreads",
                                "acceptCount", BeanMapping.ACCEPT_COUNT)),
                List.of(new BeanMapping.BeanNames(
                        "*:type=Executor,name=*",
                        Map.of(
                                "maxThreads", BeanMapping.SHARED_MAX_THREADS,
                                "queueSize", BeanMapping.SHARED_QUEUED_REQUESTS))),
                new BeanMapping.BeanAttribute("%s:type=Server", "serverInfo"),
                "Spring Boot's Tomcat has them with server.tomcat.mbeanregistry.enabled=true");
    }
}
