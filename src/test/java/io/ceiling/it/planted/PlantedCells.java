package io.ceiling.it.planted;

import static io.ceiling.it.fixture.ServerKind.JETTY;
import static io.ceiling.it.fixture.ServerKind.TOMCAT_BIO;
import static io.ceiling.it.fixture.ServerKind.TOMCAT_NIO;

import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.planted.PlantedCell.Form;
import java.util.ArrayList;
import java.util.List;

/**
 * All cells of the planted-limits suite.
 *
 * <p>Where a target is missing, that limit cannot occur in it: BIO has a thread for every connection that is not asynchronous,
 * and closes no upgraded connection for being idle; Tomcat takes no direct buffer for a connection unless it is told to, and
 * Jetty gives those of an idle one back. Tomcat NIO answers with as many threads as it has requests, up to 200, and so gets its
 * share of processors that others keep busy.
 */
final class PlantedCells {

    private static final List<ServerKind> ALL = ServerKind.onPlatformThreads();
    private static final List<ServerKind> NIO = ServerKind.nonBlocking();
    private static final List<ServerKind> BIO = List.of(TOMCAT_BIO);
    private static final List<ServerKind> TOMCAT = List.of(TOMCAT_NIO);
    private static final List<ServerKind> ONLY_JETTY = List.of(JETTY);
    private static final List<ServerKind> ALL_BUT_TOMCAT = without(TOMCAT, ALL);
    private static final List<ServerKind> ALL_BUT_JETTY = without(ONLY_JETTY, ALL);
    private static final List<ServerKind> BIO_AND_JETTY = List.of(TOMCAT_BIO, JETTY);
    private static final List<ServerKind> BOTH_TOMCATS = List.of(TOMCAT_NIO, TOMCAT_BIO);

    private final List<PlantedCell> cells = new ArrayList<>();

    private PlantedCells() {}

    static List<PlantedCell> all() {
        PlantedCells all = new PlantedCells();
        all.ofTheContainer();
        all.ofTheServersProcess();
        all.ofThreads();
        all.ofTheKernel();
        all.ofLateAnswers();
        all.ofLoadAndHost();
        all.pairs();
        all.controls();
        return List.copyOf(all.cells);
    }

    private void ofTheContainer() {
        Plant threads = Plant.byOptions("--threads=50").with("--cap=200");
        shortest("server-threads", threads, BIO, "hold-blocking");
        full("server-threads", threads, NIO, "hold-blocking");
        full("server-threads", threads, ALL, "recursive");
        full("server-threads", threads, BIO, "keep-alive", "websocket");

        Plant connections = Plant.byOptions("--max-connections=200").with("--cap=600", "--threads=400");
        full("server-max-connections", connections, ALL, "keep-alive");
        full("server-max-connections", connections, ALL, "hold-async", "recursive");
        full("server-max-connections", connections, NIO, "websocket");

        quick("server-idle-timeout", Plants.idleTimeout(), TOMCAT, "keep-alive");
        full("server-idle-timeout", Plants.idleTimeout(), ALL_BUT_TOMCAT, "keep-alive");
        full("server-idle-timeout", Plants.idleTimeout(), NIO, "websocket");
    }

