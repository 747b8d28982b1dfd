package io.ceiling.harness.reading;

import io.ceiling.harness.reading.HostReading.HostCpu;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The time of this host's processors in a span by its use, each as a share of all their time, 0..1; empty if it was not seen.
 *
 * @param idle idle time in which nothing waited for a disk
 * @param iowait idle time in which a process waited for a disk
 * @param softirq time of software interrupts, such as the work of the network stack
 * @param steal time that a hypervisor took away
 */
public record HostShares(OptionalDouble idle, OptionalDouble iowait, OptionalDouble softirq, OptionalDouble steal) {

    /** Shares of which none was seen. */
    public static final HostShares NOT_SEEN = new HostShares(
            OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    public static HostShares between(HostReading start, HostReading end) {
        return new HostShares(
                share(start, end, HostCpu::idleNanos),
                share(start, end, HostCpu::iowaitNanos),
                share(start, end, HostCpu::softirqNanos),
                share(start, end, HostCpu::stealNanos));
    }

    private static OptionalDouble share(HostReading start, HostReading end, Function<HostCpu, Observation> time) {
        Observation all = end.cpu().totalNanos().since(start.cpu().totalNanos());
        Observation part = time.apply(end.cpu()).since(time.apply(start.cpu()));
        return all.isAtLeast(1) && part.isAtLeast(0)
                ? OptionalDouble.of((double) part.orElse(0) / all.orElse(1))
                : OptionalDouble.empty();
    }
}
