package io.ceiling.jmh;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A container, its connector and its kind of threads, as named by the parameter {@code server}:
 * {@code tomcat-nio2-virtual}, {@code jetty-platform}.
 *
 * @param label name of this combination
 * @param container name of the container in {@link Containers}
 * @param connector connector of the container
 * @param threadKind kind of threads that run requests
 */
record ServerKind(String label, String container, Connector connector, ThreadKind threadKind) {

    /**
     * Returns the combination with this label.
     *
     * @throws IllegalArgumentException with one line if there is none
     */
    static ServerKind of(String label) {
        return all().stream()
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("server must be one of %s, was '%s'"
                        .formatted(all().stream().map(ServerKind::label).collect(Collectors.joining(", ")), label)));
    }

    /**
     * Returns each container with each of its connectors and kinds of threads. The label omits the connector of a
     * container that has only one.
     */
    static List<ServerKind> all() {
        List<ServerKind> all = new ArrayList<>();
        for (ContainerKind container : Containers.all()) {
            boolean alone = container.connectors().size() == 1;
            for (Connector connector : container.connectors()) {
                for (ThreadKind threads : ThreadKind.values()) {
                    String label = container.name() + (alone ? "-" : "-" + connector.label() + "-") + threads.label();
                    all.add(new ServerKind(label, container.name(), connector, threads));
                }
            }
        }
        return List.copyOf(all);
    }
}
