package io.ceiling.proxy;

import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a proxy that limit its connections, and how much of each is used.
 *
 * @param lines the settings with the place where each was read, as text for the user
 * @param blindSpots what could not be read of them, as text for the user
 * @param errorLog file in which the proxy logs errors; empty if it cannot be read
 * @param usageReader counts how much of each setting is used
 */
record ProxySettings(List<String> lines, List<String> blindSpots, Optional<Path> errorLog, UsageReader usageReader) {

    /** Counts how much of each setting is used now. */
    @FunctionalInterface
    interface UsageReader {
        /**
         * Returns the use of each setting now.
         *
         * @param processes the processes of the proxy
         * @param front sockets of the port on which it listens
         * @param upstream sockets of its connections to the server behind it
         */
        List<ProxyLimitUse> readUses(ProxyProcesses processes, TargetSockets front, TargetSockets upstream);
    }

    ProxySettings {
        lines = List.copyOf(lines);
        blindSpots = List.copyOf(blindSpots);
    }

    static ProxySettings unseen(String... blindSpots) {
        return new ProxySettings(
                List.of(), List.of(blindSpots), Optional.empty(), (processes, front, upstream) -> List.of());
    }
}
