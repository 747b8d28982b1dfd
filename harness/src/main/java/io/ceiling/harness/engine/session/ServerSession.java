package io.ceiling.harness.engine.session;

import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.observe.JvmAccess;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ThreadRoom;
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
    record Started(StartedServer server, Sample baseline, HostLimits limits) {
        public RunningSettings running() {
            return server.running();
        }
    }

    /** Returns the server; of several instances the first, which in a ring gets the request. */
    Started started();

    /** Returns the other instances, in their order; that of a ring is the one in which they call each other. */
    default List<Started> further() {
        return List.of();
    }

    /** Returns all instances in their order. */
    default List<Started> all() {
        return Stream.concat(Stream.of(started()), further().stream()).toList();
    }

    /** Returns the length of the server's listen queue, as its connector or its beans report it. */
    default Limit listenQueue() {
        Limit running = started().running().sizes().acceptCount();
        return running.isSeen() ? running : started().baseline().server().pool().acceptCount();
    }

    Recorder recorder();

    /** Returns the ways to the server; empty for several servers, or one on another host. */
    default Optional<JvmAccess> access() {
        return Optional.empty();
    }

    /** Returns the room that the server has for threads now; nothing is seen of several servers, or on another host. */
    default ThreadRoom threadRoom() {
        return ThreadRoom.UNSEEN;
    }

    /**
     * Returns the memory that the server's control groups have left, in bytes; not seen without a limit, of several
     * servers, or on another host.
     */
    default Seen cgroupRoomBytes() {
        return Seen.NOT;
    }

    /** Returns the option by which a JVM that serves others refuses full collections, which is heeded; empty without one. */
    default Optional<String> refusalOfCollections() {
        return Optional.empty();
    }

    /** Returns the exit code; empty while the server runs. */
    OptionalInt exitCode();

    /** Returns a sentence about the server that is gone; empty while all run. */
    default Optional<String> ended() {
        return exitCode().isPresent()
                ? Optional.of("the server ended with exit code %d"
                        .formatted(exitCode().getAsInt()))
                : Optional.empty();
    }

    /** Returns the connections that the connector holds now. */
    Seen connections();

    /** Returns true if it is seen to hold so many, for polls: that may cost less than to count all. */
    default boolean hasConnections(long least) {
        return connections().isAtLeast(least);
    }

    /** Returns the publisher to the channels of this server. */
    Publisher publisher();

    /**
     * Orders the web application to end the responses that it holds. Blocks for its answer, at most ten seconds. A
     * server that does not answer keeps them.
     */
    void releaseHeld();

    /** Returns the time that the JIT compilers of the server's JVM have spent so far, in ns. */
    Seen compilationNanos();

    /** Returns the processors that the server may use: a part of one if its quota grants no more. */
    double processors();

    /** Returns the processor time of the server since its start, in ns, as far as it is known. */
    Seen cpuNanos();

    /** Returns the deepest level of recursion so far. */
    Seen deepestLevel();

    /**
     * Looks where the threads of the server are now. Blocks for some tenths of a second, at most eleven seconds. Nothing
     * is seen of several servers, or on another host.
     */
    default ThreadPlaces.ThreadSnapshot threads() {
        return ThreadPlaces.ThreadSnapshot.notSeen("no thread dump of several servers, or on another host");
    }

    /**
     * Returns those of several servers that leave connections without an answer, and where the threads are of the first of them.
     * Blocks like {@link #threads}.
     *
     * @param each evidence of each server
     */
    default List<Evidence.SilentServer> silent(List<Evidence> each) {
        return List.of();
    }

    /**
     * Returns why single requests to the application in this server fail, in one line; empty if none does, or if it was asked
     * before, as that of a probe, or is on another host. Blocks for a second, or for a request that takes longer. How long it
     * takes is not judged: the server is cold.
     */
    default Optional<String> failureOfSingleRequests(CustomRequest request) {
        return Optional.empty();
    }

    /** Returns the current occupants of the server; not seen for several servers, or on another host. */
    default Occupants occupants() {
        return Occupants.NOT_SEEN;
    }

    /**
     * Asks a proxy and the server behind it while the load goes on. Blocks for a few requests. Nothing is known without a
     * proxy.
     */
    default HopControl hops() {
        return HopControl.NONE;
    }

    /** Returns the evidence of the step that has just failed, for each server of this session. */
    List<Evidence> evidence(Sample lastPassed, Step failed, String answer);

    /** Stops the server and blocks until it is gone. A server that the harness did not start keeps running. */
    @Override
    void close();
}
