package io.ceiling.harness.command.probe;

import io.ceiling.harness.cli.CommandException;
import java.net.InetAddress;
import java.util.List;
import java.util.OptionalInt;

/** The confirmations that a ramp of somebody else's server requires. Pure functions. */
public final class TargetRules {

    private TargetRules() {}

    /** Returns true if every address of a host name is this host's loopback. */
    public static boolean isLoopback(List<InetAddress> addresses) {
        return !addresses.isEmpty() && addresses.stream().allMatch(InetAddress::isLoopbackAddress);
    }

    /**
     * Requires that the user confirms to own a server that is not on loopback.
     *
     * @throws CommandException if not
     */
    public static void requireOwned(boolean loopback, String host, boolean owned) {
        if (!loopback && !owned) {
            throw CommandException.badArguments(
                    "%s is not loopback: a ramp may bring a server down, so --i-own-this-server must be given"
                            .formatted(host));
        }
    }

    /**
     * Requires that the user confirms to own a server that is not on loopback, and limits its connections.
     *
     * @throws CommandException if one of them is missing
     */
    public static void require(boolean loopback, String host, OptionalInt cap, boolean owned) {
        if (loopback) {
            return;
        }
        requireOwned(false, host, owned);
        if (cap.isEmpty()) {
            throw CommandException.badArguments(
                    "%s is not loopback: --cap must be given, and is never exceeded".formatted(host));
        }
    }
}
