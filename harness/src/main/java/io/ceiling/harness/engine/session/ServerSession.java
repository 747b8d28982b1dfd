package io.ceiling.harness.engine.session;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One server JVM of a scenario, or all its instances together, with everything that observes them. */
public interface ServerSession extends AutoCloseable {

    /** Starts the servers of a scenario. Blocks until the server is ready. */
    interface Starter {
        ServerSession start(int number) throws InterruptedException;
    }

    /** A source of the servers of scenarios. */
    @FunctionalInterface
    interface Source {

        /**
         * Returns the starter of the servers of one scenario.
         *
         * @param toCsv receives the samples
         * @param startNanos start of the scenario, in the time of {@link RunClock#nanoTime}
         */
        Starter of(Scenario scenario, Consumer<Sample> toCsv, long startNanos);
    }

    /**
     * A server when it was ready.
     *
     * @param server the server with the settings that it uses
     * @param baseline first sample, before any load
     * @param limits limits of its process
     */
    record ReadyServer(StartedServer server, Sample baseline, HostLimits limits) {
        public RunningSettings running() {
            return server.running();
        }
    }

    /** Returns the server; of several instances the first, which in a ring gets the request. */
    ReadyServer started();

    /** Returns the other instances in their order, which in a ring is the order of the calls. */
    default List<ReadyServer> otherInstances() {
        return List.of();
    }

    /** Returns all instances in their order. */
    default List<ReadyServer> all() {
        return Stream.concat(Stream.of(started()), otherInstances().stream()).toList();
    }

    /** Returns the length of the server's listen queue, as its connector or its beans report it. */
    default Limit listenQueue() {
        Limit running = started().running().sizes().acceptCount();
        return running.isSeen() ? running : started().baseline().server().pool().acceptCount();
    }

    Recorder recorder();

    /** Returns the access to the server's JVM; empty for several servers, or one on another host. */
    default Optional<JvmAccess> access() {
        return Optional.empty();
    }

    /** Returns the room that the server has for threads now; nothing is seen of several servers, or on another host. */
    default ThreadHeadroom threadRoom() {
        return ThreadHeadroom.UNSEEN;
    }

    /**
     * Returns the memory that the server's control groups have left, in bytes; not seen without a limit, of several
     * servers, or on another host.
     */
    default Observation cgroupRoomBytes() {
        return Observation.NOT_SEEN;
    }

    /**
     * Returns the option with which a JVM that serves others refuses full collections, so that none are run; empty
     * without one.
     */
    default Optional<String> refusalOfCollections() {
        return Optional.empty();
    }

    /** Returns the exit code; empty while the server runs. */
    OptionalInt exitCode();

    /** Returns a sentence about the server that is gone; empty while all run. */
    default Optional<String> endReason() {
        return exitCode().isPresent()
                ? Optional.of("the server ended with exit code %d"
                        .formatted(exitCode().getAsInt()))
                : Optional.empty();
    }

    /** Returns the connections that the connector holds now. */
    Observation connections();

    /**
     * Returns true if the connector is seen to hold at least that many. For polls: it may cost less than a full count.
     */
    default boolean hasConnections(long least) {
        return connections().isAtLeast(least);
    }

    Publisher publisher();

    /**
     * Orders the web application to end the responses that it holds. Blocks for its answer, at most ten seconds. A
     * server that does not answer keeps them.
     */
    void releaseHeld();

    /** Returns the time that the JIT compilers of the server's JVM have spent so far, in ns. */
    Observation compilationNanos();

    /** Returns the processors that the server may use: a part of one if its quota grants no more. */
    double processors();

    /** Returns the processor time of the server since its start, in ns, as far as it is known. */
    Observation cpuNanos();

    /** Returns the deepest level of recursion so far. */
    Observation deepestLevel();

    /**
     * Reads where the threads of the server are now. Blocks for some tenths of a second, at most eleven seconds.
     * Nothing is seen of several servers, or on another host.
     */
    default ThreadPlaces.ThreadSnapshot threads() {
        return ThreadPlaces.ThreadSnapshot.notSeen("no thread dump of several servers, or on another host");
    }

    /**
     * Returns the servers, of several, that leave connections without an answer, and where the threads of the first few
     * are. Blocks like {@link #threads}.
     *
     * @param each evidence of each server
     */
    default List<Evidence.SilentServer> silentServers(List<Evidence> each) {
        return List.of();
    }

    /**
     * Returns in one line why single requests to the application in this server fail. Empty if none fails, if they were
     * checked before, as for a probe, or if the server is on another host. Blocks for a second, or for a request that
     * takes longer. Does not judge response times: the server is cold.
     */
    default Optional<String> failureOfSingleRequests(CustomRequest request) {
        return Optional.empty();
    }

    /** Returns the current occupants of the server; not seen for several servers, or on another host. */
    default Occupants occupants() {
        return Occupants.NOT_SEEN;
    }

    /**
     * Sends requests to a proxy and to the server behind it under load. Blocks for a few requests. Returns {@code NONE}
     * without a proxy.
     */
    default HopControl hops() {
        return HopControl.NONE;
    }

    List<Evidence> evidence(Sample lastPassed, Step failed, String answer);

    /** Stops the server and blocks until it is gone. A server that the harness did not start keeps running. */
    @Override
    void close();
}
