package io.ceiling.container;

/**
 * Identity of a running server, read back from it.
 *
 * @param name name of the container, such as {@code tomcat}; empty if the server does not report it
 * @param version version of the running jar, such as {@code 11.0.25}; empty if the server does not report it
 * @param connector connector in use
 * @param endpointClass name of the class that owns the server socket, which proves the connector
 * @param threadKind kind of threads that run requests
 */
public record ContainerIdentity(
        String name, String version, Connector connector, String endpointClass, ThreadKind threadKind) {}
