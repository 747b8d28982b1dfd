package io.ceiling.container;

/**
 * Which software serves, read back from the running server.
 *
 * @param name such as {@code tomcat}; empty if the server does not say
 * @param version of the jar that runs, such as {@code 11.0.25}; empty if the server does not say
 * @param endpointClass the class that owns the server socket; the proof of the connector
 */
public record ContainerIdentity(
        String name, String version, Connector connector, String endpointClass, ThreadKind threadKind) {}
