package io.ceiling.harness.cli;

import io.ceiling.harness.model.HostLimits;
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
 * @param runner runs what {@code run} was asked for
 * @param climber runs what {@code climb} was asked for
 * @param roomer runs what {@code rooms} was asked for
 * @param traffic runs what {@code traffic} was asked for
 * @param prober ramps the server that it was given
 */
record Surface(
        Path home,
        Supplier<HostLimits> limits,
        LongSupplier memoryBytes,
        JdkFinder jdks,
        Runner runner,
        Climber climber,
        Roomer roomer,
        TrafficDriver traffic,
        Prober prober,
        PrintStream out,
        PrintStream err) {

    /** Descriptors that a child process can have; a million where no limit is set or can be seen. */
    int nofileHard() {
        long hard = limits.get().nofileHard();
        return hard < 0 ? 1_000_000 : (int) Math.min(hard, 1_000_000_000);
    }
}
