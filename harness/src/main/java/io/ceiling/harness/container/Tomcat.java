package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Workload;
import java.util.List;
import java.util.Map;

/**
 * Tomcat: NIO and NIO2 in the newest one, BIO in the last one that had it.
 *
 * <p>It keeps buffers of its own for each connection, so that the heap is a straight line over their size, through what was measured
 * at 1 KiB and at the default.
 */
final class Tomcat implements ContainerKind {

    private static final int MAX_CONNECTIONS = 8_192;
    private static final int MAX_THREADS = 200;
    private static final int BUFFER_BYTES = 8 << 10;
    private static final int SMALL_BUFFER_BYTES = 1 << 10;

    /** Measured at two sizes of the buffers. */
    private record Line(long small, long usual) {
        long at(long bufferBytes) {
            double perByte = (double) (usual - small) / (BUFFER_BYTES - SMALL_BUFFER_BYTES);
            return Math.round(usual + perByte * (bufferBytes - BUFFER_BYTES));
        }
    }

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public String title() {
        return "Tomcat";
    }

    @Override
    public List<Server> servers() {
        return List.of(
                new Server(
                        "tomcat-bio",
                        "io.ceiling.container.tomcatbio.TomcatBioMain",
                        true,
                        List.of(Connector.BIO),
                        Releases.NONE),
                new Server(
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
     * Tomcat's poller looks at every connection once a second for one that has timed out, which for 600 000 of them took
     * a tenth of two processors. No server of the harness has a time-out.
     */
    @Override
    public List<String> optionsOfMany() {
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
    public long heapBytesPerConnection(Scenario scenario) {
        Line line = scenario.connector() == Connector.BIO
                ? bioHeap(scenario.workload().keeps())
                : nioHeap(scenario.workload().keeps());
        return line.at(scenario.sizes().bufferBytes().orElse(BUFFER_BYTES));
    }

    /** Each channel has two buffers of a whole TLS record, and its buffer of the application grows to one. */
    @Override
    public long tlsHeapBytesPerConnection() {
        return 60_000;
    }

    @Override
    public long directBytesPerConnection(Scenario scenario) {
        return 0;
    }

    @Override
    public String smallHeap() {
        return "96m";
    }

    @Override
    public StockBeans stockBeans() {
        return new StockBeans(
                new StockBeans.Source(
                        "*:type=ThreadPool,name=*",
                        Map.of(
                                "connectionCount", "ConnectionCount",
                                "maxConnections", "MaxConnections",
                                "currentThreadCount", "PoolThreads",
                                "currentThreadsBusy", "BusyThreads",
                                "maxThreads", "MaxThreads",
                                "acceptCount", StockBeans.ACCEPT_COUNT)),
                List.of(new StockBeans.Source(
                        "*:type=Executor,name=*",
                        Map.of(
                                "maxThreads", StockBeans.SHARED_MAX_THREADS,
                                "queueSize", StockBeans.SHARED_QUEUED_REQUESTS))),
                new StockBeans.Text("%s:type=Server", "serverInfo"),
                "");
    }

    /** A connection keeps its request and buffers for as long as it has a thread. */
    private static Line bioHeap(Workload.Keeps keeps) {
        return switch (keeps) {
            case WEBSOCKET -> new Line(17_700, 69_000);
            case CONNECTION, RESPONSE -> new Line(61_000, 95_000);
            case CALL -> new Line(77_000, 98_000);
        };
    }

    private static Line nioHeap(Workload.Keeps keeps) {
        return switch (keeps) {
            case CONNECTION -> new Line(4_400, 18_200);
            case WEBSOCKET -> new Line(15_100, 72_700);
            case RESPONSE -> new Line(68_200, 104_000);
            case CALL -> new Line(80_000, 110_000);
        };
    }
}
