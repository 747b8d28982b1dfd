package io.ceiling.it.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Planted limits against named ones, as a table for people and as CSV; a pure function of the outcomes. */
final class ConfusionMatrix {

    private static final List<String> HEADER = List.of(
            """
            factor plant container connector thread_kind workload named right ceiling evidence
            skipped_reason"""
                    .split("\\s+"));

    private ConfusionMatrix() {}

    /** A row for each cell, RFC 4180. */
    static String csv(List<PlantedRun.Outcome> outcomes) {
        return PlantedCsv.of(HEADER, outcomes, ConfusionMatrix::record);
    }

    private static List<String> record(PlantedRun.Outcome outcome) {
        PlantedCell cell = outcome.cell();
        return List.of(
                cell.factor(),
                cell.plant().words(),
                cell.container(),
                cell.connector(),
                cell.threadKind(),
                cell.workload(),
                outcome.named(),
                outcome.isSkipped() ? "" : Boolean.toString(outcome.isRight()),
                outcome.ceiling(),
                outcome.evidence(),
                outcome.skippedReason());
    }

    /** The matrix, what was named wrongly, and what was skipped for which reason. */
    static List<String> lines(List<PlantedRun.Outcome> outcomes) {
        List<PlantedRun.Outcome> run =
                outcomes.stream().filter(outcome -> !outcome.isSkipped()).toList();
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Planted limits: %d cells run, %d named right, %d wrong, %d skipped"
                .formatted(
                        run.size(),
                        run.stream().filter(PlantedRun.Outcome::isRight).count(),
                        run.stream().filter(outcome -> !outcome.isRight()).count(),
                        outcomes.size() - run.size()));
        lines.addAll(matrix(outcomes, run));
        run.stream()
                .filter(outcome -> !outcome.isRight())
                .map(outcome -> "wrong    %s -> %s (%s): %s"
                        .formatted(outcome.cell().name(), outcome.named(), outcome.verdict(), outcome.evidence()))
                .forEach(lines::add);
        outcomes.stream()
                .filter(PlantedRun.Outcome::isSkipped)
                .collect(Collectors.groupingBy(
                        PlantedRun.Outcome::skippedReason,
                        TreeMap::new,
                        Collectors.mapping(outcome -> outcome.cell().factor(), Collectors.toList())))
                .forEach((reason, factors) -> lines.add("skipped  %d x %s: %s"
                        .formatted(
                                factors.size(),
                                factors.stream().distinct().collect(Collectors.joining(", ")),
                                reason)));
        return lines;
    }

    /** Columns have a letter each, since the names would not fit on a line. */
    private static List<String> matrix(List<PlantedRun.Outcome> outcomes, List<PlantedRun.Outcome> run) {
        List<String> planted = outcomes.stream()
                .map(outcome -> outcome.cell().factor())
                .distinct()
                .toList();
        List<String> columns = Stream.concat(planted.stream(), run.stream().map(PlantedRun.Outcome::named))
                .distinct()
                .toList();
        int width = Stream.concat(columns.stream(), Stream.of("planted"))
                .mapToInt(String::length)
                .max()
                .orElse(0);
        List<String> lines = new ArrayList<>();
        StringBuilder header = new StringBuilder("    %s named".formatted(padded("planted", width)));
        for (int i = 0; i < columns.size(); i++) {
            header.append("%4s".formatted(letter(i)));
        }
        lines.add(header.append("  skipped").toString());
        for (int i = 0; i < columns.size(); i++) {
            String factor = columns.get(i);
            Map<String, Long> named = run.stream()
                    .filter(outcome -> outcome.cell().factor().equals(factor))
                    .collect(Collectors.groupingBy(PlantedRun.Outcome::named, Collectors.counting()));
            long skipped = outcomes.stream()
                    .filter(outcome -> outcome.cell().factor().equals(factor) && outcome.isSkipped())
                    .count();
            StringBuilder line = new StringBuilder("%3s %s      ".formatted(letter(i), padded(factor, width)));
            columns.forEach(column -> line.append("%4s".formatted(count(named.getOrDefault(column, 0L)))));
            lines.add(line.append("%9s".formatted(count(skipped))).toString());
        }
        return lines;
    }

    private static String letter(int column) {
        return Character.toString('a' + column);
    }

    private static String count(long count) {
        return count == 0 ? "." : Long.toString(count);
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
