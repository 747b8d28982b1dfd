package io.ceiling.harness.result;

import java.util.Optional;

/**
 * The use of the servers of a scenario before anything counted; sums over all servers that were started for it.
 *
 * @param connections number of connections that were opened; of a recursion, levels
 * @param nanos elapsed time, in ns
 * @param servers number of servers that were warmed
 * @param unsteadyServers number of these whose answers were not steady when the time for the warm-up was over
 * @param why description of the last server that was not steady; empty if all were
 */
public record WarmUp(long connections, long nanos, int servers, int unsteadyServers, String why) {

    /** The warm-up of a scenario whose servers were not warmed. */
    public static final WarmUp NONE = new WarmUp(0, 0, 0, 0, "");

    /** Returns true if at least one server was warmed, and each until it was steady. */
    public boolean steady() {
        return servers > 0 && unsteadyServers == 0;
    }

    /** Returns the reason to doubt figures of a server that was used although it was not steady; empty if all were. */
    public Optional<String> mark() {
        return unsteadyServers == 0 ? Optional.empty() : Optional.of("not steady when its warm-up ended: " + why);
    }

    /** Returns the sum of both. */
    public WarmUp plus(WarmUp further) {
        return new WarmUp(
                connections + further.connections,
                nanos + further.nanos,
                servers + further.servers,
                unsteadyServers + further.unsteadyServers,
                further.why.isEmpty() ? why : further.why);
    }
}
