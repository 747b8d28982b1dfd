package io.ceiling.harness.cli;

import io.ceiling.harness.model.HostLimits;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.climb.ClimbRequest;
import io.ceiling.harness.run.external.ProbeRequest;
import io.ceiling.harness.run.rooms.RoomsRequest;
import io.ceiling.harness.run.traffic.TrafficRequest;
import io.ceiling.harness.server.JdkFinder;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What commands touch, so that tests can put something else in its place.
 *
 * @param home folder of the project
 * @param limits reads this host's limits
 * @param memoryBytes reads this host's memory; -1 if it cannot be seen
 * @param runners carry out what was asked for
 */
record CommandContext(
        Path home,
        Supplier<HostLimits> limits,
        LongSupplier memoryBytes,
        JdkFinder jdks,
        Runners runners,
        PrintStream out,
        PrintStream err) {

    /** What carries out the commands that measure, each named as its command. */
    record Runners(
            CommandRunner<RunRequest> run,
            CommandRunner<ClimbRequest> climb,
            CommandRunner<RoomsRequest> rooms,
            CommandRunner<TrafficRequest> traffic,
            CommandRunner<ProbeRequest> probe) {}

    /** Carries out what one command was asked for; blocks until all is done. */
    @FunctionalInterface
    interface CommandRunner<R> {

        /** Returns the exit code; exceptions become one line on standard error. */
        int run(R request) throws InterruptedException;
    }

    /** Descriptors that a child process can have; a million where no limit is set or can be seen. */
    int nofileHard() {
        long hard = limits.get().nofileHard();
        return hard < 0 ? 1_000_000 : (int) Math.min(hard, 1_000_000_000);
    }
}
