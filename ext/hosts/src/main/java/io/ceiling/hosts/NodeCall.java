package io.ceiling.hosts;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.fleet.AgentSizing;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.AgentCall;
import io.ceiling.load.link.RecordBytes;
import io.ceiling.load.link.Request;
import io.ceiling.load.link.ValueCodec;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command to a node as a record that can be sent to it.
 *
 * @param <A> type of the answer
 */
sealed interface NodeCall<A> extends Request<A> {

    /** Byte format of commands, their answers, and the facts of a node. */
    RecordBytes FORMAT = new RecordBytes(
            "io.ceiling.",
            Map.of(
                    Path.class, ValueCodec.ofText(Path::toString, Path::of),
                    Duration.class, ValueCodec.ofText(Duration::toString, Duration::parse),
                    Limit.class, ValueCodec.ofText(Limit::toString, Limit::parse),
                    Observation.class,
                            ValueCodec.ofText(
                                    Observation::toString,
                                    text -> text.isEmpty()
                                            ? Observation.NOT_SEEN
                                            : Observation.of(Long.parseLong(text))),
                    Workload.class, ValueCodec.ofText(Workload::label, Workloads::of)));

    /** Runs this command on the node, and returns the answer. May block. */
    A run(NodeWork node) throws InterruptedException;

    /** Answer to a command that returns nothing. */
    record Done() {}

    /** Command that returns nothing. */
    sealed interface VoidCall extends NodeCall<Done> {

        void execute(NodeWork node) throws InterruptedException;

        @Override
        default Done run(NodeWork node) throws InterruptedException {
            execute(node);
            return new Done();
        }
    }

    record ReadState() implements NodeCall<LoadHost.State> {

        @Override
        public LoadHost.State run(NodeWork node) {
            return node.state();
        }
    }

    /** Reading of the monotonic clock of a host, in ns. */
    record Clock(long nanos) {}

    record ReadClock() implements NodeCall<Clock> {

        @Override
        public Clock run(NodeWork node) {
            return new Clock(System.nanoTime());
        }
    }

    /** Replaces the node's load agents with new ones. */
    record ForkAgents(AgentSizing agents) implements VoidCall {

        @Override
        public void execute(NodeWork node) {
            node.agents().fork(agents);
        }
    }

    record EndAgents() implements VoidCall {

        @Override
        public void execute(NodeWork node) {
            node.agents().end();
        }
    }

    /** The answer of an agent: one of three known kinds, since nothing else is read. */
    record AgentAnswer(
            AgentCall.@Nullable Done done, @Nullable AgentReport report, @Nullable AgentHistograms histograms) {

        static AgentAnswer of(Object answer) {
            return new AgentAnswer(
                    answer instanceof AgentCall.Done done ? done : null,
                    answer instanceof AgentReport report ? report : null,
                    answer instanceof AgentHistograms histograms ? histograms : null);
        }

        @Nullable
        Object answer() {
            return done != null ? done : report != null ? report : histograms;
        }
    }

    /** Passes a request on to an agent and its answer back. */
    record AskAgent(int agent, Request<?> request) implements NodeCall<AgentAnswer> {

        public AskAgent {
            if (!(request instanceof AgentCall<?>)) {
                throw new IllegalArgumentException(request.getClass().getName() + " is no request to a load agent");
            }
        }

        @Override
        public AgentAnswer run(NodeWork node) {
            return AgentAnswer.of(node.agents().ask(agent, request));
        }
    }

    /**
     * Starts a server.
     *
     * @param number number of the server among all of the scenario
     * @param elapsedNanos time since the start of the scenario, in ns
     */
    record StartServer(Scenario scenario, int number, ServerPlace place, long elapsedNanos)
            implements NodeCall<NodeServers.ReadyServer> {

        @Override
        public NodeServers.ReadyServer run(NodeWork node) throws InterruptedException {
            return node.servers().start(this);
        }
    }

    /** Command to a server of the node. */
    sealed interface ServerCall<A> extends NodeCall<A> {

        int server();

        A run(ForkedSession server) throws InterruptedException;

        @Override
        default A run(NodeWork node) throws InterruptedException {
            return run(node.servers().of(server()));
        }
    }

    /** Reads a server; at less cost, or after a full collection of its heap. */
    record ReadServer(int server, Depth depth) implements ServerCall<NodeServers.NodeReading> {

        enum Depth {
            GLANCE,
            ALL,
            AFTER_GC,
            /** After a collection, and once the memory no longer changes. */
            STEADY_AFTER_GC
        }

        @Override
        public NodeServers.NodeReading run(ForkedSession server) {
            return NodeServers.NodeReading.of(server, depth);
        }
    }

    record ReadFigures(int server) implements ServerCall<NodeServers.ServerFigures> {

        @Override
        public NodeServers.ServerFigures run(ForkedSession server) {
            return NodeServers.ServerFigures.of(server);
        }
    }

    record ReadTraces(int server) implements ServerCall<ForkedSession.Traces> {

        @Override
        public ForkedSession.Traces run(ForkedSession server) {
            return server.traces();
        }
    }

    record ReadChannels(int server) implements ServerCall<ChannelGauges> {

        @Override
        public ChannelGauges run(ForkedSession server) {
            return server.channels();
        }
    }

    record ReleaseHeld(int server) implements ServerCall<Done> {

        @Override
        public Done run(ForkedSession server) {
            server.releaseHeld();
            return new Done();
        }
    }

    record ConnectPublisher(int server) implements ServerCall<Done> {

        @Override
        public Done run(ForkedSession server) throws InterruptedException {
            server.publisher().connect();
            return new Done();
        }
    }

    record Publish(int server, Publishing publishing, int identifiers, int seed) implements ServerCall<Done> {

        @Override
        public Done run(ForkedSession server) throws InterruptedException {
            server.publisher().start(publishing, identifiers, seed);
            return new Done();
        }
    }

    record StopPublishing(int server) implements ServerCall<Publisher.PublishedCount> {

        @Override
        public Publisher.PublishedCount run(ForkedSession server) throws InterruptedException {
            return server.publisher().stop();
        }
    }

    /** The last lines of a server's log. */
    record Log(String text) {}

    record EndServer(int server) implements NodeCall<Log> {

        @Override
        public Log run(NodeWork node) {
            return new Log(node.servers().end(server));
        }
    }
}
