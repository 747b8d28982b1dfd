package io.ceiling.harness.report.html;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Plural;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline.Figure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the headline of a run of ceilings from its cells alone. Pure functions. */
final class CeilingHeadline {

    /**
     * Relative difference within which ceilings are equal to the precision of the ramp; the cheaper connection then
     * decides.
     */
    private static final double SAME = 0.02;

    private CeilingHeadline() {}

    /**
     * Returns the headline.
     *
     * @param unfinished number of scenarios that were begun and have no result
     */
    static Headline of(List<MatrixCell> cells, long unfinished) {
        Optional<MatrixCell> best = best(cells);
        if (best.isPresent()) {
            return new Headline(
                    sentence(best.get()), detail(cells, unfinished), best.get().verdict(), figures(cells, best.get()));
        }
        List<Figure> counts = cells.isEmpty() ? List.of() : List.of(counted(cells));
        return new Headline(nothing(cells), detail(cells, unfinished), "invalid", counts);
    }

    /**
     * Returns the cell with the most connections; of nearly equal ones with the same verdict, the one with the smallest
     * known heap per connection.
     */
    static Optional<MatrixCell> best(List<MatrixCell> cells) {
        List<MatrixCell> held = cells.stream()
                .filter(cell -> isReached(cell) || cell.verdict().equals("at-least"))
                .filter(cell -> cell.connections() > 0)
                .toList();
        Optional<MatrixCell> most = held.stream()
                .max(Comparator.comparingDouble(MatrixCell::connections).thenComparing(CeilingHeadline::isReached));
        // A lower bound is more than a ceiling just below it, so only cells with the same verdict are compared.
        return most.flatMap(top -> held.stream()
                .filter(cell -> cell.verdict().equals(top.verdict()))
                .filter(cell -> cell.connections() >= top.connections() * (1 - SAME))
                .min(Comparator.comparingDouble(CeilingHeadline::heap)
                        .thenComparingDouble(cell -> -cell.connections())));
    }

    private static boolean isReached(MatrixCell cell) {
        return cell.verdict().equals("reached");
    }

    private static double heap(MatrixCell cell) {
        return heapText(cell).isEmpty() ? Double.MAX_VALUE : cell.shown().amount("heap_bytes_per_connection");
    }

    private static String heapText(MatrixCell cell) {
        return Words.cost(
                cell.shown().number("heap_bytes_per_connection"), cell.shown().number("heap_bytes_per_connection_se"));
    }

    private static String sentence(MatrixCell cell) {
        CsvRow row = cell.shown();
        boolean reached = isReached(cell);
        String varied = cell.varied().isEmpty() ? "" : "(%s)".formatted(cell.varied());
        String heap = heapText(cell).isEmpty() ? "" : "at %s of heap each".formatted(heapText(cell));
        String held = Words.joined(
                Words.server(row),
                reached ? "held" : "held at least",
                Words.count(cell.connections()),
                Words.held(row),
                varied,
                heap);
        return "%s; %s.".formatted(held, reached ? stopped(row.text("limiting_factor")) : why(row));
    }

    /** Returns a clause such as {@code file descriptors stopped it}. */
    static String stopped(String factor) {
        return isNamed(factor) ? Words.factor(factor) + " stopped it" : "what stopped it could not be named";
    }

    private static boolean isNamed(String factor) {
        return !factor.isEmpty() && !factor.equals(LimitingFactor.UNKNOWN.label());
    }

    private static String why(CsvRow row) {
        String why = row.text("why").replace(row.text("scenario") + ": ", "");
        return why.isEmpty() ? "nothing stopped it up to there" : why;
    }

