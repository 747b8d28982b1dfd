package io.ceiling.harness.report.console;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.result.Effort;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats the effort of a scenario as one line. Pure functions. */
public final class EffortLine {

    private static final String INDENT = "    ";

    private EffortLine() {}

    /**
     * Returns the line, such as
     * {@code took: start 3.1 s, open 1.2 s; processors: server 6.1 s, harness 1.9 s; warmed with 320 connections, steady}.
     * Unknown phases and processes are left out.
     *
     * @return the line; empty if nothing is known
     */
    public static Optional<String> of(Effort effort) {
        List<String> parts = new ArrayList<>();
        String phases = Arrays.stream(Phase.values())
                .filter(phase -> effort.nanos(phase) > 0)
                .map(phase -> named(phase.label(), effort.nanos(phase)))
                .collect(Collectors.joining(", "));
        if (!phases.isEmpty()) {
            parts.add("took: " + phases);
        }
        List<String> processors = new ArrayList<>();
        addProcessor(processors, "server", effort.serverCpuNanos());
        addProcessor(processors, "load generator", effort.agentsCpuNanos());
        addProcessor(processors, "harness", effort.harnessCpuNanos());
        if (!processors.isEmpty()) {
            parts.add("processors: " + String.join(", ", processors));
        }
        if (effort.warmUp().servers() > 0) {
            parts.add(warmUp(effort.warmUp()));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(INDENT + String.join("; ", parts));
    }

    private static void addProcessor(List<String> processors, String name, Observation nanos) {
        nanos.value().ifPresent(used -> processors.add(named(name, used)));
    }

    private static String named(String name, long nanos) {
        return "%s %s s".formatted(name, Figures.seconds(nanos / 1e9));
    }

    private static String warmUp(WarmUp warmUp) {
        boolean several = warmUp.servers() > 1;
        String warmed = "%swarmed with %s %s"
                .formatted(
                        several ? warmUp.servers() + " servers " : "",
                        Figures.count(warmUp.connections()),
                        Plural.noun(warmUp.connections(), "connection"));
        if (warmUp.steady()) {
            return warmed + ", steady";
        }
        String which = several ? warmUp.unsteadyServers() + " of them " : "";
        String why = warmUp.why().isEmpty() ? "" : ": " + Cell.text(warmUp.why());
        return "%s, %snot steady%s".formatted(warmed, which, why);
    }
}
