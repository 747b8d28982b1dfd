package io.ceiling.harness.cli;

import java.net.InetAddress;
import java.util.List;
import java.util.OptionalInt;

/** What has to be said before a server is ramped that may be somebody else's; pure functions. */
final class TargetRules {

    private TargetRules() {}

    /** Whether every address of that name is this host's loopback. */
    static boolean isLoopback(List<InetAddress> addresses) {
        return !addresses.isEmpty() && addresses.stream().allMatch(InetAddress::isLoopbackAddress);
    }

    /**
     * Requires of everything but loopback that the user owns it and says where to stop.
     *
     * @throws CommandException with what is missing
     */
    static void require(boolean loopback, String host, OptionalInt maxConnections, boolean owned) {
        if (loopback) {
            return;
        }
        if (!owned) {
            throw CommandException.badArguments(
                    "%s is not loopback: a ramp may bring a server down, so --i-own-this-server must be given"
                            .formatted(host));
        }
        if (maxConnections.isEmpty()) {
            throw CommandException.badArguments(
                    "%s is not loopback: --max-connections must be given, and is never exceeded".formatted(host));
        }
    }
}
