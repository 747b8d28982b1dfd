package io.ceiling.harness.report.html;

import io.ceiling.harness.report.SettingChange;
import io.ceiling.harness.report.SettingChange.BeforeAfter;
import io.ceiling.harness.report.Summary;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.ForkSlope;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.html.Headline.Figure;
import io.ceiling.harness.report.html.chart.MatrixCell;
import io.ceiling.harness.report.html.chart.Phrases;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes the headline of a run of ceilings from its cells alone: of several scenarios the limit that stopped most of them, what raises
 * it, and what a setting changes. Pure functions.
 */
final class CeilingHeadline {

    // Relative difference within which ceilings are equal to the precision of the ramp; the cheaper connection then
    // decides.
    private static final double CEILING_TOLERANCE = 0.02;

    private CeilingHeadline() {}

    /**
     * Returns the headline.
     *
     * @param unfinished number of scenarios that were begun and have no result
     */
    static Headline of(List<MatrixCell> cells, long unfinished) {
        Optional<MatrixCell> best = best(cells);
        if (best.isEmpty()) {
            List<Figure> counts = cells.isEmpty() ? List.of() : List.of(counted(cells));
            return new Headline(nothing(cells), detail(cells, unfinished), "invalid", counts);
        }
        List<SettingChange> changes = SettingChange.of(cells.stream()
                .map(cell -> new SettingChange.SettingForks(cell.medianRow(), cell.forks()))
                .toList());
        Optional<DominantLimit> stopper = DominantLimit.of(cells);
        Headline headline = new Headline(
                stopper.map(most -> sentence(most, cells, changes)).orElseGet(() -> sentence(best.get())),
                detail(cells, unfinished),
                best.get().verdict(),
                figures(cells, best.get(), changes, stopper));
        return stopper.isEmpty() ? headline : headline.and("The most: " + held(best.get()) + ".");
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
                .filter(cell -> cell.connections() >= top.connections() * (1 - CEILING_TOLERANCE))
                .min(Comparator.comparingDouble(CeilingHeadline::heap)
                        .thenComparingDouble(cell -> -cell.connections())));
    }

    private static boolean isReached(MatrixCell cell) {
        return cell.verdict().equals("reached");
    }

    private static double heap(MatrixCell cell) {
        return heapText(cell).isEmpty()
                ? Double.MAX_VALUE
                : ForkSlope.of(cell.forks(), Keys.HEAP).orElseThrow().mean();
    }

    private static String heapText(MatrixCell cell) {
        return ForkSlope.of(cell.forks(), Keys.HEAP)
                .map(slope -> Phrases.cost(OptionalDouble.of(slope.mean()), slope.error()))
                .orElse("");
    }

    private static String sentence(MatrixCell cell) {
        CsvRow row = cell.medianRow();
        String relief = Phrases.firstRelief(row.text(Keys.RELIEF));
        return "%s; %s%s."
                .formatted(
                        held(cell),
                        isReached(cell) ? stopped(row.text(Keys.FACTOR)) : why(row),
                        isReached(cell) && !relief.isEmpty() ? ": " + relief : "");
    }

    private static String held(MatrixCell cell) {
        CsvRow row = cell.medianRow();
        return Phrases.joined(
                Phrases.server(row),
                isReached(cell) ? "held" : "held at least",
                Phrases.count(cell.connections()),
                Phrases.countedNoun(row),
                cell.varied().isEmpty() ? "" : "(%s)".formatted(cell.varied()),
                heapText(cell).isEmpty() ? "" : "at %s of heap each".formatted(heapText(cell)));
    }

    // Returns the sentences about several scenarios, such as Tomcat: file descriptors stopped 27 of 39 scenarios;
    // raise the limit of open files (now 2048). WebSockets take 71.0 KiB of heap each, 14.6 KiB with buffer=1k
    // instead of default.
    private static String sentence(DominantLimit stopper, List<MatrixCell> cells, List<SettingChange> changes) {
        String factor = Phrases.factor(stopper.factor());
        String subject = subject(cells);
        String limit = "%s stopped %s%s."
                .formatted(
                        subject.isEmpty() ? Phrases.capital(factor) : "%s: %s".formatted(subject, factor),
                        stopper.share(),
                        stopper.raise().isEmpty() ? "" : "; " + stopper.raise());
        return Phrases.joined(
                limit,
                cheaper(changes)
                        .map(change -> cost(change, servers(cells).size() > 1))
                        .orElseGet(() -> costs(cells)));
    }

    // Returns the server that all scenarios have, or its container; empty if they have several.
    private static String subject(List<MatrixCell> cells) {
        Set<String> servers = servers(cells);
        Set<String> containers =
                cells.stream().map(cell -> Phrases.container(cell.medianRow())).collect(Collectors.toSet());
        Set<String> one = servers.size() == 1 ? servers : containers;
        return one.size() == 1 ? one.iterator().next() : "";
    }

    private static Set<String> servers(List<MatrixCell> cells) {
        return cells.stream().map(cell -> Phrases.server(cell.medianRow())).collect(Collectors.toSet());
    }

    private static Optional<SettingChange> cheaper(List<SettingChange> changes) {
        return changes.stream()
                .filter(change -> change.heap().isPresent())
                .max(Comparator.comparingDouble(change -> change.heap()
                        .map(heap -> Math.abs(heap.after() - heap.before()))
                        .orElse(0.0)));
    }

    private static String cost(SettingChange change, boolean ofSeveralServers) {
        BeforeAfter<Double> heap = change.heap().orElseThrow();
        CsvRow before = change.before().medianRow();
        return "%s%s take %s of heap each, %s with %s."
                .formatted(
                        Phrases.capital(Phrases.countedNoun(before)),
                        ofSeveralServers ? " on " + Phrases.server(before) : "",
                        Phrases.bytes(heap.before()),
                        Phrases.bytes(heap.after()),
                        instead(change));
    }

    private static String instead(SettingChange change) {
        return "%s=%s instead of %s"
                .formatted(
                        change.setting().name(),
                        change.setting().after(),
                        change.setting().before());
    }

    // Returns what a connection costs in the cheapest and the dearest scenario; empty if no cost is known.
    private static String costs(List<MatrixCell> cells) {
        List<MatrixCell> known = cells.stream()
                .filter(cell -> !heapText(cell).isEmpty())
                .sorted(Comparator.comparingDouble(CeilingHeadline::heap))
                .toList();
        if (known.isEmpty()) {
            return "";
        }
        String least = heapText(known.get(0));
        String most = heapText(known.get(known.size() - 1));
        return "A connection takes %s of heap.".formatted(least.equals(most) ? most : least + " to " + most);
    }

    /** Returns a clause such as {@code file descriptors stopped it}. */
    static String stopped(String factor) {
        return isNamed(factor) ? Phrases.factor(factor) + " stopped it" : "what stopped it could not be named";
    }

    private static boolean isNamed(String factor) {
        return !factor.isEmpty() && !factor.equals(LimitingFactor.UNKNOWN.label());
    }

    private static String why(CsvRow row) {
        String why = row.text(Keys.WHY);
        return why.isEmpty() ? "nothing stopped it up to there" : why;
    }

    private static String nothing(List<MatrixCell> cells) {
        if (cells.isEmpty()) {
            return "The run was broken off before anything had a result.";
        }
        CsvRow first = cells.get(0).medianRow();
        if (cells.stream().allMatch(cell -> cell.verdict().equals("skipped"))) {
            return "Nothing was measured: %s.".formatted(why(first));
        }
        Optional<CsvRow> invalid = cells.stream()
                .filter(cell -> cell.verdict().equals("invalid"))
                .map(MatrixCell::medianRow)
                .findFirst();
        if (invalid.isEmpty()) {
            return "%s served no connection; %s.".formatted(Phrases.server(first), stopped(first.text(Keys.FACTOR)));
        }
        String factor = invalid.get().text(Keys.FACTOR);
        String reason = isNamed(factor) ? Phrases.factor(factor) + " was reached first" : why(invalid.get());
        return "%s was not measured: %s.".formatted(Phrases.server(invalid.get()), reason);
    }

    // Returns a summary such as 38 scenarios: 30 met a ceiling, 2 met none and 6 are invalid.
    private static String detail(List<MatrixCell> cells, long unfinished) {
        List<String> parts = new ArrayList<>();
        add(parts, count(cells, "reached"), "%s met a ceiling", "%s met a ceiling");
        add(parts, count(cells, "at-least"), "%s met no limit", "%s met no limit");
        add(parts, count(cells, "invalid"), "%s is invalid", "%s are invalid");
        add(parts, count(cells, "skipped"), "%s was skipped", "%s were skipped");
        String counted = cells.isEmpty()
                ? ""
                : "%s: %s.".formatted(Phrases.count(cells.size(), "scenario"), Phrases.list(parts));
        String broken = unfinished == 0
                ? ""
                : "The run was broken off: %s begun without a result.".formatted(Phrases.count(unfinished, "scenario"));
        return Phrases.joined(counted, repeats(cells), broken);
    }

    private static String repeats(List<MatrixCell> cells) {
        int most = cells.stream().mapToInt(cell -> cell.forks().size()).max().orElse(0);
        return most < 2 ? "" : "Of repeats in up to %d fresh servers the median is shown.".formatted(most);
    }

    private static void add(List<String> parts, long count, String one, String many) {
        if (count > 0) {
            parts.add((count == 1 ? one : many).formatted(Phrases.count(count)));
        }
    }

    private static long count(List<MatrixCell> cells, String verdict) {
        return cells.stream().filter(cell -> cell.verdict().equals(verdict)).count();
    }

    private static List<Figure> figures(
            List<MatrixCell> cells, MatrixCell best, List<SettingChange> changes, Optional<DominantLimit> stopper) {
        List<Figure> figures = new ArrayList<>();
        figures.add(largestCeilingGain(cells, changes).orElseGet(() -> {
            String bound = isReached(best) ? "" : "≥ ";
            return new Figure(bound + Phrases.count(best.connections()), atOnce(best.medianRow()), best.label());
        }));
        cheaper(changes)
                .ifPresent(change -> figures.add(new Figure(
                        Phrases.bytes(
                                change.heap().orElseThrow().before(),
                                change.heap().orElseThrow().after()),
                        "heap per connection",
                        "%s, %s".formatted(label(cells, change.before()), instead(change)))));
        stopper.ifPresent(most -> figures.add(new Figure(
                "%s of %s".formatted(Phrases.count(most.scenarios()), Phrases.count(most.reached())),
                "stopped by " + Phrases.factor(most.factor()),
                most.raise())));
        cells.stream()
                .filter(cell -> !heapText(cell).isEmpty())
                .min(Comparator.comparingDouble(CeilingHeadline::heap))
                .ifPresent(cheapest ->
                        figures.add(new Figure(heapText(cheapest), "least heap per connection", cheapest.label())));
        if (count(cells, "reached") + count(cells, "at-least") < cells.size()) {
            figures.add(counted(cells));
        }
        return figures;
    }

    private static Optional<Figure> largestCeilingGain(List<MatrixCell> cells, List<SettingChange> changes) {
        return changes.stream()
                .filter(change ->
                        change.ceiling().filter(held -> held.before() > 0).isPresent())
                .max(Comparator.comparingDouble(change -> change.ceiling()
                        .map(held -> held.after() / held.before())
                        .orElse(0.0)))
                .map(change -> new Figure(
                        "%s → %s"
                                .formatted(
                                        Phrases.count(
                                                change.ceiling().orElseThrow().before()),
                                        Phrases.count(
                                                change.ceiling().orElseThrow().after())),
                        atOnce(change.after().medianRow()),
                        "%s, %s".formatted(label(cells, change.before()), instead(change))));
    }

    private static String atOnce(CsvRow row) {
        return Summary.isInFlight(row) ? Summary.unit(row) : "held at once";
    }

    private static String label(List<MatrixCell> cells, SettingChange.SettingForks one) {
        return cells.stream()
                .filter(cell -> cell.medianRow().equals(one.medianRow()))
                .findFirst()
                .map(MatrixCell::label)
                .orElse("");
    }

    // The limit that stopped most scenarios.
    // factor: its label
    // raise: the first thing that raises it; empty if that is not known
    // reached: number of scenarios that any limit stopped, at least two
    private record DominantLimit(String factor, String raise, long scenarios, long reached) {

        /**
         * Returns the limit of at least half of the stopped scenarios; empty if there is none, or if it has no name.
         */
        static Optional<DominantLimit> of(List<MatrixCell> cells) {
            Map<String, List<MatrixCell>> stopped = cells.stream()
                    .filter(CeilingHeadline::isReached)
                    .collect(Collectors.groupingBy(
                            cell -> cell.medianRow().text(Keys.FACTOR), LinkedHashMap::new, Collectors.toList()));
            long reached = count(cells, "reached");
            return stopped.values().stream()
                    // The first of several that stopped as many.
                    .reduce((one, other) -> other.size() > one.size() ? other : one)
                    .filter(most -> reached > 1 && reached > count(cells, "at-least") && 2L * most.size() >= reached)
                    .filter(most -> isNamed(most.get(0).medianRow().text(Keys.FACTOR)))
                    .map(most -> new DominantLimit(
                            most.get(0).medianRow().text(Keys.FACTOR), raise(most), most.size(), reached));
        }

        private static String raise(List<MatrixCell> cells) {
            return cells.stream()
                    .map(cell -> Phrases.firstRelief(cell.medianRow().text(Keys.RELIEF)))
                    .filter(raise -> !raise.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        String share() {
            if (scenarios == 2 && reached == 2) {
                return "both scenarios";
            }
            return scenarios == reached
                    ? "all " + Phrases.count(reached, "scenario")
                    : "%s of %s".formatted(Phrases.count(scenarios), Phrases.count(reached, "scenario"));
        }
    }

    private static Figure counted(List<MatrixCell> cells) {
        long measured = count(cells, "reached") + count(cells, "at-least");
        return new Figure(
                "%s of %s".formatted(Phrases.count(measured), Phrases.count(cells.size())),
                Plural.noun(cells.size(), "scenario") + " measured",
                "the others are invalid or skipped");
    }
}
