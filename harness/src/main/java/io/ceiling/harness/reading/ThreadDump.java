package io.ceiling.harness.reading;

import java.util.List;
import java.util.Set;

/**
 * The threads of a JVM at one moment. Immutable and thread-safe.
 *
 * @param threads the threads that were looked at
 * @param platformThreads number of all platform threads, of which a sample may have been looked at
 * @param scheduler what the scheduler of virtual threads counts
 * @param notSeen why virtual threads were not seen; empty if they were, or there can be none
 * @param applicationPackages packages that are the application's, whatever they begin with; none if that was not seen
 */
public record ThreadDump(
        List<ThreadStack> threads,
        int platformThreads,
        Scheduler scheduler,
        String notSeen,
        Set<String> applicationPackages) {

    /**
     * The counts of the scheduler of virtual threads, which JVMs before 24 do not report.
     *
     * @param parallelism number of carriers that may run virtual threads at once
     * @param mounted number of virtual threads that occupy a carrier
     * @param queued number of virtual threads that wait for a carrier
     */
    public record Scheduler(Observation parallelism, Observation mounted, Observation queued) {

        public static final Scheduler NOT_SEEN =
                new Scheduler(Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN);

        /** Returns true if all carriers are occupied and further virtual threads wait for one. */
        public boolean isExhausted() {
            return parallelism.isSeen() && mounted.isAtLeast(parallelism.orElse(0)) && queued.isAtLeast(1);
        }
    }

    public ThreadDump {
        threads = List.copyOf(threads);
        applicationPackages = Set.copyOf(applicationPackages);
    }

    /** Creates a dump of an application whose packages were not seen. */
    public ThreadDump(List<ThreadStack> threads, int platformThreads, Scheduler scheduler, String notSeen) {
        this(threads, platformThreads, scheduler, notSeen, Set.of());
    }

    public ThreadDump withPackages(Set<String> packages) {
        return new ThreadDump(threads, platformThreads, scheduler, notSeen, packages);
    }
}
