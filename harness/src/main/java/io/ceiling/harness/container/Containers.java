package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All containers that the harness can start, and the references: servers of other platforms. */
public final class Containers {

    // In the order of tables and of the matrix.
    private static final List<ContainerKind> ALL = List.of(new Tomcat(), new Jetty(), new Undertow());

    private static final List<ContainerKind> REFERENCES =
            List.of(new Netty(), new Vertx(), new NodeJs(), new Go(), new Cometd(), new Nginx());

    private Containers() {}

    public static List<ContainerKind> all() {
        return ALL;
    }

    /** Returns the servers of other platforms. */
    public static List<ContainerKind> references() {
        return REFERENCES;
    }

    private static Stream<ContainerKind> everything() {
        return Stream.concat(ALL.stream(), REFERENCES.stream());
    }

    /** Returns the names of all servers, those of the references last. */
    public static List<String> names() {
        return everything().map(ContainerKind::name).toList();
    }

    /** Returns the native program of the server with this name; empty for a server in a JVM or an unknown name. */
    public static Optional<NativeProgram> nativeProgram(String name) {
        return find(name).flatMap(ContainerKind::nativeProgram);
    }

    public static boolean isReference(String name) {
        return find(name).filter(ContainerKind::isReference).isPresent();
    }

    public static Optional<ContainerKind> find(String name) {
        return everything().filter(kind -> kind.name().equals(name)).findFirst();
    }

    /**
     * Returns the container of that name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static ContainerKind of(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "container must be one of %s, was '%s'".formatted(String.join(", ", names()), name)));
    }

    /**
     * Returns the program that serves this scenario.
     *
     * @throws IllegalArgumentException if its container has no such connector, or not of that release
     */
    public static ContainerKind.ServerProgram serverProgram(Scenario scenario) {
        ContainerKind kind = of(scenario.container());
        Optional<Release> release = scenario.server().release();
        return kind.serverProgram(scenario.connector(), release)
                .orElseThrow(() -> new IllegalArgumentException(
                        release.isPresent() && kind.connectors().contains(scenario.connector())
                                ? noRelease(kind.name(), scenario.connector(), release.get())
                                : "%s has no connector %s; %s"
                                        .formatted(
                                                scenario.container(),
                                                scenario.connector().label(),
                                                connectors())));
    }

    public static String noRelease(String container, Connector connector, Release release) {
        return "container-version must be a release of %s with connector %s, was %s; releases are of %s"
                .formatted(container, connector.label(), release, releases());
    }

    /** Returns which containers have which releases, in words: {@code tomcat (10.1.x, 11.0.x), jetty (12.1.x)}. */
    public static String releases() {
        return ALL.stream()
                .filter(kind -> !kind.releaseLines().isEmpty())
                .map(kind -> "%s (%s)"
                        .formatted(
                                kind.name(),
                                kind.releaseLines().stream()
                                        .map(line -> line + ".x")
                                        .collect(Collectors.joining(", "))))
                .collect(Collectors.joining(", "));
    }

    /** Returns true if a container has that release, whatever its connector. */
    public static boolean haveRelease(Release release) {
        return ALL.stream().flatMap(kind -> kind.releaseLines().stream()).anyMatch(release::isOf);
    }

    /** Returns which container has which connectors, in words: {@code tomcat has nio, nio2, bio; jetty has nio}. */
    public static String connectors() {
        return everything()
                .map(kind -> kind.name() + " has "
                        + kind.connectors().stream().map(Connector::label).collect(Collectors.joining(", ")))
                .collect(Collectors.joining("; "));
    }
}
