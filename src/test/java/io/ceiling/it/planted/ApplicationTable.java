package io.ceiling.it.planted;

import io.ceiling.it.planted.Found.Counted;
import io.ceiling.it.planted.Found.Naming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Drawn applications against what was found, as a table for people and as CSV; a pure function of the results. */
final class ApplicationTable {

    /** Of a hundred draws that may end without a name, and of a hundred numbers that may be off. */
    private static final int PERCENT = 5;

    private static final List<String> HEADER = List.of(
            """
            seed draw commit platform limit settings service_ms slo_ms way expected_names found_name
            expected_served found_served expected_number found_number verdict seconds evidence
            skipped_reason"""
                    .split("\\s+"));

    private static final String FORM = "%-28s %6s %6s %6s %6s %8s %8s %12s %12s %7s %6s";

    private ApplicationTable() {}

    /**
     * A row for each draw, RFC 4180.
     *
     * @param commit the version of the product that was measured with; empty if it is not known
     */
    static String csv(List<ApplicationResult> results, String commit) {
        return PlantedCsv.of(HEADER, results, result -> record(result, commit));
    }

    private static List<String> record(ApplicationResult result, String commit) {
        ApplicationDraw draw = result.draw();
        return List.of(
                Long.toString(draw.seed()),
                Integer.toString(draw.index()),
                commit,
                draw.platform().label(),
                draw.limit().label(),
                draw.settings(),
                Integer.toString(draw.times().serviceMillis()),
                Integer.toString(draw.times().sloMillis()),
                draw.way().label(),
                String.join(" ", draw.limit().names()),
                result.found().name(),
                draw.served().map(Object::toString).orElse(""),
                result.served().map(Object::toString).orElse(""),
                draw.number().map(Object::toString).orElse(""),
                result.found().ceiling(),
                result.verdict(),
                Long.toString(result.seconds()),
                result.found().evidence(),
                result.found().skippedReason());
    }

    /** A line for each platform and one for all, then every draw that is not right. */
    static List<String> lines(List<ApplicationResult> results) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(FORM.formatted(
                "platform",
                "draws",
                "right",
                "best",
                "wrong",
                "unknown",
                "skipped",
                "served, 5 %",
                "number, 3 %",
                "median",
                "worst"));
        Map<Platform, List<ApplicationResult>> byPlatform = results.stream()
                .collect(Collectors.groupingBy(result -> result.draw().platform(), TreeMap::new, Collectors.toList()));
        byPlatform.forEach((platform, some) -> lines.add(line(platform.label(), some)));
        lines.add(line("all", results));
        lines.addAll(Counted.notRight(results));
        return lines;
    }

    private static String line(String label, List<ApplicationResult> results) {
        List<Long> seconds = Counted.run(results).stream()
                .map(ApplicationResult::seconds)
                .sorted()
                .toList();
        return FORM.formatted(
                label,
                results.size(),
                Counted.count(results, Naming.RIGHT),
                results.stream().filter(ApplicationResult::isBestName).count(),
                Counted.count(results, Naming.WRONG),
                Counted.count(results, Naming.UNKNOWN),
                Counted.count(results, Naming.SKIPPED),
                share(results, result -> result.draw().served().isPresent(), ApplicationResult::isServedRight),
                share(results, result -> result.draw().number().isPresent(), ApplicationResult::isNumberRight),
                seconds.isEmpty() ? "-" : seconds.get(seconds.size() / 2) + " s",
                seconds.isEmpty() ? "-" : seconds.get(seconds.size() - 1) + " s");
    }

    private static String share(
            List<ApplicationResult> results,
            Predicate<ApplicationResult> demanded,
            Predicate<ApplicationResult> right) {
        return "%d of %d"
                .formatted(
                        Counted.run(results).stream()
                                .filter(demanded.and(right))
                                .count(),
                        Counted.run(results).stream().filter(demanded).count());
    }

    /** Why the lane fails; empty if it does not. One draw without an answer does not make it fail, one wrong name does. */
    static Optional<String> failure(List<ApplicationResult> results) {
        int run = Counted.run(results).size();
        long wrong = Counted.count(results, Naming.WRONG);
        long unknown = Counted.count(results, Naming.UNKNOWN);
        long off = Counted.run(results).stream()
                .filter(result -> !result.isNumberRight())
                .count();
        long servedOff = Counted.run(results).stream()
                .filter(result -> !result.isServedRight())
                .count();
        long most = Math.max(Math.max(unknown, off), servedOff);
        return wrong > 0 || most * 100 > (long) run * PERCENT
                ? Optional.of(
                        "of %d draws %d names are wrong, %d are unknown, %d ceilings and %d numbers served at once are off: at most 0, and %d %% each"
                                .formatted(run, wrong, unknown, off, servedOff, PERCENT))
                : Optional.empty();
    }
}
