package io.ceiling.harness.run.session;

import io.ceiling.harness.model.ServerReading;
import java.util.List;

/** Readings of the servers of a ring as one: sums, also of limits, so that used and limit still belong together. */
final class RingReading {

    private static final int UNSEEN = -1;

    private final List<ServerReading> servers;

    private RingReading(List<ServerReading> servers) {
        this.servers = servers;
    }

    /**
     * The sum; what could not be seen of one server is not seen of the ring.
     *
     * @param servers in the order of the ring, the one that begins chains in front
     */
    static ServerReading of(List<ServerReading> servers) {
        long levels = new RingReading(servers).levels();
        return servers.stream()
                .reduce(ServerReading::plus)
                .orElse(ServerReading.NOT_SEEN)
                .withDeepestLevel(levels);
    }

    /**
     * Levels that a server has entered of a chain which began in the first: the second of three has levels 2, 5, 8 and so on.
     *
     * @param index of the server, 0 for the first
     * @param deepest level that the chain has reached, there or anywhere
     */
    static long entered(int index, int servers, long deepest) {
        return deepest <= index ? Math.min(deepest, 0) : (deepest - index - 1) / servers + 1;
    }

    /**
     * The levels that were entered in all servers. That is the deepest level, but for those that were entered while one server
     * was read after the other: so it fits the levels in flight and the memory, which were read with them.
     */
    private long levels() {
        long levels = 0;
        for (int i = 0; i < servers.size(); i++) {
            long deepest = servers.get(i).deepestLevel();
            if (deepest < 0) {
                return UNSEEN;
            }
            levels += entered(i, servers.size(), deepest);
        }
        return levels;
    }
}
