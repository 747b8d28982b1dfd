package io.ceiling.harness.model;

/**
 * What a new thread needs, against the limit of each: read when a step has failed, since the JVM says the same words whichever
 * of them refused it.
 *
 * @param serverThreads threads that the server had when the rest was read; 0 if it was gone
 * @param mappings of the server's memory, of which a thread takes two, against vm.max_map_count
 * @param hostThreads threads of the whole host, those in other namespaces included, against kernel.threads-max
 * @param processNumbers numbers that the pid namespace cannot give to a new thread, against its kernel.pid_max
 * @param groupPids processes and threads of the control group, of the server's own and those above it, that has the least room
 *     left, against its pids.max
 * @param groupRefusals how often a control group refused a thread or a process since the server started; -1 if not counted
 * @param userThreads processes and threads of the server's user against RLIMIT_NPROC; without a limit if the user is exempt
 */
public record ThreadRoom(
        long serverThreads,
        Use mappings,
        Use hostThreads,
        Use processNumbers,
        Use groupPids,
        long groupRefusals,
        Use userThreads) {

    /** Nothing was seen: not Linux, or no process. */
    public static final ThreadRoom UNSEEN =
            new ThreadRoom(0, Use.UNSEEN, Use.UNSEEN, Use.UNSEEN, Use.UNSEEN, -1, Use.UNSEEN);

    /**
     * A count and its limit.
     *
     * @param count -1 if not seen
     * @param limit -1 for none, or not seen
     */
    public record Use(long count, long limit) {

        public static final Use UNSEEN = new Use(-1, -1);

        /** Whether both are known, so that one can be held against the other. */
        public boolean isLimited() {
            return count >= 0 && limit > 0;
        }
    }
}