    private void ofTheServersProcess() {
        Plant descriptors = Plant.byOptions("--nofile=512").with("--cap=1000", "--threads=1000");
        shortest("server-file-descriptors", descriptors, ONLY_JETTY, "keep-alive");
        full("server-file-descriptors", descriptors, ALL_BUT_JETTY, "keep-alive");
        full("server-file-descriptors", descriptors, ALL, "recursive", "hold-async");

        // The JVM would allow no more direct memory than heap, and Jetty would meet that first.
        Plant heap = Plant.byOptions("--heap=32m")
                .with("--cap=5000", "--nofile=8192", "--threads=6000", "--direct-memory=512m");
        shortest("server-heap", heap, TOMCAT, "websocket");
        full("server-heap", heap, without(TOMCAT, NIO), "websocket");
        full("server-heap", heap, ALL, "hold-async");
        full("server-heap", heap, BIO, "keep-alive");

        Plant direct = Plant.byOptions("--direct-memory=2m").with("--cap=3000", "--nofile=8192", "--threads=3000");
        quick("server-direct-memory", direct, ONLY_JETTY, "hold-async");
        full("server-direct-memory", direct, without(BOTH_TOMCATS, ALL), "hold-blocking");

        quick("server-memory", Plants.littleMemory(256), ONLY_JETTY, "websocket");
        full("server-memory", Plants.littleMemory(256), without(ONLY_JETTY, NIO), "websocket");
        full("server-memory", Plants.littleMemory(256), ALL, "hold-async");
        full("server-memory", Plants.littleMemory(256), BIO, "keep-alive");

        quick("server-crash", Plants.killed(), TOMCAT, "hold-async");
        full("server-crash", Plants.killed(), ALL_BUT_TOMCAT, "hold-async");
        full("server-crash", Plants.killed(), ALL, "websocket");
    }

    /** One factor, and the cause in its evidence. */
    private void ofThreads() {
        quick("server-native-threads", ThreadPlants.fewPids(), BIO, "hold-blocking");
        full("server-native-threads", ThreadPlants.fewPids(), NIO, "hold-blocking");
        full("server-native-threads", ThreadPlants.fewPids(), ALL, "recursive");
        full("server-native-threads", ThreadPlants.fewPids(), BIO, "keep-alive");
        for (Plant plant : List.of(
                ThreadPlants.fewMappings(),
                ThreadPlants.fewNumbers(),
                ThreadPlants.fewOfTheUser(),
                ThreadPlants.fewOnTheHost())) {
            full("server-native-threads", plant, ALL, "hold-blocking", "recursive");
            full("server-native-threads", plant, BIO, "keep-alive");
        }
    }

    private void ofTheKernel() {
        quick("ephemeral-ports", Plants.fewPorts(150), TOMCAT, "recursive");
        full("ephemeral-ports", Plants.fewPorts(150), ALL_BUT_TOMCAT, "recursive");
        quick("load-ephemeral-ports", Plants.fewPorts(150), BIO, "keep-alive");
        full("load-ephemeral-ports", Plants.fewPorts(150), NIO, "keep-alive");

        full("conntrack-table", Plants.smallConntrackTable(), ALL, "keep-alive", "hold-async");

        full(
                "kernel-tcp-memory",
                Plants.never(
                        "tcp_mem lowered",
                        "tcp_mem is the whole host's, in no namespace of its own: the run's own connections and everybody else's would fail"),
                ALL,
                "keep-alive");
    }

    private void ofLateAnswers() {
        full("server-cpu", Plants.oneSlowProcessor(), ALL, "keep-alive");
        full("server-cpu", Plants.oneSlowProcessor(), NIO, "websocket");
        full("server-cpu", Plants.halfAProcessor(), NIO, "keep-alive");
        full("server-gc", Plants.slowCollections(), ALL, "keep-alive");
        full("server-gc", Plants.slowCollections(), NIO, "websocket");
    }

    private void ofLoadAndHost() {
        quick("load-file-descriptors", Plants.agentDescriptors(512, 512), BIO, "keep-alive");
        full("load-file-descriptors", Plants.agentDescriptors(512, 512), TOMCAT, "keep-alive");
        full("load-file-descriptors", Plants.agentDescriptors(512, 512), BOTH_TOMCATS, "hold-async");
        // Jetty has more files open than the agent, so that with equal limits its own binds first.
        full("server-file-descriptors", Plants.agentDescriptors(512, 512), ONLY_JETTY, "keep-alive", "hold-async");
        full(
                "load-file-descriptors",
                Plants.agentDescriptors(400, 512),
                without(BOTH_TOMCATS, ALL),
                "keep-alive",
                "hold-async");
        full("load-heap", Plants.agentHeap("8m"), ALL, "keep-alive");
        full("load-heap", Plants.agentHeap("8m"), NIO, "websocket");
        full("load-cpu", Plants.slowAgent(), ALL, "keep-alive");
        full("load-cpu", Plants.slowAgent(), TOMCAT, "websocket");
        full("load-cpu", Plants.pausedAgent(), BIO_AND_JETTY, "keep-alive");
        // Undertow's idle connections cost so little that it holds all of them with these remains of processor and
        // memory.
        full("host-cpu", Plants.busyHost(), BIO_AND_JETTY, "keep-alive");
        full("host-cpu", Plants.busyHost(), ONLY_JETTY, "hold-async");
        quick("host-memory", Plants.memoryFloor(800), TOMCAT, "hold-async");
        full("host-memory", Plants.memoryFloor(700), BIO_AND_JETTY, "keep-alive");
        full("host-memory", Plants.memoryFloor(700), BIO_AND_JETTY, "hold-async");
    }

