package io.ceiling.it.planted;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What doctor expected against what was measured, in the cells whose ceiling was met; a pure function of the outcomes. */
final class ForecastCheck {

    private ForecastCheck() {}

    /** A line for each limit that was met: how often doctor expected it, and how far off it was where it did. */
    static List<String> lines(List<PlantedRun.Outcome> outcomes) {
        List<PlantedRun.Outcome> met = outcomes.stream()
                .filter(outcome -> outcome.verdict().equals("reached")
                        && !outcome.forecast().factor().isEmpty()
                        && Long.parseLong(outcome.ceiling()) > 0)
                .toList();
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("Doctor's forecast, %d of %d limits foreseen; predicted / measured connections, where foreseen:"
                .formatted(met.stream().filter(ForecastCheck::foreseen).count(), met.size()));
        met.stream()
                .collect(Collectors.groupingBy(PlantedRun.Outcome::named, TreeMap::new, Collectors.toList()))
                .forEach((factor, cells) -> lines.add("  %-24s foreseen in %2d of %2d%s"
                        .formatted(
                                factor,
                                cells.stream().filter(ForecastCheck::foreseen).count(),
                                cells.size(),
                                ratios(cells))));
        return lines;
    }

    private static boolean foreseen(PlantedRun.Outcome outcome) {
        return outcome.forecast().factor().equals(outcome.named());
    }

    private static String ratios(List<PlantedRun.Outcome> cells) {
        List<Double> ratios = cells.stream()
                .filter(ForecastCheck::foreseen)
                .map(outcome ->
                        Double.parseDouble(outcome.forecast().connections()) / Double.parseDouble(outcome.ceiling()))
                .sorted()
                .toList();
        return ratios.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", median %.2f (%.2f..%.2f)",
                        ratios.get((ratios.size() - 1) / 2),
                        ratios.get(0),
                        ratios.get(ratios.size() - 1));
    }
}