    private static String nothing(List<MatrixCell> cells) {
        if (cells.isEmpty()) {
            return "The run was broken off before anything had a result.";
        }
        CsvRow first = cells.get(0).shown();
        if (cells.stream().allMatch(cell -> cell.verdict().equals("skipped"))) {
            return "Nothing was measured: %s.".formatted(why(first));
        }
        Optional<CsvRow> invalid = cells.stream()
                .filter(cell -> cell.verdict().equals("invalid"))
                .map(MatrixCell::shown)
                .findFirst();
        if (invalid.isEmpty()) {
            return "%s served no connection; %s."
                    .formatted(Words.server(first), stopped(first.text("limiting_factor")));
        }
        String factor = invalid.get().text("limiting_factor");
        String reason = isNamed(factor) ? Words.factor(factor) + " was reached first" : why(invalid.get());
        return "%s was not measured: %s.".formatted(Words.server(invalid.get()), reason);
    }

    /** Returns a summary such as {@code 38 scenarios: 30 met a ceiling, in 2 nothing broke and 6 are invalid.} */
    private static String detail(List<MatrixCell> cells, long unfinished) {
        List<String> parts = new ArrayList<>();
        add(parts, count(cells, "reached"), "%s met a ceiling", "%s met a ceiling");
        add(parts, count(cells, "at-least"), "in %s nothing broke", "in %s nothing broke");
        add(parts, count(cells, "invalid"), "%s is invalid", "%s are invalid");
        add(parts, count(cells, "skipped"), "%s was skipped", "%s were skipped");
        String counted =
                cells.isEmpty() ? "" : "%s: %s.".formatted(Words.count(cells.size(), "scenario"), Words.list(parts));
        String broken = unfinished == 0
                ? ""
                : "The run was broken off: %s begun without a result.".formatted(Words.count(unfinished, "scenario"));
        return Words.joined(counted, repeats(cells), broken);
    }

    private static String repeats(List<MatrixCell> cells) {
        int most = cells.stream().mapToInt(cell -> cell.forks().size()).max().orElse(0);
        return most < 2 ? "" : "Of repeats in up to %d fresh servers the median is shown.".formatted(most);
    }

    private static void add(List<String> parts, long count, String one, String many) {
        if (count > 0) {
            parts.add((count == 1 ? one : many).formatted(Words.count(count)));
        }
    }

    private static long count(List<MatrixCell> cells, String verdict) {
        return cells.stream().filter(cell -> cell.verdict().equals(verdict)).count();
    }

    private static List<Figure> figures(List<MatrixCell> cells, MatrixCell best) {
        List<Figure> figures = new ArrayList<>();
        String bound = best.verdict().equals("reached") ? "" : "≥ ";
        figures.add(new Figure(bound + Words.count(best.connections()), "held at once", best.label()));
        cells.stream()
                .filter(cell -> !heapText(cell).isEmpty())
                .min(Comparator.comparingDouble(CeilingHeadline::heap))
                .ifPresent(cheapest ->
                        figures.add(new Figure(heapText(cheapest), "least heap per connection", cheapest.label())));
        stopper(cells).ifPresent(figures::add);
        figures.add(counted(cells));
        return figures;
    }

    private static Optional<Figure> stopper(List<MatrixCell> cells) {
        Map<String, Long> counts = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> cell.verdict().equals("reached"))
                .forEach(cell -> counts.merge(cell.shown().text("limiting_factor"), 1L, Long::sum));
        long reached = count(cells, "reached");
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(entry -> reached > 1 && !entry.getKey().isEmpty())
                .map(entry -> new Figure(
                        "%s of %s".formatted(Words.count(entry.getValue()), Words.count(reached)),
                        "stopped by " + Words.factor(entry.getKey()),
                        counts.size() == 1
                                ? "the only limit that was reached"
                                : "%s were met".formatted(Words.count(counts.size(), "limit"))));
    }

    private static Figure counted(List<MatrixCell> cells) {
        long measured = count(cells, "reached") + count(cells, "at-least");
        return new Figure(
                measured == cells.size()
                        ? Words.count(measured)
                        : "%s of %s".formatted(Words.count(measured), Words.count(cells.size())),
                Plural.noun(cells.size(), "scenario") + " measured",
                measured == cells.size() ? "all of them" : "the others are invalid or skipped");
    }
}