    /** Two limits close together: the lower one binds. */
    private void pairs() {
        Plant fewerThreads =
                Plant.byOptions("--threads=50", "--max-connections=60").with("--cap=200");
        full("server-threads", fewerThreads, ALL, "hold-blocking");
        Plant fewerConnections =
                Plant.byOptions("--threads=70", "--max-connections=50").with("--cap=200");
        quick("server-max-connections", fewerConnections, ONLY_JETTY, "hold-blocking");
        full("server-max-connections", fewerConnections, ALL_BUT_JETTY, "hold-blocking");
        full(
                "server-max-connections",
                Plant.byOptions("--nofile=512", "--max-connections=300").with("--cap=1000", "--threads=1000"),
                ALL,
                "keep-alive");
        full(
                "server-file-descriptors",
                Plant.byOptions("--nofile=512", "--max-connections=600").with("--cap=1000", "--threads=1000"),
                ALL,
                "keep-alive");
        // The queue holds a burst, but runs over behind a connector that accepts no more: a symptom.
        full(
                "server-max-connections",
                Plant.byOptions("--max-connections=100", "--accept-count=24").with("--cap=400", "--threads=400"),
                ALL,
                "keep-alive");
    }

    private void controls() {
        Plant nothing = Plant.nothing().with("--cap=150");
        shortest(PlantedCell.NONE, nothing, TOMCAT, "keep-alive");
        full(PlantedCell.NONE, nothing, ALL_BUT_TOMCAT, "keep-alive");
        full(PlantedCell.NONE, nothing, ALL, "hold-async", "websocket");
        // Of its own accord Undertow has fewer threads than that.
        full(PlantedCell.NONE, nothing.with("--threads=200"), ALL, "hold-blocking", "recursive");
        // A burst runs over it; opened more calmly, as many are held as without it.
        quick(PlantedCell.NONE, Plants.shortAcceptQueue(), TOMCAT, "keep-alive");
        full(PlantedCell.NONE, Plants.neighbourOverflows(), TOMCAT, "keep-alive");
        full(PlantedCell.NONE, Plants.shortAcceptQueue(), ALL, "hold-async");
        full(PlantedCell.NONE, Plants.shortAcceptQueue(), ALL_BUT_TOMCAT, "keep-alive");
    }

    private void shortest(String factor, Plant plant, List<ServerKind> targets, String... workloads) {
        add(factor, plant, Form.SHORTEST, targets, workloads);
    }

    private void quick(String factor, Plant plant, List<ServerKind> targets, String... workloads) {
        add(factor, plant, Form.QUICK, targets, workloads);
    }

    private void full(String factor, Plant plant, List<ServerKind> targets, String... workloads) {
        add(factor, plant, Form.FULL, targets, workloads);
    }

    private void add(String factor, Plant plant, Form form, List<ServerKind> targets, String... workloads) {
        for (String workload : workloads) {
            targets.forEach(target -> cells.add(new PlantedCell(factor, target, workload, plant, form)));
        }
    }

    private static List<ServerKind> without(List<ServerKind> left, List<ServerKind> all) {
        return all.stream().filter(kind -> !left.contains(kind)).toList();
    }
}
