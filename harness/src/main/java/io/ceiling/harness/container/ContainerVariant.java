package io.ceiling.harness.container;

import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A container with one of its connectors and one kind of threads.
 *
 * @param label such as {@code tomcat-nio2-virtual}; the only connector of a container is not named:
 *     {@code jetty-platform}
 */
public record ContainerVariant(String label, ContainerKind container, Connector connector, ThreadKind threadKind) {

    public static List<ContainerVariant> all() {
        List<ContainerVariant> all = new ArrayList<>();
        for (ContainerKind container : Containers.all()) {
            boolean alone = container.connectors().size() == 1;
            for (Connector connector : container.connectors()) {
                for (ThreadKind threads : ThreadKind.values()) {
                    String label = container.name() + (alone ? "-" : "-" + connector.label() + "-") + threads.label();
                    all.add(new ContainerVariant(label, container, connector, threads));
                }
            }
        }
        return List.copyOf(all);
    }

    public static List<String> labels() {
        return all().stream().map(ContainerVariant::label).toList();
    }

    /**
     * Returns the variant of that label.
     *
     * @throws IllegalArgumentException with one line if there is none
     */
    public static ContainerVariant of(String label) {
        return all().stream()
                .filter(variant -> variant.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("server must be one of %s, was '%s'"
                        .formatted(labels().stream().collect(Collectors.joining(", ")), label)));
    }

    public ContainerKind.ServerProgram serverProgram() {
        return container.serverProgram(connector).orElseThrow();
    }

    @Override
    public String toString() {
        return label;
    }
}
