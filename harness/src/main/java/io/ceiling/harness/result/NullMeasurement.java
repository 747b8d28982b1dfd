package io.ceiling.harness.result;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.HostReading.HostCpu;
import io.ceiling.harness.reading.Observation;
import java.util.OptionalDouble;

/**
 * What this host did while nothing was measured, before a scenario.
 *
 * @param nanos duration of the look, in ns; 0 if there was none
 * @param processors time of the processors
 * @param longestPauseNanos longest time by which a thread that sleeps 1 ms overslept, in ns
 * @param slabBytesPerSecond growth of the kernel's slabs, in bytes per second; negative if they shrank
 */
public record NullMeasurement(
        long nanos, ProcessorShares processors, long longestPauseNanos, OptionalDouble slabBytesPerSecond) {

    /** No look was taken. */
    public static final NullMeasurement NONE =
            new NullMeasurement(0, ProcessorShares.NOT_SEEN, 0, OptionalDouble.empty());

    /**
     * The time of the processors in the look, each empty if it was not seen.
     *
     * @param busyShare share of other processes and of interrupts, 0..1, without stolen time
     * @param stealShare share that a hypervisor took away, 0..1
     * @param pressureShare share of the time in which some thread waited for a processor (PSI, some), 0..1
     * @param runnable mean number of threads that wanted a processor, without the one that looked
     */
    public record ProcessorShares(
            OptionalDouble busyShare,
            OptionalDouble stealShare,
            OptionalDouble pressureShare,
            OptionalDouble runnable) {

        public static final ProcessorShares NOT_SEEN = new ProcessorShares(
                OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

        public static ProcessorShares between(HostReading start, HostReading end, long nanos, OptionalDouble runnable) {
            HostCpu before = start.cpu();
            HostCpu after = end.cpu();
            Observation all = after.totalNanos().since(before.totalNanos());
            Observation stolen = after.stealNanos().since(before.stealNanos());
            Observation others = after.cpuNanos()
                    .since(before.cpuNanos())
                    .plus(after.irqNanos().since(before.irqNanos()))
                    .plus(after.softirqNanos().since(before.softirqNanos()));
            Observation waited =
                    end.pressure().cpuPressureNanos().since(start.pressure().cpuPressureNanos());
            return new ProcessorShares(
                    // Stolen time is part of the time of processes.
                    share(others.since(stolen), all),
                    share(stolen, all),
                    share(waited, Observation.of(nanos)),
                    runnable);
        }

        private static OptionalDouble share(Observation part, Observation all) {
            return part.isSeen() && all.isAtLeast(1)
                    ? OptionalDouble.of(Math.min(1, Math.max(0, (double) part.orElse(0) / all.orElse(1))))
                    : OptionalDouble.empty();
        }
    }

    public boolean isTaken() {
        return nanos > 0;
    }
}
