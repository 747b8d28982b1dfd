package io.ceiling.benchmarks;

import io.ceiling.harness.report.html.chart.Numbers;
import io.ceiling.harness.report.html.chart.Phrases;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Results of JMH that can be compared on one axis: results of one benchmark and one amount of work, with a bar for each
 * server, or results of one class without a server.
 *
 * @param title benchmark or class
 * @param settings parameters that all bars have in common
 * @param unit unit of the scores
 * @param mode mode of JMH
 * @param better {@code lower} or {@code higher}
 * @param bars bars of the chart
 */
record JmhChart(String title, String settings, String unit, String mode, String better, List<Score> bars) {

    /**
     * One bar.
     *
     * @param label parameters that differ
     * @param benchmark full name of the benchmark
     * @param score score of JMH
     * @param error half the width of the interval; null if there was only one fork
     * @param forks number of forks
     * @param iterations number of measurements in each fork
     * @param costs costs of one operation by name, in bytes or microseconds
     */
    record Score(
            String label,
            String benchmark,
            double score,
            @Nullable Double error,
            int forks,
            int iterations,
            Map<String, Double> costs) {}

    /** Returns the charts in the order of their first results in the file. */
    static List<JmhChart> of(List<JmhResult> results) {
        Map<String, List<JmhResult>> charts = new LinkedHashMap<>();
        for (JmhResult result : results) {
            charts.computeIfAbsent(key(result), key -> new ArrayList<>()).add(result);
        }
        return charts.values().stream().map(JmhChart::chart).toList();
    }

    private static String key(JmhResult result) {
        String what = result.hasServer() ? result.benchmark() + amounts(result) : className(result);
        return String.join("\n", what, result.score().unit(), result.method().mode());
    }

    // Returns the numeric parameters, such as {subscribers=100}: they are amounts of work, each of which has an axis
    // of its own.
    private static Map<String, String> amounts(JmhResult result) {
        return result.parameters().entrySet().stream()
                // Kept results have the major version of Atmosphere, which is no amount.
                .filter(each ->
                        each.getValue().matches("[0-9]+") && !each.getKey().equals("atmosphere"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (first, second) -> first, TreeMap::new));
    }

    private static String className(JmhResult result) {
        return result.name().replaceFirst("\\.[^.]*$", "");
    }

    private static JmhChart chart(List<JmhResult> results) {
        JmhResult first = results.get(0);
        Set<String> varied = varied(results);
        boolean oneMethod = results.stream().map(JmhResult::name).distinct().count() == 1;
        return new JmhChart(
                oneMethod ? first.name() : className(first),
                words(first.parameters(), name -> !varied.contains(name)),
                first.score().unit(),
                first.method().mode(),
                first.method().mode().equals("thrpt") ? "higher" : "lower",
                results.stream()
                        .map(result -> new Score(
                                label(result, varied, oneMethod) + (result.isScheduling() ? " (scheduling)" : ""),
                                result.benchmark(),
                                result.score().value(),
                                Numbers.orNull(result.score().error()),
                                result.method().forks(),
                                result.method().iterations(),
                                result.costs()))
                        .toList());
    }

    private static Set<String> varied(List<JmhResult> results) {
        Set<String> names = results.stream()
                .map(result -> result.parameters().keySet())
                .flatMap(Collection::stream)
                .collect(Collectors.toCollection(TreeSet::new));
        names.removeIf(name -> results.stream()
                        .map(result -> result.parameters().getOrDefault(name, ""))
                        .distinct()
                        .count()
                == 1);
        return names;
    }

    // The server comes first, by its bare name, since a chart compares servers. It is left out if all bars have the
    // same server and differ in something else.
    private static String label(JmhResult result, Set<String> varied, boolean oneMethod) {
        String method = oneMethod ? "" : result.name().substring(result.name().lastIndexOf('.') + 1);
        String server = result.parameters().getOrDefault("server", "");
        String others = words(result.parameters(), name -> varied.contains(name) && !name.equals("server"));
        boolean named =
                varied.contains("server") || Phrases.joined(method, others).isEmpty();
        String label = Phrases.joined(method, named ? server : "", others);
        return label.isEmpty() ? result.name() : label;
    }

    private interface ParameterFilter {
        boolean accepts(String name);
    }

    private static String words(Map<String, String> parameters, ParameterFilter wanted) {
        return parameters.entrySet().stream()
                .filter(each -> wanted.accepts(each.getKey()))
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(" "));
    }
}
