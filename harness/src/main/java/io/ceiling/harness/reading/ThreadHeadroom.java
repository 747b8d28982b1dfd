package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.OptionalLong;

/**
 * The use of each resource that a new thread needs, against its limit. It is read when a step has failed, since the JVM
 * prints the same message whichever limit refused.
 *
 * @param serverThreads number of threads of the server at the time of the reading; 0 if it was gone
 * @param mappings memory mappings of the server, of which a thread takes two, against vm.max_map_count
 * @param hostThreads threads of the whole host, including those in other namespaces, against kernel.threads-max
 * @param usedPids numbers that the pid namespace cannot give to a new thread, against its kernel.pid_max
 * @param groupPids processes and threads of one cgroup against its pids.max; of the server's cgroup and those above it,
 *     the one with the least room
 * @param groupRefusals number of threads or processes that a cgroup has refused since the server started, where the
 *     kernel counts them
 * @param userThreads processes and threads of the server's user against RLIMIT_NPROC; without a limit if the user is
 *     exempt
 */
public record ThreadHeadroom(
        long serverThreads,
        ThreadUse mappings,
        ThreadUse hostThreads,
        ThreadUse usedPids,
        ThreadUse groupPids,
        Observation groupRefusals,
        ThreadUse userThreads) {

    /** Nothing was seen: the system is not Linux, or there is no process. */
    public static final ThreadHeadroom UNSEEN = new ThreadHeadroom(
            0,
            ThreadUse.UNSEEN,
            ThreadUse.UNSEEN,
            ThreadUse.UNSEEN,
            ThreadUse.UNSEEN,
            Observation.NOT_SEEN,
            ThreadUse.UNSEEN);

    /**
     * A count and its limit.
     *
     */
    public record ThreadUse(Observation count, Limit limit) {

        public static final ThreadUse UNSEEN = new ThreadUse(Observation.NOT_SEEN, Limit.NOT_SEEN);

        public static ThreadUse of(long count, long limit) {
            return new ThreadUse(Observation.of(count), Limit.of(limit));
        }

        /** Returns true if the count was seen and the limit is a number, so that they can be compared. */
        public boolean isLimited() {
            return count.isSeen() && limit.isNumber();
        }

        /** Returns how many more the limit allows; empty if there is no limit, or one of the two was not seen. */
        public OptionalLong headroom() {
            return isLimited() ? OptionalLong.of(limit.orElse(0) - count.orElse(0)) : OptionalLong.empty();
        }
    }
}
