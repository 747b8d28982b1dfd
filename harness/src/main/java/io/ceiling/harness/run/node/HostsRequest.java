package io.ceiling.harness.run.node;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The hosts that a run was asked to use.
 *
 * @param address IP address of this host on which nodes join, and on which servers here listen
 * @param port TCP port on which nodes join; 0 for a free one
 * @param keyFile file with the key; written if it does not exist
 * @param nodes nodes that must join, in the order in which they get their work
 * @param patience time for which they are awaited
 */
public record HostsRequest(String address, int port, Path keyFile, List<Wanted> nodes, Duration patience) {

    /** What a node does in a run. */
    public enum Role {
        AGENTS,
        SERVERS
    }

    /**
     * A node that must join.
     *
     * @param role its role; empty for servers if the node was started to take them, otherwise agents
     */
    public record Wanted(String name, Optional<Role> role) {

        /** Returns true if it was asked to take servers. */
        boolean serves() {
            return role.filter(asked -> asked == Role.SERVERS).isPresent();
        }
    }

    public HostsRequest {
        nodes = List.copyOf(nodes);
    }
}
