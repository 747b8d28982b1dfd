package io.ceiling.harness.cli;

import io.ceiling.harness.estimate.HostRoom;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.JdkFinder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The dependencies of the commands, which tests can replace.
 *
 * @param home root folder of the project
 * @param limits reads this host's limits
 * @param memoryBytes reads this host's memory, in bytes; -1 if it cannot be seen
 * @param jdks finds the JDKs of this host
 * @param starter starts what the commands measure
 * @param out standard output
 * @param err standard error
 */
public record CommandContext(
        Path home,
        Supplier<HostLimits> limits,
        LongSupplier memoryBytes,
        JdkFinder jdks,
        Starter starter,
        PrintStream out,
        PrintStream err) {

    /** Starts the measurement of a request, or only notes the request in a test. */
    @FunctionalInterface
    public interface Starter {

        /**
         * Blocks until the request is done. An exception becomes one line on standard error.
         *
         * @param run request for which the frame is created
         * @param request whole request of the command
         * @param measurement measures it
         * @return the exit code
         */
        int start(RunRequest run, Record request, Measurement measurement) throws InterruptedException;
    }

    /** The measurement of one request, in a frame that was made for it. */
    @FunctionalInterface
    public interface Measurement {

        /** Blocks until all is measured and returns the exit code. */
        int measure(Run frame) throws InterruptedException;
    }

    /**
     * Requires enough heap in this process and, without other hosts, enough memory on this host for the instances of
     * all scenarios. On other hosts the memory floor ends a run in time, and a ring is refused, because its servers
     * call each other on loopback.
     *
     * @throws CommandException if this is not so; the message has the required memory
     */
    public void requireCapacity(RunRequest request) {
        for (Scenario scenario : request.scenarios()) {
            HostRoom.heapShortage(scenario, Runtime.getRuntime().maxMemory()).ifPresent(why -> {
                throw CommandException.badArguments(why);
            });
            if (request.hosts().isPresent() && scenario.workload().isRecursive() && scenario.instances() > 1) {
                throw CommandException.badArguments(
                        "--instances must be 1 for a recursion with --hosts, was %d".formatted(scenario.instances()));
            }
            if (request.hosts().isPresent()) {
                continue;
            }
            HostRoom.memoryShortage(scenario, limits.get()).ifPresent(why -> {
                throw CommandException.badArguments(why);
            });
        }
    }

    /**
     * Returns the number of descriptors that a child process can open; a million if there is no limit or it cannot be
     * seen.
     */
    public int nofileHard() {
        return (int) Math.min(limits.get().nofileHard().orElse(1_000_000), 1_000_000_000);
    }
}
