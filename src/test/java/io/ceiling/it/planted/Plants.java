package io.ceiling.it.planted;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** The limits that options alone cannot plant. */
final class Plants {

    /** Of the command itself; the other plants run with a longer one, since lateness is not what they plant. */
    private static final String USUAL_SLO = "--slo=800ms";

    private static final String[] TEN_THOUSAND = {
        USUAL_SLO, "--cap=12000", "--nofile=20000", "--threads=13000", "--max-connections=-1", "--heap=2g"
    };

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int CONNTRACK_ENTRIES = 500;

    private static final String TRACK_LOOPBACK = "nft \"add table ip ceiling;"
            + " add chain ip ceiling in { type filter hook input priority 0; }; add rule ip ceiling in ct state new accept\""
            + " && for state in close close_wait fin_wait last_ack time_wait; do"
            + " echo 1 > /proc/sys/net/netfilter/nf_conntrack_tcp_timeout_$state; done";

    private static final List<Integer> PROCESSORS = Machine.processors();

    private Plants() {}

    static Plant idleTimeout() {
        return Plant.of("idle timeout of 2 s")
                // Containers look for idle connections about once a second.
                .with("--hold=5s", "--cap=400")
                .server(WrappedJdk.replace("--idle-timeout-ms=", "--idle-timeout-ms=2000"));
    }

    static Plant littleMemory(long mebibytes) {
        return Plant.of("memory limit of %d MiB for the server, -Xmx2g".formatted(mebibytes))
                .with("--heap=2g", "--nofile=20000", "--threads=10000", "--cap=15000")
                .serverGroup("memory", mebibytes << 20);
    }

    /** Interpreted code stands for a slow application. */
    static Plant oneSlowProcessor() {
        return pinned("server interpreted, on one processor")
                .with(TEN_THOUSAND)
                .server(bind(0), WrappedJdk.prepend("-Xint"))
                .agent(bind(1));
    }

    /** Half a processor of two, so that no processor is full: the kernel stops the server until the next period. */
    static Plant halfAProcessor() {
        return Plant.of("quota of half a processor for the server, interpreted")
                .with(TEN_THOUSAND)
                .serverGroup("cpu", 50_000)
                .server(WrappedJdk.prepend("-Xint"))
                .said("of a quota of 0.50");
    }

    /** With the whole of a processor even interpreted code keeps up with ten thousand connections and more. */
    static Plant slowAgent() {
        return Plant.of("load agent interpreted, with a quarter of a processor")
                .with(TEN_THOUSAND)
                .agentGroup("cpu", 25_000)
                .agent(WrappedJdk.prepend("-Xint"));
    }

    /** As a host does that takes its processors away, or a long collection: what was answered meanwhile is read late. */
    static Plant pausedAgent() {
        return Plant.of("load agent stopped for 1.5 s of every 3 s")
                .with(USUAL_SLO, "--cap=2000", "--nofile=4000", "--threads=2500")
                .agent("(while sleep 1.5 && kill -STOP $$; do sleep 1.5; kill -CONT $$; done)"
                        + " < /dev/null > /dev/null 2>&1 &");
    }

    private static Plant pinned(String words) {
        return Plant.of(words)
                .needing(Machine.runs("taskset", "taskset", "-c", "0"))
                .needing(Machine::lacksTwoProcessors);
    }

    /** Ahead of whatever else runs on this machine, which must not take a part of that processor. */
    private static String bind(int which) {
        int processor = PROCESSORS.size() > which ? PROCESSORS.get(which) : which;
        return "taskset -pc %d $$ > /dev/null; renice -n -10 -p $$ > /dev/null".formatted(processor);
    }

    /** Each collection checks the whole heap, before and after: slow ones, of a heap that is far from full. */
    static Plant slowCollections() {
        return Plant.of("Serial collector that verifies the heap, young generation of 8 MiB")
                .with("--slo=500ms", "--gc=Serial", "--heap=1g", "--cap=8000", "--nofile=12000", "--threads=9000")
                .server(WrappedJdk.prepend(
                        "-Xmn8m -XX:+UnlockDiagnosticVMOptions -XX:+VerifyBeforeGC -XX:+VerifyAfterGC"));
    }

    /** Ten busy loops for each processor beside the run. */
    static Plant busyHost() {
        return Plant.of("all processors busy with something else")
                .with(
                        USUAL_SLO,
                        "--cap=8000",
                        "--nofile=10000",
                        "--threads=9000",
                        "--heap=2g",
                        // The loops are there before the row as well.
                        "--null-time=500ms")
                .around(busyWhile("$((10 * $(nproc)))"));
    }

    /**
     * Surrounds a command with busy loops, which end when it is gone, also if it is killed: the shell that starts them becomes
     * the command.
     *
     * @param loops their number, as a word of shell
     */
    static String[] busyWhile(String loops) {
        String loop = "while kill -0 \"$0\" 2> /dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done";
        return new String[] {
            "sh", "-c", "for each in $(seq %s); do sh -c '%s' $$ & done; exec \"$@\"".formatted(loops, loop), "sh"
        };
    }

