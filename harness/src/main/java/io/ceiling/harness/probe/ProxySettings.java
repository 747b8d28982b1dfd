package io.ceiling.harness.probe;

import io.ceiling.harness.model.ProxyReading.Use;
import io.ceiling.harness.model.TargetSockets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The settings of one kind of proxy that limit its connections, and how much of each is used. */
interface ProxySettings {

    /** Returns the settings with the place where each was read, as text for the user. */
    List<String> lines();

    /** Returns what could not be read of them, as text for the user. */
    List<String> blindSpots();

    /** Returns the file in which the proxy logs errors; empty if it cannot be read. */
    default Optional<Path> errorLog() {
        return Optional.empty();
    }

    /**
     * Returns the use of each setting now.
     *
     * @param processes the processes of the proxy
     * @param front sockets of the port on which it listens
     * @param upstream sockets of its connections to the server behind it
     */
    List<Use> uses(ProxyProcesses processes, TargetSockets front, TargetSockets upstream);

    /** Returns the settings of a proxy whose settings this project cannot read. */
    static ProxySettings ofUnknown(String name) {
        return new ProxySettings() {
            @Override
            public List<String> lines() {
                return List.of();
            }

            @Override
            public List<String> blindSpots() {
                return List.of(
                        "the settings of %s (those of nginx, haproxy, envoy and apache are known)".formatted(name));
            }

            @Override
            public List<Use> uses(ProxyProcesses processes, TargetSockets front, TargetSockets upstream) {
                return List.of();
            }
        };
    }
}
