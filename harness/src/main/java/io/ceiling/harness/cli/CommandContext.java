package io.ceiling.harness.cli;

import io.ceiling.anatomy.AnatomyRequest;
import io.ceiling.capacity.predict.PredictRequest;
import io.ceiling.capacity.size.SizeRequest;
import io.ceiling.harness.command.climb.ClimbRequest;
import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.command.rooms.RoomsRequest;
import io.ceiling.harness.command.traffic.TrafficRequest;
import io.ceiling.harness.forecast.Forecast;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.JdkFinder;
import io.ceiling.watch.WatchRequest;
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
 * @param runners run the requests of the commands that measure
 * @param out standard output
 * @param err standard error
 */
public record CommandContext(
        Path home,
        Supplier<HostLimits> limits,
        LongSupplier memoryBytes,
        JdkFinder jdks,
        Runners runners,
        PrintStream out,
        PrintStream err) {

    /**
     * The runners of the commands that measure, each named like its command.
     *
     * @param any those whose server may be somebody else's
     */
    public record Runners(
            CommandRunner<RunRequest> run,
            CommandRunner<ClimbRequest> climb,
            CommandRunner<RoomsRequest> rooms,
            CommandRunner<TrafficRequest> traffic,
            CommandRunner<SizeRequest> size,
            OfAnyServer any) {}

    /** The runners of commands that measure servers of this project and running ones alike. */
    public record OfAnyServer(
            CommandRunner<ProbeRequest> probe,
            CommandRunner<WatchRequest> watch,
            CommandRunner<AnatomyRequest> anatomy,
            CommandRunner<PredictRequest> predict) {}

    /** Runs the request of one command. */
    @FunctionalInterface
    public interface CommandRunner<R> {

        /**
         * Runs a request and blocks until it is done. An exception becomes one line on standard error.
         *
         * @return the exit code
         */
        int run(R request) throws InterruptedException;
    }

    /**
     * Requires that the hosts of a run can have the instances of its scenarios: this host the memory for them and this process the heap, with
     * further hosts no ring, whose servers call each other on loopback. The memory floor of each further host ends a run
     * in time.
     *
     * @throws CommandException if they cannot; the message has the sum of the memory
     */
    public void requireRoom(RunRequest request) {
        for (Scenario scenario : request.scenarios()) {
            Forecast.beyondHeap(scenario, Runtime.getRuntime().maxMemory()).ifPresent(why -> {
                throw CommandException.badArguments(why);
            });
            if (request.hosts().isPresent() && scenario.workload().isRecursive() && scenario.instances() > 1) {
                throw CommandException.badArguments(
                        "--instances must be 1 for a recursion with --hosts, was %d".formatted(scenario.instances()));
            }
            if (request.hosts().isPresent()) {
                continue;
            }
            Forecast.beyondMemory(scenario, limits.get()).ifPresent(why -> {
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
