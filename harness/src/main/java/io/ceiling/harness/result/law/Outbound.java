package io.ceiling.harness.result.law;

import io.ceiling.harness.reading.Observation;
import java.util.HashMap;
import java.util.Map;

/**
 * The open connections of a server to others, at one moment.
 *
 * @param remotes connections by address and port of the other end, or by path of its Unix socket
 */
public record Outbound(Map<String, Connections> remotes) {

    /** Nothing was seen, or there was none. */
    public static final Outbound NOT_SEEN = new Outbound(Map.of());

    /**
     * Connections to one remote.
     *
     * @param open how many are open
     * @param awaiting on how many the server has sent something and waits for the answer; not seen without the command ss
     */
    public record Connections(int open, Observation awaiting) {}

    public Outbound {
        remotes = Map.copyOf(remotes);
    }

    /** Returns the connections without those that also wait at rest, such as consumers of messages. */
    public Outbound without(Outbound atRest) {
        Map<String, Connections> further = new HashMap<>();
        remotes.forEach((remote, all) -> {
            Observation before = atRest.remotes
                    .getOrDefault(remote, new Connections(0, Observation.of(0)))
                    .awaiting();
            int open = all.open() - (int) before.orElse(0);
            if (open > 0) {
                further.put(
                        remote,
                        new Connections(open, before.isSeen() ? all.awaiting().since(before) : all.awaiting()));
            }
        });
        return new Outbound(further);
    }
}
