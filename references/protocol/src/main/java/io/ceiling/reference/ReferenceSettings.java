package io.ceiling.reference;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.ThreadKind;

/** The settings that a reference in a JVM has: event loops and the listen queue. */
public final class ReferenceSettings {

    private ReferenceSettings() {}

    /**
     * Rejects settings that no reference has.
     *
     * @param name name of the server, for the message
     * @throws IllegalArgumentException with one line that names the setting, its value and what is allowed
     */
    public static void requireSupported(String name, ContainerSettings settings) {
        ConnectorSettings sizes = settings.sizes();
        require(
                settings.connector() == Connector.NIO,
                "connector",
                "nio",
                name,
                settings.connector().label());
        require(
                settings.threadKind() == ThreadKind.PLATFORM,
                "thread kind",
                "platform",
                name,
                settings.threadKind().label());
        require(
                !sizes.maxConnections().isNumber(),
                "max connections",
                "unlimited",
                name,
                sizes.maxConnections().toString());
        require(sizes.bufferBytes().isEmpty(), "buffer bytes", "left to the server", name, "given");
        require(!sizes.tls().isOn(), "tls", "off", name, sizes.tls().label());
        require(!sizes.deflate().isOn(), "deflate", "off", name, sizes.deflate().label());
        sizes.requireNoHeaderCache(name);
        require(
                settings.idleTimeout().isZero(),
                "idle timeout",
                "0",
                name,
                settings.idleTimeout().toString());
        // It answers everybody, unlike the web application.
        require(
                settings.bindAddress().startsWith("127.")
                        || settings.bindAddress().equals("::1"),
                "bind address",
                "on loopback, since it answers everybody,",
                name,
                settings.bindAddress());
    }

    private static void require(boolean supported, String what, String allowed, String name, String given) {
        if (!supported) {
            throw new IllegalArgumentException("%s must be %s for %s, was %s".formatted(what, allowed, name, given));
        }
    }
}
