package io.ceiling.harness.run.node;

import io.ceiling.container.LockedFolder;
import io.ceiling.harness.cluster.ClusterKey;
import io.ceiling.harness.cluster.Identity;
import io.ceiling.harness.cluster.Joined;
import io.ceiling.harness.model.Environment;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.probe.EnvironmentProbe;
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

/** Runs {@code ceiling node}: joins the harness of a run, and does what it orders until it is gone. */
public final class NodeRunner {

    /** Time that a user waits at most after Ctrl-C. */
    private static final Duration PATIENCE_AT_SIGNAL = Duration.ofSeconds(10);

    private static final String AGENTS_LOG = "agents.log";

    /** Number of servers of one run whose files may be deleted after a kill. */
    private static final int MOST_SERVERS = 10_000;

    private final Path home;
    private final List<Jdk> jdks;
    private final PrintStream out;

    /**
     * Creates the runner of a node.
     *
     * @param home root folder of the project
     * @param jdks JDKs of this host, newest first
     */
    public NodeRunner(Path home, List<Jdk> jdks, PrintStream out) {
        this.home = home;
        this.jdks = List.copyOf(jdks);
        this.out = out;
    }

    /**
     * The request of a node.
     *
     * @param host host or address of the harness
     * @param port its TCP port
     * @param key key of the run
     * @param identity name of the node, and the version of this project
     * @param rules what it may be asked
     * @param allowed load that is allowed
     * @param patience time for which the harness is awaited
     */
    public record Request(
            String host,
            int port,
            ClusterKey key,
            Identity identity,
            NodeRules rules,
            AllowedLoad allowed,
            Duration patience) {}

    /**
     * Blocks until the harness is gone. On return no server and no agent is left.
     *
     * @throws io.ceiling.harness.cluster.ClusterException if the harness does not let this node join; the message is one
     *     line
     */
    public void run(Request request) throws InterruptedException {
        CountDownLatch ended = new CountDownLatch(1);
        try {
            join(request, ended);
        } finally {
            ended.countDown();
        }
    }

    private void join(Request request, CountDownLatch ended) throws InterruptedException {
        try (LockedFolder folder = folder();
                NodeService service = service(request, folder.path());
                Joined joined = Joined.join(
                        request.host(),
                        request.port(),
                        request.key(),
                        request.identity(),
                        request.rules().address(),
                        service,
                        request.patience())) {
            out.println("node %s: joined %s of %s:%d; %s; loads %s with at most %d connections"
                    .formatted(
                            request.identity().name(),
                            joined.founder().name(),
                            request.host(),
                            request.port(),
                            request.rules().takesServers() ? "takes servers" : "takes load agents alone",
                            request.allowed().targets(),
                            request.allowed().mostConnections()));
            // After a signal a node ends as it does after its run, and leaves nothing.
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(service, ended), "end-node"));
            service.awaitEnd();
            out.println("node %s: the run is over".formatted(request.identity().name()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(NodeService service, CountDownLatch ended) {
        service.founderGone();
        try {
            boolean ignored = ended.await(PATIENCE_AT_SIGNAL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private NodeService service(Request request, Path folder) {
        Environment environment = new EnvironmentProbe(Clock.systemUTC()).read(home, jdks, List.of());
        NodeRules rules = request.rules();
        NodeFacts facts = new NodeFacts(rules.address(), rules.takesServers(), environment, request.allowed());
        NodeLoad load = new NodeLoad(home, jdks.get(0), folder.resolve(AGENTS_LOG), request.allowed());
        return new NodeService(rules, facts, load, new NodeServers(home, jdks, folder));
    }

    private static LockedFolder folder() throws IOException {
        Set<String> content = Stream.concat(
                        Stream.of(AGENTS_LOG),
                        IntStream.rangeClosed(1, MOST_SERVERS).boxed().flatMap(i -> Stream.of(
                                        "server-%d.log", "server-%d.log.gauges")
                                .map(name -> name.formatted(i))))
                .collect(Collectors.toUnmodifiableSet());
        return LockedFolder.create(
                Path.of(System.getProperty("java.io.tmpdir")), new LockedFolder.Kind("ceiling-node-", content));
    }
}
