package io.ceiling.hosts;

import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.run.OtherHosts;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/**
 * The hosts that a run was asked to use.
 *
 * @param nodes nodes that are started, in the order in which they get their work
 * @param loadOnly true if all of them get load agents, since the servers run already
 */
record HostsRequest(List<Node> nodes, boolean loadOnly) implements OtherHosts {

    /**
     * A node.
     *
     * @param name its name in this run
     * @param command program and arguments that start it
     */
    record Node(String name, List<String> command) {

        Node {
            command = List.copyOf(command);
        }
    }

    HostsRequest {
        nodes = List.copyOf(nodes);
    }

    @Override
    public OpenHosts open(HostFacts here, Path home, PrintStream out) {
        return Nodes.open(here, this, home, out);
    }
}
