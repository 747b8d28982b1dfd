package io.ceiling.hosts;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.fleet.WantedAgents;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.scenario.Publishing;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.Place;
import java.util.Base64;

/**
 * A command to a node as a record that can be sent to it.
 *
 * @param <A> type of the answer
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "call")
sealed interface NodeCall<A> {

    /** Runs this command on the node, and returns the answer. May block. */
    A run(NodeWork node) throws InterruptedException;

    Class<A> answer();

    /** Answer to a command that returns nothing. */
    record Done() {}

    /** Command that returns nothing. */
    sealed interface Plain extends NodeCall<Done> {

        void execute(NodeWork node) throws InterruptedException;

        @Override
        default Done run(NodeWork node) throws InterruptedException {
            execute(node);
            return new Done();
        }

        @Override
        default Class<Done> answer() {
            return Done.class;
        }
    }

    record ReadState() implements NodeCall<LoadHost.State> {

        @Override
        public LoadHost.State run(NodeWork node) {
            return node.state();
        }

        @Override
        public Class<LoadHost.State> answer() {
            return LoadHost.State.class;
        }
    }

    /** Reading of the monotonic clock of a host, in ns. */
    record Clock(long nanos) {}

    record ReadClock() implements NodeCall<Clock> {

        @Override
        public Clock run(NodeWork node) {
            return new Clock(System.nanoTime());
        }

        @Override
        public Class<Clock> answer() {
            return Clock.class;
        }
    }

    /** Replaces the node's load agents with new ones. */
    record ForkAgents(WantedAgents agents) implements Plain {

        @Override
        public void execute(NodeWork node) {
            node.agents().fork(agents);
        }
    }

    record EndAgents() implements Plain {

        @Override
        public void execute(NodeWork node) {
            node.agents().end();
        }
    }

    /** Bytes of a request to an agent, or of its answer; see {@link io.ceiling.load.link.RequestBytes}. */
    record EncodedBytes(String base64) {

        static EncodedBytes of(byte[] bytes) {
            return new EncodedBytes(Base64.getEncoder().encodeToString(bytes));
        }

        byte[] bytes() {
            return Base64.getDecoder().decode(base64);
        }
    }

    /** Passes a request on to an agent and its answer back. */
    record AskAgent(int agent, EncodedBytes request) implements NodeCall<EncodedBytes> {

        @Override
        public EncodedBytes run(NodeWork node) {
            return EncodedBytes.of(node.agents().ask(agent, request.bytes()));
        }

        @Override
        public Class<EncodedBytes> answer() {
            return EncodedBytes.class;
        }
    }

    /**
     * Starts a server.
     *
     * @param number number of the server among all of the scenario
     * @param elapsedNanos time since the start of the scenario, in ns
     */
    record StartServer(Scenario scenario, int number, Place place, long elapsedNanos)
            implements NodeCall<NodeServers.Ready> {

        @Override
        public NodeServers.Ready run(NodeWork node) throws InterruptedException {
            return node.servers().start(this);
        }

        @Override
        public Class<NodeServers.Ready> answer() {
            return NodeServers.Ready.class;
        }
    }

    /** Command to a server of the node. */
    sealed interface ToServer<A> extends NodeCall<A> {

        /** Returns the number that the node has given the server. */
        int server();

        A run(ForkedSession server) throws InterruptedException;

        @Override
        default A run(NodeWork node) throws InterruptedException {
            return run(node.servers().of(server()));
        }
    }

    /** Reads a server; at less cost, or after a full collection of its heap. */
    record ReadServer(int server, Depth depth) implements ToServer<NodeServers.NodeReading> {

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

        @Override
        public Class<NodeServers.NodeReading> answer() {
            return NodeServers.NodeReading.class;
        }
    }

    record ReadFigures(int server) implements ToServer<NodeServers.ServerFigures> {

        @Override
        public NodeServers.ServerFigures run(ForkedSession server) {
            return NodeServers.ServerFigures.of(server);
        }

        @Override
        public Class<NodeServers.ServerFigures> answer() {
            return NodeServers.ServerFigures.class;
        }
    }

    record ReadTraces(int server) implements ToServer<ForkedSession.Traces> {

        @Override
        public ForkedSession.Traces run(ForkedSession server) {
            return server.traces();
        }

        @Override
        public Class<ForkedSession.Traces> answer() {
            return ForkedSession.Traces.class;
        }
    }

    record ReadChannels(int server) implements ToServer<ChannelGauges> {

        @Override
        public ChannelGauges run(ForkedSession server) {
            return server.channels();
        }

        @Override
        public Class<ChannelGauges> answer() {
            return ChannelGauges.class;
        }
    }

    record ReleaseHeld(int server) implements ToServer<Done> {

        @Override
        public Done run(ForkedSession server) {
            server.releaseHeld();
            return new Done();
        }

        @Override
        public Class<Done> answer() {
            return Done.class;
        }
    }

    record ConnectPublisher(int server) implements ToServer<Done> {

        @Override
        public Done run(ForkedSession server) throws InterruptedException {
            server.publisher().connect();
            return new Done();
        }

        @Override
        public Class<Done> answer() {
            return Done.class;
        }
    }

    record Publish(int server, Publishing publishing, int identifiers, int seed) implements ToServer<Done> {

        @Override
        public Done run(ForkedSession server) throws InterruptedException {
            server.publisher().start(publishing, identifiers, seed);
            return new Done();
        }

        @Override
        public Class<Done> answer() {
            return Done.class;
        }
    }

    record StopPublishing(int server) implements ToServer<Publisher.PublishedCount> {

        @Override
        public Publisher.PublishedCount run(ForkedSession server) throws InterruptedException {
            return server.publisher().stop();
        }

        @Override
        public Class<Publisher.PublishedCount> answer() {
            return Publisher.PublishedCount.class;
        }
    }

    /** The last lines of a server's log. */
    record Log(String text) {}

    record EndServer(int server) implements NodeCall<Log> {

        @Override
        public Log run(NodeWork node) {
            return new Log(node.servers().end(server));
        }

        @Override
        public Class<Log> answer() {
            return Log.class;
        }
    }
}
