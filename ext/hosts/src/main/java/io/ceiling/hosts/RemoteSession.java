package io.ceiling.hosts;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.control.PublisherException;
import io.ceiling.harness.engine.session.ForkedServers;
import io.ceiling.harness.engine.session.HostWatch;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.hosts.pipe.NodeException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** The session of a server on the host of a node. Not thread-safe, except {@link #exitCode}. */
final class RemoteSession implements ServerSession {

    // Longer than a node waits for its server.
    private static final Duration PATIENCE_TO_START = Duration.ofSeconds(90);

    private static final Duration PATIENCE_TO_COLLECT = Duration.ofSeconds(40);
    private static final Duration PATIENCE_TO_TRACE = Duration.ofSeconds(40);
    private static final Duration PATIENCE_TO_END = Duration.ofSeconds(15);

    // Shortest time between two fetches of figures that a loop polls.
    private static final long FRESH_NANOS = Duration.ofMillis(100).toNanos();

    // Figures of a server whose node is lost.
    private static final NodeServers.ServerFigures LOST_NODE_FIGURES = new NodeServers.ServerFigures(
            OptionalInt.of(Evidence.UNSEEN_EXIT_CODE),
            Observation.NOT_SEEN,
            Observation.NOT_SEEN,
            1,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN);

    // Figures of a server whose node is connected, but did not answer in time.
    private static final NodeServers.ServerFigures UNANSWERED_FIGURES = new NodeServers.ServerFigures(
            OptionalInt.empty(),
            Observation.NOT_SEEN,
            Observation.NOT_SEEN,
            1,
            Observation.NOT_SEEN,
            Observation.NOT_SEEN);

    private final RemoteNode node;
    private final Scenario scenario;
    private final RunClock clock;
    private final int id;
    private final Path log;
    private final Recorder recorder;
    private final ReadyServer started;
    private NodeServers.ServerFigures figures = UNANSWERED_FIGURES;
    private long figuresNanos = Long.MIN_VALUE;

    private RemoteSession(
            RemoteNode node, ForkedServers forkedServers, NodeServers.ReadyServer ready, HostWatch watch, Path log) {
        this.node = node;
        this.scenario = forkedServers.scenario();
        this.clock = forkedServers.clock();
        this.id = ready.id();
        this.log = log;
        this.recorder = new Recorder(
                () -> read(NodeCall.ReadServer.Depth.ALL),
                () -> read(NodeCall.ReadServer.Depth.GLANCE),
                this::collected,
                watch,
                forkedServers.toCsv(),
                forkedServers.clock()::nanoTime,
                forkedServers.startNanos());
        StartedServer.ServerHost place =
                new StartedServer.ServerHost(node.name(), node.facts().address());
        this.started = new ReadyServer(ready.server().at(place), recorder.sampleNow(LoadReading.NONE), ready.limits());
    }

    /**
     * Starts a server on the host of a node, and blocks until it is ready.
     *
     * @param place place of the server, on an address of that host
     * @param watch reads the hosts of the run
     * @throws ScenarioNotRunException if it does not start, or the node is lost
     */
    static ServerSession start(
            RemoteNode node, ForkedServers forkedServers, int number, ServerPlace place, HostWatch watch) {
        long elapsed = forkedServers.clock().nanoTime() - forkedServers.startNanos();
        try {
            NodeServers.ReadyServer ready = node.ask(
                    new NodeCall.StartServer(forkedServers.scenario(), number, place, elapsed), PATIENCE_TO_START);
            Path log = forkedServers.launcher().log(forkedServers.scenario(), number);
            return new RemoteSession(node, forkedServers, ready, watch, log);
        } catch (NodeException e) {
            throw new ScenarioNotRunException(String.valueOf(e.getMessage()));
        }
    }

    private ServerReading read(NodeCall.ReadServer.Depth depth) {
        try {
            return node.ask(new NodeCall.ReadServer(id, depth)).reading();
        } catch (NodeException e) {
            return ServerReading.NOT_SEEN;
        }
    }

    private ServerProbe.Collected collected(boolean steady) {
        NodeCall.ReadServer.Depth depth =
                steady ? NodeCall.ReadServer.Depth.STEADY_AFTER_GC : NodeCall.ReadServer.Depth.AFTER_GC;
        try {
            NodeServers.NodeReading reading = node.ask(new NodeCall.ReadServer(id, depth), PATIENCE_TO_COLLECT);
            return new ServerProbe.Collected(reading.afterGc(), reading.reading());
        } catch (NodeException e) {
            return new ServerProbe.Collected(false, ServerReading.NOT_SEEN);
        }
    }

    private synchronized NodeServers.ServerFigures figures() {
        long now = clock.nanoTime();
        if (figuresNanos == Long.MIN_VALUE || now - figuresNanos >= FRESH_NANOS) {
            try {
                figures = node.ask(new NodeCall.ReadFigures(id));
            } catch (NodeException e) {
                figures = node.isConnected() ? UNANSWERED_FIGURES : LOST_NODE_FIGURES;
            }
            figuresNanos = clock.nanoTime();
        }
        return figures;
    }

    @Override
    public ReadyServer started() {
        return started;
    }

    @Override
    public Recorder recorder() {
        return recorder;
    }

    @Override
    public OptionalInt exitCode() {
        return figures().exitCode();
    }

    @Override
    public Observation connections() {
        return figures().connections();
    }

    @Override
    public Observation compilationNanos() {
        return figures().compilationNanos();
    }

    @Override
    public double processors() {
        return figures().processors();
    }

    @Override
    public Observation cpuNanos() {
        return recorder.cpuNanos(figures().cpuNanos());
    }

    @Override
    public Observation deepestLevel() {
        return figures().deepestLevel();
    }

    @Override
    public void releaseHeld() {
        try {
            NodeCall.Done ignored = node.ask(new NodeCall.ReleaseHeld(id), PATIENCE_TO_END);
        } catch (NodeException e) {
            // The caller checks in any case whether the server has released its responses.
        }
    }

    @Override
    public Publisher publisher() {
        return new RemotePublisher(node, id);
    }

    /** @throws ScenarioNotRunException if the node is lost, so that nothing can be said about its server */
    @Override
    public List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
        try {
            return List.of(node.ask(new NodeCall.ReadTraces(id), PATIENCE_TO_TRACE)
                    .evidence(scenario, lastPassed, failed, recorder.stepSamples(), answer));
        } catch (NodeException e) {
            throw new ScenarioNotRunException(String.valueOf(e.getMessage()));
        }
    }

    /** Ends the server, and writes the end of its log to the folder of the run. */
    @Override
    public void close() {
        try {
            String text = node.ask(new NodeCall.EndServer(id), PATIENCE_TO_END).text();
            Files.writeString(log, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (NodeException e) {
            // A node that is lost ends its servers by itself.
        } catch (IOException e) {
            // The log is not needed for any figure.
        }
    }

    // Orders a server on another host to publish, through its node.
    private record RemotePublisher(RemoteNode node, int id) implements Publisher {

        @Override
        public void connect() {
            order(new NodeCall.ConnectPublisher(id));
        }

        @Override
        public void start(Publishing publishing, int identifiers, int seed) {
            order(new NodeCall.Publish(id, publishing, identifiers, seed));
        }

        @Override
        public PublishedCount stop() {
            return order(new NodeCall.StopPublishing(id));
        }

        @Override
        public ChannelGauges gauges() {
            return order(new NodeCall.ReadChannels(id));
        }

        private <A> A order(NodeCall<A> call) {
            try {
                return node.ask(call, PATIENCE_TO_END);
            } catch (NodeException e) {
                throw new PublisherException(String.valueOf(e.getMessage()), e);
            }
        }
    }
}
