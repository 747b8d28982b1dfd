package io.ceiling.harness.run.session;

import io.ceiling.container.RunningSettings;
import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.StartedServer;
import io.ceiling.harness.model.Step;
import io.ceiling.harness.run.control.Publisher;
import java.util.List;
import java.util.OptionalInt;

/** One server JVM of a scenario, or all JVMs of a ring, with everything that watches it. */
public interface ServerSession extends AutoCloseable {

    /** Starts the n-th server of a scenario. */
    interface Starter {
        ServerSession start(int number) throws InterruptedException;
    }

    /**
     * What a server began with.
     *
     * @param limits as they are for its process
     */
    record Started(StartedServer server, Sample baseline, HostLimits limits) {
        public RunningSettings running() {
            return server.running();
        }
    }

    /** The server, of a ring the one that is sent the first request. */
    Started started();

    /** The others of a ring, in the order in which they call each other. */
    default List<Started> further() {
        return List.of();
    }

    Recorder recorder();

    /** The exit code; empty while the server lives. */
    OptionalInt exitCode();

    /** Connections the connector holds now; -1 if it cannot be asked. */
    long connections();

    /** What publishes to the channels of this server. */
    Publisher publisher();

    /**
     * Has the web application end the responses that it holds; blocks for its answer, ten seconds at most. A server that does
     * not answer holds on to them.
     */
    void releaseHeld();

    /** Returns the time that the compilers of the server's JVM have spent so far; -1 if not seen. */
    long compilationNanos();

    /** Returns the processors that the server may use, at least 1. */
    int processors();

    /** Returns the processor time of the server since its start, as far as it is known; -1 if not seen. */
    long cpuNanos();

    /** Deepest level of recursion so far. */
    long deepestLevel();

    /** Everything about the step that has just failed, for each server of this session. */
    List<Evidence> evidence(Sample lastPassed, Step failed, String answer);

    /** Ends the server and blocks until it is gone. */
    @Override
    void close();
}
