package io.ceiling.climb;

import io.ceiling.harness.report.console.Paragraph;
import io.ceiling.harness.report.console.Progress;
import io.ceiling.harness.report.console.TextTable;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.text.Figures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** The tables of climbs for a terminal. Pure functions. */
final class ClimbTable {

    private static final List<TextTable.Column<ClimbStep>> COLUMNS = List.of(
            TextTable.figure("step", step -> Integer.toString(step.number())),
            TextTable.text("change", ClimbTable::change),
            TextTable.text("because of", step -> step.trial()
                    .testedLimit()
                    .map(LimitingFactor::label)
                    .orElse("")),
            TextTable.text("predicted", step -> predicted(step.trial().prediction())),
            TextTable.figure("held", ClimbTable::held),
            TextTable.figure("moved", step -> moved(step.shift())),
            TextTable.text("proof", step -> step.proof().label()),
            TextTable.text("stopped by", step -> stoppedBy(step.result().verdict())),
            TextTable.figure("heap each", step -> heap(step.result().cost().heapBytes())));

    private static final List<TextTable.Column<ClimbStep>> PUBLISHED = List.of(
            TextTable.figure("article held", step -> step.trial()
                    .published()
                    .map(figure -> Figures.count(figure.connections()))
                    .orElse("")),
            TextTable.text("stopped by", step -> step.trial()
                    .published()
                    .map(PublishedFigure::stoppedBy)
                    .orElse("")));

    /**
     * One climb.
     *
     * @param name name of the climb
     * @param steps steps in their order
     * @param endReason reason why it ended
     * @param unexplainedLimits limits that were named wrongly, without an explanation
     * @param conclusions what the controls of each raise have shown
     */
    public record Climb(
            String name,
            List<ClimbStep> steps,
            String endReason,
            List<LimitingFactor> unexplainedLimits,
            List<String> conclusions) {
        public Climb {
            steps = List.copyOf(steps);
            unexplainedLimits = List.copyOf(unexplainedLimits);
            conclusions = List.copyOf(conclusions);
        }

        /** Creates a climb without controls. */
        Climb(String name, List<ClimbStep> steps, String ended, List<LimitingFactor> unexplained) {
            this(name, steps, ended, unexplained, List.of());
        }
    }

    private ClimbTable() {}

    /** Returns the beginning of a progress line, which {@link #lineEnd} completes. */
    public static String lineStart(int number, Trial trial) {
        return "  step %d, %s ... ".formatted(number, trial.text());
    }

    /** Returns the end of a progress line. */
    public static String lineEnd(ClimbStep step) {
        String proof = step.proof() == Proof.NONE
                ? ""
                : "; %s %s"
                        .formatted(
                                step.trial()
                                        .testedLimit()
                                        .map(LimitingFactor::label)
                                        .orElse("nothing"),
                                step.proof().label());
        return Progress.outcome(step.result()) + proof;
    }

    /**
     * Returns the table of each climb with the reason of its end and the last evidence, followed by legend and folder.
     *
     * @param folder folder of the run
     */
    public static List<String> lines(List<Climb> climbs, Path folder) {
        List<String> lines = new ArrayList<>();
        for (Climb climb : climbs) {
            boolean published = climb.steps().stream()
                    .anyMatch(step -> step.trial().published().isPresent());
            List<TextTable.Column<ClimbStep>> columns = new ArrayList<>(COLUMNS);
            if (published) {
                columns.addAll(PUBLISHED);
            }
            lines.add("");
            lines.add(climb.name());
            lines.addAll(new TextTable<>(columns).lines(climb.steps()));
            climb.steps().stream()
                    .filter(step -> !step.trial().prediction().source().isEmpty())
                    .map(step -> "step %d: ~ %s from %s"
                            .formatted(
                                    step.number(),
                                    Figures.count(step.trial()
                                            .prediction()
                                            .connections()
                                            .orElse(0)),
                                    step.trial().prediction().source()))
                    .forEach(lines::add);
            climb.conclusions().forEach(conclusion -> lines.add("controls: " + conclusion));
            lines.add("ended: " + climb.endReason());
            lines.addAll(evidence(climb));
            if (!climb.unexplainedLimits().isEmpty()) {
                lines.add("REFUTED, and nothing explained it: "
                        + climb.unexplainedLimits().stream()
                                .map(LimitingFactor::label)
                                .collect(Collectors.joining(", ")));
            }
        }
        lines.add("");
        lines.add("proof: what a step says about the limit named before it; cured: the ceiling rose as predicted,"
                + " by 5 % at least (--controls=all tests whether that limit was the cause); confirmed: it stayed or fell as"
                + " predicted; refuted: it did not. heap each: slope in that one server.");
        lines.add("results: " + folder);
        return lines;
    }

    private static String change(ClimbStep step) {
        return step.isControl()
                ? "control: " + step.trial().text()
                : step.trial().text();
    }

    private static String predicted(Prediction prediction) {
        return switch (prediction.effect()) {
            case NONE -> "";
            case STAYS -> "same";
            case MAY_RISE -> "perhaps more";
            case FALLS -> "less";
            case RISES ->
                prediction.connections().isPresent()
                        ? "more, ~ " + Figures.count(prediction.connections().getAsInt())
                        : "more";
        };
    }

    private static String held(ClimbStep step) {
        if (step.held().isEmpty()) {
            return step.result().verdict().label();
        }
        String count = Figures.count(step.held().getAsInt());
        return step.result().verdict() instanceof Verdict.AtLeast ? ">= " + count : count;
    }

    private static String moved(OptionalInt moved) {
        if (moved.isEmpty()) {
            return "";
        }
        return (moved.getAsInt() >= 0 ? "+" : "-") + Figures.count(Math.abs(moved.getAsInt()));
    }

    private static String stoppedBy(Verdict verdict) {
        if (verdict instanceof Verdict.Reached reached) {
            return reached.factor().label();
        }
        return verdict instanceof Verdict.Invalid invalid
                ? "(%s)".formatted(invalid.factor().label())
                : "(nothing)";
    }

    private static String heap(CostPerConnection.Slope slope) {
        return Figures.bytes(
                slope.isSignificant() ? OptionalDouble.of(slope.perConnection()) : OptionalDouble.empty(),
                OptionalDouble.empty());
    }

    private static List<String> evidence(Climb climb) {
        List<String> lines = new ArrayList<>();
        if (!climb.steps().isEmpty()
                && climb.steps().get(climb.steps().size() - 1).result().verdict() instanceof Verdict.Reached reached) {
            lines.addAll(
                    Paragraph.of("", 4, "%s: %s".formatted(reached.factor().label(), Cell.text(reached.evidence()))));
            lines.addAll(Paragraph.of(" -> ", 4, Cell.text(reached.relief())));
        }
        return lines;
    }
}
