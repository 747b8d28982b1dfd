package io.ceiling.harness.result.law;

import io.ceiling.harness.reading.Seen;
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
    public record Connections(int open, Seen awaiting) {}

    public Outbound {
        remotes = Map.copyOf(remotes);
    }
}