    static Plant killed() {
        return Plant.of("SIGSEGV sent to the server")
                .with("--cap=600", "--hold=1s")
                .struckBy(Plants::crashServer);
    }

    private static void crashServer(CeilingProcess ceiling, Path results) throws Exception {
        // Two samples of one server: it has started, and connections are being held.
        Awaiting.until("held connections", PATIENCE, () -> CeilingProcess.linesOfSamples(results) > 2);
        ProcessHandle server = ceiling.children().stream()
                .filter(child -> child.info().commandLine().orElse("").contains("io.ceiling.container."))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no server among the children"));
        new ProcessBuilder("kill", "-SEGV", Long.toString(server.pid())).start().waitFor();
    }

    static Plant fewPorts(int ports) {
        String[] namespace =
                namespaceWith("echo '30000 %d' > /proc/sys/net/ipv4/ip_local_port_range".formatted(30_000 + ports - 1));
        return Plant.of("ip_local_port_range of %d ports".formatted(ports))
                .with("--cap=600", "--threads=800")
                .around(namespace)
                .needing(Machine.runs("a network namespace with a port range of its own", namespace));
    }

    /**
     * A listen queue of one, which a burst of opens runs over. The counters of a namespace are its own, so that no other server
     * of this machine moves them.
     */
    static Plant shortAcceptQueue() {
        String[] namespace = namespaceWith("true");
        return Plant.byOptions("--accept-count=1")
                .with("--cap=1000", "--threads=2000")
                .around(namespace)
                .needing(Machine.runs("a network namespace", namespace));
    }

    /** The kernel counts overflows of all ports together: those of another listener say nothing about the server. */
    static Plant neighbourOverflows() {
        return Plant.of("the listen queue of another server overflows all the time")
                .with("--cap=600", "--threads=800")
                .struckBy((ceiling, results) -> overflowUntilItEnds(ceiling.handle()));
    }

    private static void overflowUntilItEnds(ProcessHandle run) throws IOException {
        InetAddress here = InetAddress.getLoopbackAddress();
        Deque<SocketChannel> waiting = new ArrayDeque<>();
        try (ServerSocket neverAccepts = new ServerSocket(0, 1, here)) {
            while (run.isAlive()) {
                SocketChannel client = SocketChannel.open();
                waiting.add(client);
                client.configureBlocking(false);
                client.connect(new InetSocketAddress(here, neverAccepts.getLocalPort()));
                // The two that fill the queue stay.
                while (waiting.size() > 20) {
                    waiting.removeLast().close();
                }
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        } finally {
            for (SocketChannel client : waiting) {
                client.close();
            }
        }
    }

    /**
     * The table's size is the host's, the table a namespace's own. What is closed may leave it after a second, not after minutes:
     * the connections of one server would still fill it when the next one starts.
     */
    static Plant smallConntrackTable() {
        String[] namespace = namespaceWith(TRACK_LOOPBACK);
        return Plant.of("nf_conntrack_max of %d, loopback tracked in a namespace of its own"
                        .formatted(CONNTRACK_ENTRIES))
                .with("--cap=1500", "--threads=2000")
                .around(namespace)
                .needing(Machine.runs("tracking of loopback in a namespace of its own (nft)", namespace))
                .needing(Machine::tracksConnectionsItself)
                .sysctl(Machine.CONNTRACK_MAX, () -> CONNTRACK_ENTRIES)
                .said("%d of %<d entries".formatted(CONNTRACK_ENTRIES));
    }

    private static String[] namespaceWith(String settings) {
        return new String[] {
            "unshare", "--net", "sh", "-c", "ip link set lo up && " + settings + " && exec \"$@\"", "sh"
        };
    }

    static Plant agentDescriptors(int agents, int server) {
        return Plant.of("ulimit -n %d for the agent, %d for the server".formatted(agents, server))
                .with("--nofile=" + server, "--cap=1000", "--threads=2000")
                .agent("ulimit -n " + agents);
    }

    static Plant agentHeap(String size) {
        return Plant.of("-Xmx%s for the agent".formatted(size))
                .with("--cap=15000", "--nofile=20000", "--max-connections=-1", "--threads=16000", "--heap=1g")
                .agent(WrappedJdk.replace("-Xmx", "-Xmx" + size), WrappedJdk.replace("-Xmn", "-Xmn1m"));
    }

    /** The floor is a quarter of so small a control group; 6000 held requests and the processes need more than the rest. */
    static Plant memoryFloor(long mebibytes) {
        return Plant.of("the whole run in a control group of %d MiB".formatted(mebibytes))
                .with("--cap=6000", "--nofile=8192", "--threads=7000", "--heap=1g")
                .runGroup("memory", mebibytes << 20);
    }

    /** Never planted on a machine that others use: the reason is the answer. */
    static Plant never(String words, String why) {
        return Plant.of(words).needing(() -> Optional.of(why));
    }
}
