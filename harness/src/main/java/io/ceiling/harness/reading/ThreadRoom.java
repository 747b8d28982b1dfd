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
 * @param processNumbers numbers that the pid namespace cannot give to a new thread, against its kernel.pid_max
 * @param groupPids processes and threads of one cgroup against its pids.max; of the server's cgroup and those above it,
 *     the one with the least room
 * @param groupRefusals number of threads or processes that a cgroup has refused since the server started, where the
 *     kernel counts them
 * @param userThreads processes and threads of the server's user against RLIMIT_NPROC; without a limit if the user is
 *     exempt
 */
public record ThreadRoom(
        long serverThreads,
        ThreadUse mappings,
        ThreadUse hostThreads,
        ThreadUse processNumbers,
        ThreadUse groupPids,
        Seen groupRefusals,
        ThreadUse userThreads) {

    /** Nothing was seen: the system is not Linux, or there is no process. */
    public static final ThreadRoom UNSEEN = new ThreadRoom(
            0, ThreadUse.UNSEEN, ThreadUse.UNSEEN, ThreadUse.UNSEEN, ThreadUse.UNSEEN, Seen.NOT, ThreadUse.UNSEEN);

    /**
     * A count and its limit.
     *
     */
    public record ThreadUse(Seen count, Limit limit) {

        public static final ThreadUse UNSEEN = new ThreadUse(Seen.NOT, Limit.NOT_SEEN);

        public static ThreadUse of(long count, long limit) {
            return new ThreadUse(Seen.of(count), Limit.of(limit));
        }

        /** Returns true if the count was seen and the limit is a number, so that they can be compared. */
        public boolean isLimited() {
            return count.isSeen() && limit.isNumber();
        }

        /** Returns how many more the limit allows; empty if there is no limit, or one of the two was not seen. */
        public OptionalLong left() {
            return isLimited() ? OptionalLong.of(limit.orElse(0) - count.orElse(0)) : OptionalLong.empty();
        }
    }
}
