package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.text.Figures;
import java.util.Optional;

/**
 * Detects a server that keeps running in full memory. At memory.high the kernel puts each thread of a control group
 * that asks for a page to sleep, which lengthens collections as well. Elsewhere, without swap, the kernel drops pages
 * that it can read again: the program's own code. Then each thread waits for the disk at each step, and the kernel
 * kills nobody, since it gets a page each time.
 */
final class MemoryThrash {

    private static final double FULL_MEMORY_SHARE = 0.85;
    private static final double MIN_FREE_SHARE = 0.05;

    // Major faults of a step. A running JVM has read its code: it had none in most steps and ten in the others. A
    // thrashing one had 300 a second.
    private static final long MANY_FAULTS = 50;

    // Stops of a step: a server that the kernel slows down has thousands.
    private static final long MANY_STOPS = 50;

    private MemoryThrash() {}

    static Optional<Attribution> detect(FailedStep step) {
        Observation faults = step.riseOfServer(reading -> reading.memory().majorFaults());
        Observation stops = step.riseOfServer(reading -> reading.cpu().memoryStops());
        long limit =
                step.evidence().processLimits().limits().cgroupMemoryBytes().orElse(0);
        Observation rss = step.peak(ServerReading::rssBytes);
        long total = step.hostPeak(HostReading::memoryTotalBytes).orElse(0);
        Observation left = step.evidence().failed().after().host().memoryAvailableBytes();
        boolean groupFull = limit > 0 && rss.isAtLeast((long) Math.ceil(FULL_MEMORY_SHARE * limit));
        boolean hostFull = total > 0 && left.isSeen() && left.orElse(0) <= MIN_FREE_SHARE * total;
        boolean slowed = groupFull && stops.isAtLeast(MANY_STOPS) && !ReportedRefusals.exists(step);
        if (!slowed && !(faults.isAtLeast(MANY_FAULTS) && (groupFull || hostFull))) {
            return Optional.empty();
        }
        return Optional.of(ProcessEnd.memory(
                step,
                Confidence.HIGH,
                "%s; %s resident, %s, %s left on the host"
                        .formatted(
                                slowed
                                        ? "the kernel let threads of the server's cgroup sleep %s times in this step, since its memory had reached memory.high (memory.events)"
                                                .formatted(ReadingText.words(stops))
                                        : "the server waited %s times for the disk in this step, since the kernel had dropped pages of its program (major faults)"
                                                .formatted(ReadingText.words(faults)),
                                ReadingText.mebibytes(rss),
                                limit > 0 ? "cgroup limit " + Figures.mebibytes(limit) : "no cgroup limit",
                                ReadingText.mebibytes(left))));
    }
}
