package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.rows.Figure;
import io.ceiling.harness.rows.RecordSchema;

/**
 * The processor time that the control groups of a process grant it, and how often the kernel has stopped the process
 * because it was used up.
 */
public record CpuQuota(
        @Figure(
                        value =
                                "least quota of processor time of the server's control groups (cpu.max, cpu.cfs_quota_us), in"
                                        + " thousandths of a processor",
                        column = "cpu_quota_millicores")
                Limit millicores,
        @Figure(
                        value = "periods of the group with that quota in which it ran, since it was created (cpu.stat)",
                        column = "cpu_periods")
                Observation periods,
        @Figure(
                        value = "those of them in which the kernel stopped it because the quota was used up",
                        column = "cpu_throttled_periods")
                Observation throttledPeriods,
        @Figure(value = "time for which the kernel stopped it", column = "cpu_throttled_ns")
                Observation throttledNanos) {

    public static final CpuQuota NOT_SEEN = RecordSchema.notSeen(CpuQuota.class);
}
