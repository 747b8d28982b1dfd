package io.ceiling.hosts;

import io.ceiling.load.AgentCall;
import io.ceiling.load.link.Request;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The load that a node was started to allow: the networks of the servers that it loads, and how many connections.
 *
 * @param targets networks whose servers may be loaded
 * @param mostConnections number of connections that all its agents may have together
 * @param sources IP addresses of its host from which they connect in turn, separated by commas; empty if the kernel
 *     chooses
 */
record AllowedLoad(List<Network> targets, int mostConnections, String sources) {

    public AllowedLoad {
        targets = List.copyOf(targets);
    }

    /**
     * Returns a line that says why a request to an agent is not allowed; empty if it is.
     *
     * @param others connections that the other agents of this node may have
     * @param currentConnections connections that the agent may have without this request
     */
    Optional<String> refusal(Request<?> request, long others, long currentConnections) {
        if (request instanceof AgentCall.Prepare prepare) {
            String host = prepare.plan().server().host();
            if (targets.stream().noneMatch(network -> network.contains(host))) {
                return Optional.of("servers that it loads must be in %s, was %s. Hint: start the node with --targets"
                        .formatted(targets, host));
            }
        }
        long requested = others + connectionsAfter(request, currentConnections);
        return requested > mostConnections
                ? Optional.of("its connections must be at most %d, were to be %d. Hint: start the node with --cap"
                        .formatted(mostConnections, requested))
                : Optional.empty();
    }

    /** Returns the number of connections that an agent may have after a request. */
    static long connectionsAfter(Request<?> request, long currentConnections) {
        OptionalInt more = request instanceof AgentCall.Open open
                ? OptionalInt.of(open.connections())
                : request instanceof AgentCall.OpenInWindow open
                        ? OptionalInt.of(open.connections())
                        : OptionalInt.empty();
        if (request instanceof AgentCall.Prepare) {
            return 0;
        }
        if (request instanceof AgentCall.Trim trim) {
            return Math.min(currentConnections, trim.keep());
        }
        return currentConnections + Math.max(0, more.orElse(0));
    }
}
