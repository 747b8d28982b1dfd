package io.ceiling.it.planted;

import io.ceiling.it.planted.Found.Counted;
import io.ceiling.it.planted.Found.Naming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Draws against what was found, as a table for people and as CSV; a pure function of the results. */
final class DrawTable {

    /** Of a hundred draws that may end without a name, and of a hundred numbers that may be off. */
    private static final int PERCENT = 5;

    private static final List<String> HEADER = List.of(
            """
            seed draw kind server workload settings expected_name found_name expected_number found_number
            verdict seconds evidence skipped_reason"""
                    .split("\\s+"));

    private static final String FORM = "%-42s %6s %6s %6s %8s %8s %12s %12s";

    private DrawTable() {}

    /** A row for each draw, RFC 4180. */
    static String csv(List<DrawResult> results) {
        return PlantedCsv.of(HEADER, results, DrawTable::record);
    }

    private static List<String> record(DrawResult result) {
        Draw draw = result.draw();
        return List.of(
                Long.toString(draw.seed()),
                Integer.toString(draw.index()),
                draw.kind().label(),
                draw.server().label(),
                draw.workload(),
                draw.words(),
                draw.truth().name(),
                result.found().name(),
                result.number().map(Truth.Range::toString).orElse(""),
                result.found().ceiling(),
                result.verdict(),
                Long.toString(result.seconds()),
                result.found().evidence(),
                result.found().skippedReason());
    }

    /** A line for each kind of draw and one for all, then every draw that is not right. */
    static List<String> lines(List<DrawResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(FORM.formatted("planted", "draws", "right", "wrong", "unknown", "skipped", "numbers", "within 3 %"));
        Map<DrawKind, List<DrawResult>> byKind = results.stream()
                .collect(Collectors.groupingBy(result -> result.draw().kind(), TreeMap::new, Collectors.toList()));
        byKind.forEach((kind, some) -> lines.add(line(kind.label(), some)));
        lines.add(line("all", results));
        lines.addAll(Counted.notRight(results));
        results.stream()
                .filter(result -> result.naming() == Naming.SKIPPED)
                .collect(Collectors.groupingBy(
                        result -> result.found().skippedReason(), TreeMap::new, Collectors.counting()))
                .forEach((reason, count) -> lines.add("skipped %d x: %s".formatted(count, reason)));
        return lines;
    }

    private static String line(String label, List<DrawResult> results) {
        return FORM.formatted(
                label,
                results.size(),
                Counted.count(results, Naming.RIGHT),
                Counted.count(results, Naming.WRONG),
                Counted.count(results, Naming.UNKNOWN),
                Counted.count(results, Naming.SKIPPED),
                withNumber(results).size(),
                withNumber(results).stream().filter(DrawResult::isNumberRight).count());
    }

    private static List<DrawResult> withNumber(List<DrawResult> results) {
        return Counted.run(results).stream()
                .filter(result -> result.number().isPresent())
                .toList();
    }

    /** Why the lane fails; empty if it does not. One draw without an answer does not make it fail, one wrong name does. */
    static Optional<String> failure(List<DrawResult> results) {
        long wrong = Counted.count(results, Naming.WRONG);
        long unknown = Counted.count(results, Naming.UNKNOWN);
        long run = results.size() - Counted.count(results, Naming.SKIPPED);
        List<DrawResult> numbers = withNumber(results);
        long off = numbers.stream().filter(result -> !result.isNumberRight()).count();
        boolean fails = wrong > 0 || unknown * 100 > run * PERCENT || off * 100 > numbers.size() * (long) PERCENT;
        return fails
                ? Optional.of(
                        "%d of %d names are wrong, %d are unknown, %d of %d numbers are off: at most 0, %d %% and %d %%"
                                .formatted(wrong, run, unknown, off, numbers.size(), PERCENT, PERCENT))
                : Optional.empty();
    }
}
