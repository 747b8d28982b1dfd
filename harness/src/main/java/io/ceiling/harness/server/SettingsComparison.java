package io.ceiling.harness.server;

import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares the requested settings of a scenario with those that the started server and the kernel report. A figure that
 * was measured with other settings than its row states is worse than none.
 */
public final class SettingsComparison {

    private static final List<Dimension> COMPARED = Stream.concat(
                    Stream.of(Dimension.CONTAINER, Dimension.CONNECTOR, Dimension.THREAD_KIND),
                    Dimension.settings().stream())
            .toList();

    private SettingsComparison() {}

    /**
     * Returns every difference as {@code name: asked X, used Y}; empty if there is none. Settings that were left to the
     * container are not compared, nor are settings of the user's own application that nothing reports
     * ({@link ApplicationReadback#notSeen}).
     */
    public static List<String> differences(Scenario requested, ServerPlace place, RunningServer actual) {
        List<String> differences = new ArrayList<>();
        COMPARED.forEach(dimension -> dimension.difference(requested, actual).ifPresent(differences::add));
        String next = actual.container().nextInstance();
        if (!next.equals(place.nextInstance())) {
            differences.add("next instance: asked %s, used %s".formatted(orNone(place.nextInstance()), orNone(next)));
        }
        return List.copyOf(differences);
    }

    private static String orNone(String text) {
        return text.isEmpty() ? "none" : text;
    }
}
