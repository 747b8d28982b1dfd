package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;

/**
 * A reading of the proxy before a server. A figure that could not be read is not seen.
 *
 * @param uses use of each of its limits
 * @param front sockets of the port on which it listens for clients
 * @param upstream sockets of its connections to the server behind it
 * @param cpuNanos processor time of its processes since their start, in ns
 */
public record ProxyReading(
        List<ProxyLimitUse> uses, TargetSockets front, TargetSockets upstream, Observation cpuNanos) {

    /** A reading of no proxy, or of one of which nothing could be seen. */
    public static final ProxyReading NOT_SEEN =
            new ProxyReading(List.of(), TargetSockets.NOT_SEEN, TargetSockets.NOT_SEEN, Observation.NOT_SEEN);

    public ProxyReading {
        uses = List.copyOf(uses);
    }

    /**
     * The use of one limit.
     *
     * @param factor limiting factor if it is met
     * @param setting name of the limit in the words of the proxy, such as {@code worker_connections}
     * @param where part of the proxy that it limits, such as {@code worker 813} or {@code frontend shop}
     * @param used how much of it is used
     * @param limit the limit
     * @param waiting connections or requests that wait because of it
     */
    public record ProxyLimitUse(
            LimitingFactor factor, String setting, String where, Observation used, Limit limit, Observation waiting) {

        public ProxyLimitUse {
            // Where a proxy does not report its own sockets, the count includes other ones.
            used = limit.isNumber() && used.isAtLeast(limit.orElse(0)) ? Observation.of(limit.orElse(0)) : used;
        }

        public boolean isOf(ProxyLimitUse other) {
            return factor == other.factor && setting.equals(other.setting) && where.equals(other.where);
        }

        /** Returns the free part of the limit; the largest number if use or limit was not seen. */
        public long free() {
            return used.isSeen() && limit.isNumber() ? limit.orElse(0) - used.orElse(0) : Long.MAX_VALUE;
        }
    }
}
