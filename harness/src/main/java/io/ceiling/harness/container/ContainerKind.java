package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Work;
import java.util.List;
import java.util.Optional;

/**
 * A servlet container, or a server of another platform that speaks the same protocol: everything that the harness knows
 * about it before one is started.
 *
 * <p>A new container is one class that implements this and one line in {@link Containers}. Implementations are
 * immutable and pure.
 */
public interface ContainerKind {

    /**
     * The program that runs one or several connectors of a container.
     *
     * @param module folder of its Maven module under {@code containers}, or of a reference under {@code references}
     * @param javax true if its servlets are {@code javax.servlet}, not {@code jakarta.servlet}
     * @param releases releases that it can run in addition to that of the build
     */
    record ServerProgram(
            String module, String mainClass, boolean javax, List<Connector> connectors, Releases releases) {

        public ServerProgram {
            connectors = List.copyOf(connectors);
        }
    }

    /**
     * The releases of a container that a program can run in addition to that of the build.
     *
     * @param lines beginnings of their versions, such as {@code 11.0}; none if it can run no other
     * @param artifacts artifacts of a Maven repository that a release consists of, as {@code group:artifact}; what they
     *     need comes with them
     */
    record Releases(List<String> lines, List<String> artifacts) {

        /** The releases of a program that runs the one that it is built with and no other. */
        static final Releases NONE = new Releases(List.of(), List.of());

        public Releases {
            lines = List.copyOf(lines);
            artifacts = List.copyOf(artifacts);
        }

        boolean has(Release release) {
            return lines.stream().anyMatch(release::isOf);
        }
    }

    /** Returns the name in options, files and READY lines, such as {@code tomcat}. */
    String name();

    /** Returns the name in sentences and charts, such as {@code Tomcat}. */
    String title();

    /** Returns true if it is a server of another platform, with which the servlet containers are compared. */
    default boolean isReference() {
        return false;
    }

    /** Returns the reason why it cannot have these settings and this work, as one line; empty if it can. */
    default Optional<String> refusal(ThreadKind threadKind, ConnectorSettings sizes, Work work) {
        return hasHeaderCache() || sizes.headerCacheNodes().isEmpty()
                ? Optional.empty()
                : refusalMessage(
                        "header-cache",
                        "default",
                        Integer.toString(sizes.headerCacheNodes().getAsInt()));
    }

    /** Returns the refusal of a value in one line. */
    default Optional<String> refusalMessage(String setting, String allowed, String was) {
        return Optional.of("%s must be %s with container %s, was %s".formatted(setting, allowed, name(), was));
    }

    /** Returns true if each of its connections has a cache of header fields whose size can be set. */
    default boolean hasHeaderCache() {
        return false;
    }

    /** Returns the default transport of its channels, such as {@code websocket}. */
    default String transport() {
        return Messaging.DEFAULT.transport();
    }

    default ChannelProtocol channelProtocol() {
        return ChannelProtocol.WEB_APPLICATION;
    }

    /** Returns true if the server itself can publish messages to its channels, not only its members. */
    default boolean publishes() {
        return true;
    }

    /** Returns the native program that starts it; empty for a server in a JVM. */
    default Optional<NativeProgram> nativeProgram() {
        return Optional.empty();
    }

    /**
     * Returns its server programs. Without a requested release, the first program with the connector runs. No two
     * programs with the same connector run the same release.
     */
    List<ServerProgram> serverPrograms();

    Limit defaultMaxConnections(Scenario scenario);

    /** Returns the default number of request threads on this host. */
    int defaultMaxThreads();

    /**
     * Returns the number of processes that share the connections of one server. Each has the limits of a process, such
     * as descriptors and heap, for itself.
     */
    default int processes(ConnectorSettings sizes) {
        return 1;
    }

    /** Returns true if some threads of the request pool never serve a request, such as selectors and acceptors. */
    boolean poolHasOtherThreads();

    /**
     * Returns true if the thread that serves all connections also publishes, so that publishing is late when this
     * thread is saturated.
     */
    default boolean publishesInItsOnlyThread() {
        return false;
    }

    /** Returns a heap that is full before 2048 descriptors are in use, as {@code --heap} takes it. */
    String smallHeap();

    /** Returns the MBeans of a server of this container that the harness did not start. */
    BeanMapping beanMapping();

    /** Returns JVM options that save processor time if many servers of this container share a host; may be none. */
    default List<String> sharedHostOptions() {
        return List.of();
    }

    default Optional<ServerProgram> serverProgram(Connector connector) {
        return serverPrograms().stream()
                .filter(server -> server.connectors().contains(connector))
                .findFirst();
    }

    /**
     * Returns the program that has this connector and can run that release; empty if there is none.
     *
     * @param release empty for the release of the build
     */
    default Optional<ServerProgram> serverProgram(Connector connector, Optional<Release> release) {
        return release.isEmpty()
                ? serverProgram(connector)
                : serverPrograms().stream()
                        .filter(server -> server.connectors().contains(connector))
                        .filter(server -> server.releases().has(release.get()))
                        .findFirst();
    }

    /** Returns the lines of releases that a user can request, such as {@code 11.0}. */
    default List<String> releaseLines() {
        return serverPrograms().stream()
                .flatMap(server -> server.releases().lines().stream())
                .sorted()
                .toList();
    }

    default List<Connector> connectors() {
        return serverPrograms().stream()
                .flatMap(server -> server.connectors().stream())
                .distinct()
                .toList();
    }
}
