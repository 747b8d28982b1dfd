package io.ceiling.hosts;

import io.ceiling.container.LockedFolder;
import io.ceiling.harness.observe.EnvironmentProbe;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.hosts.pipe.NodeEnd;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Runs {@code ceiling node}: executes the orders of the harness that started it, until that harness ends. */
final class NodeRunner {

    // Time that a user waits at most after Ctrl-C.
    private static final Duration PATIENCE_AT_SIGNAL = Duration.ofSeconds(10);

    private static final String AGENTS_LOG = "agents.log";

    // Number of servers of one run whose files may be deleted after a kill.
    private static final int MAX_SERVERS = 10_000;

    private final Path home;
    private final List<Jdk> jdks;
    private final PrintStream err;

    /**
     * Creates the runner of a node.
     *
     * @param home root folder of the project
     * @param jdks JDKs of this host, newest first
     * @param err standard error, since standard output belongs to the harness
     */
    public NodeRunner(Path home, List<Jdk> jdks, PrintStream err) {
        this.home = home;
        this.jdks = List.copyOf(jdks);
        this.err = err;
    }

    /** Blocks until the harness is gone. On return no server and no agent is left. */
    public void run(NodeRules rules, AllowedLoad allowed) {
        CountDownLatch ended = new CountDownLatch(1);
        Environment environment = new EnvironmentProbe(Clock.systemUTC()).read(home, jdks, List.of());
        NodeFacts facts =
                new NodeFacts(HostIdentity.ofThisHost(), rules.address(), rules.takesServers(), environment, allowed);
        try (LockedFolder folder = folder();
                NodeService service = service(rules, facts, folder.path())) {
            NodeEnd.ofThisProcess(BuildVersion.of(home), NodeCall.FORMAT.of(facts), service);
            // After a signal a node ends as it does after its run, and leaves nothing.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(service, ended), "end-node"));
            err.println("ceiling node: the run is over: " + service.awaitEnd());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            ended.countDown();
        }
    }

    private static void end(NodeService service, CountDownLatch ended) {
        service.harnessGone("this node got a signal");
        try {
            boolean ignored = ended.await(PATIENCE_AT_SIGNAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private NodeService service(NodeRules rules, NodeFacts facts, Path folder) {
        NodeLoad load = new NodeLoad(home, jdks.get(0), folder.resolve(AGENTS_LOG), facts.allowed());
        return new NodeService(rules, facts, load, new NodeServers(home, jdks, folder));
    }

    private static LockedFolder folder() throws IOException {
        Set<String> content = Stream.concat(
                        Stream.of(AGENTS_LOG),
                        IntStream.rangeClosed(1, MAX_SERVERS).boxed().flatMap(i -> Stream.of(
                                        "server-%d.log", "server-%d.log.gauges")
                                .map(name -> name.formatted(i))))
                .collect(Collectors.toUnmodifiableSet());
        return LockedFolder.create(
                Path.of(System.getProperty("java.io.tmpdir")), new LockedFolder.Kind("ceiling-node-", content));
    }
}
