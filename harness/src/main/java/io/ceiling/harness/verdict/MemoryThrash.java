package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Confidence;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReading;
import java.util.Optional;

/**
 * Detects a server that lives on in memory that is full. Without swap the kernel then drops the pages that it can read
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

    private MemoryThrash() {}

    static Optional<Attribution> detect(Facts facts) {
        Seen faults = facts.riseOfServer(ServerReading::majorFaults);
        if (!faults.isAtLeast(MANY_FAULTS)) {
            return Optional.empty();
        }
        long limit = facts.evidence().room().limits().cgroupMemoryBytes().orElse(0);
        Seen rss = facts.peak(ServerReading::rssBytes);
        long total = facts.hostPeak(HostReading::memoryTotalBytes).orElse(0);
        Seen left = facts.evidence().failed().after().host().memoryAvailableBytes();
        boolean groupFull = limit > 0 && rss.isAtLeast((long) Math.ceil(NEARLY_ALL * limit));
        boolean hostFull = total > 0 && left.isSeen() && left.orElse(0) <= NEARLY_NONE * total;
        if (!groupFull && !hostFull) {
            return Optional.empty();
        }
        return Optional.of(ProcessEnd.memory(
                facts,
                Confidence.HIGH,
                "the server waited %s times for the disk in this step, since the kernel had dropped pages of its program (major faults); %s resident, %s, %s left on the host"
                        .formatted(
                                Facts.words(faults),
                                Facts.mebibytes(rss),
                                limit > 0 ? "cgroup limit " + Facts.mebibytes(limit) : "no cgroup limit",
                                Facts.mebibytes(left))));
    }
}
