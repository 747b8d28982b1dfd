package io.ceiling.harness.reading;

import io.ceiling.container.Limit;

/**
 * The processor time that the control groups of a process grant it, and how often the kernel has stopped the process
 * because it was used up.
 *
 * @param millicores quota of the control group with the least one, in thousandths of a processor; unlimited if none has
 *     a quota
 * @param periods periods of that group in which one of its processes ran, since the group was created
 * @param throttledPeriods those of them in which the kernel stopped it until the next period
 * @param throttledNanos time for which it was stopped, in ns
 */
public record CpuQuota(Limit millicores, Seen periods, Seen throttledPeriods, Seen throttledNanos) {

    public static final CpuQuota NOT_SEEN = new CpuQuota(Limit.NOT_SEEN, Seen.NOT, Seen.NOT, Seen.NOT);

    CpuQuota plus(CpuQuota other) {
        return new CpuQuota(
                millicores.plus(other.millicores),
                periods.plus(other.periods),
                throttledPeriods.plus(other.throttledPeriods),
                throttledNanos.plus(other.throttledNanos));
    }
}
