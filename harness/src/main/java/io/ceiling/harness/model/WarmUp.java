package io.ceiling.harness.model;

import java.util.Optional;

/**
 * Says how the servers of a scenario were used before anything counted; sums over all servers that were started for it.
 *
 * @param connections that were opened, for a recursion its levels
 * @param servers that were warmed
 * @param notSteady of these, the ones whose answers were not steady when the time for it was over
 * @param why of the last server that was not steady, in words; empty if all were
 */
public record WarmUp(long connections, long nanos, int servers, int notSteady, String why) {

    /** Stands for a scenario whose servers were not warmed. */
    public static final WarmUp NONE = new WarmUp(0, 0, 0, 0, "");

    /** Returns whether at least one server was warmed, and each until it was steady. */
    public boolean steady() {
        return servers > 0 && notSteady == 0;
    }

    /** Returns what speaks against figures of a server that was used although it was not steady; empty if it was. */
    public Optional<String> mark() {
        return notSteady == 0 ? Optional.empty() : Optional.of("not steady when its warm-up ended: " + why);
    }

    /** Returns both together. */
    public WarmUp plus(WarmUp further) {
        return new WarmUp(
                connections + further.connections,
                nanos + further.nanos,
                servers + further.servers,
                notSteady + further.notSteady,
                further.why.isEmpty() ? why : further.why);
    }
}
