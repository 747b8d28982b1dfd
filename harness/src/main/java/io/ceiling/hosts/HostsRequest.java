package io.ceiling.hosts;

import java.util.List;

/**
 * The hosts that a run was asked to use.
 *
 * @param nodes nodes that are started, in the order in which they get their work
 * @param loadAlone true if all of them get load agents, since the servers run already
 */
public record HostsRequest(List<Node> nodes, boolean loadAlone) {

    /**
     * A node.
     *
     * @param name its name in this run
     * @param command program and arguments that start it
     */
    public record Node(String name, List<String> command) {

        public Node {
            command = List.copyOf(command);
        }
    }

    public HostsRequest {
        nodes = List.copyOf(nodes);
    }
}
