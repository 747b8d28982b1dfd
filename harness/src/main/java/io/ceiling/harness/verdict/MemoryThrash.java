package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.text.Figures;
import java.util.Optional;

/**
 * Detects a server that lives on in memory that is full. At memory.high the kernel lets each thread of a control group sleep that
 * asks for a page, which makes collections long as well. Elsewhere, without swap the kernel then drops the pages that it can read
 * again, which are the program's own code: each thread waits for the disk at each step, and the kernel kills nobody,
 * since it gets a page each time.
 */
final class MemoryThrash {

    private static final double NEARLY_ALL = 0.85;
    private static final double NEARLY_NONE = 0.05;

    /**
     * Major faults of a step. A JVM that was started has read what it runs: it had none in most steps, and ten
     * in the others, where one that thrashed had 300 in each second.
     */
    private static final long MANY_FAULTS = 50;

    /** A step of a server that is slowed down has thousands. */
    private static final long MANY_STOPS = 50;

    private MemoryThrash() {}

    static Optional<Attribution> detect(FailedStep step) {
        Seen faults = step.riseOfServer(reading -> reading.memory().majorFaults());
        Seen stops = step.riseOfServer(reading -> reading.cpu().memoryStops());
        long limit = step.evidence().room().limits().cgroupMemoryBytes().orElse(0);
        Seen rss = step.peak(ServerReading::rssBytes);
        long total = step.hostPeak(HostReading::memoryTotalBytes).orElse(0);
        Seen left = step.evidence().failed().after().host().memoryAvailableBytes();
        boolean groupFull = limit > 0 && rss.isAtLeast((long) Math.ceil(NEARLY_ALL * limit));
        boolean hostFull = total > 0 && left.isSeen() && left.orElse(0) <= NEARLY_NONE * total;
        boolean slowed = groupFull && stops.isAtLeast(MANY_STOPS) && !Refusals.exists(step);
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
