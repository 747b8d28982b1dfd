package io.ceiling.harness.engine.session;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import java.util.List;
import java.util.OptionalLong;

/**
 * Combines the readings of the servers of a ring into one by addition. Limits are added too, so that usage and limit
 * still match.
 */
final class RingReading {

    private final List<ServerReading> servers;

    private RingReading(List<ServerReading> servers) {
        this.servers = servers;
    }

    /**
     * Returns the sum of the readings. A value that was not seen of one server is not seen in the sum.
     *
     * @param servers readings in the order of the ring, starting with the server where chains begin
     */
    static ServerReading of(List<ServerReading> servers) {
        Observation levels = new RingReading(servers).levels();
        return servers.stream()
                .reduce(ServerReading::plus)
                .orElse(ServerReading.NOT_SEEN)
                .withDeepestLevel(levels);
    }

    /**
     * Returns the number of levels that one server has entered in a chain that began in the first server: the second of
     * three servers has the levels 2, 5, 8 and so on.
     *
     * @param index index of the server, 0 for the first
     * @param servers number of servers
     * @param deepest deepest level of the chain
     */
    static long entered(int index, int servers, long deepest) {
        return deepest <= index ? Math.min(deepest, 0) : (deepest - index - 1) / servers + 1;
    }

    // The sum is the deepest level, except for levels that were entered while the servers were read one after the
    // other. So it matches the levels in flight and the memory of the same readings.
    private Observation levels() {
        long levels = 0;
        for (int i = 0; i < servers.size(); i++) {
            OptionalLong deepest = servers.get(i).deepestLevel().value();
            if (deepest.isEmpty()) {
                return Observation.NOT_SEEN;
            }
            levels += entered(i, servers.size(), deepest.getAsLong());
        }
        return Observation.of(levels);
    }
}
