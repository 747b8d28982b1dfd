package io.ceiling.jmh;

import io.ceiling.harness.stats.ForkMeans;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The figures of each fork, with the interval of their means, as lines for people and as a CSV file.
 *
 * <p>Iterations of one fork are not independent: they share a server, its compiled code and the processors of its
 * threads. So the fork is the unit; the interval that JMH prints over all iterations is too narrow.
 */
final class ForkReport {

    private static final String SCORE = "score";

    private ForkReport() {}

    /**
     * One figure of one benchmark with one value of each parameter.
     *
     * @param benchmark class and method
     * @param parameters values by name
     * @param figure {@code score}, or the name of a cost
     * @param unit unit of the means
     * @param means mean of each fork
     */
    record ForkFigure(String benchmark, Map<String, String> parameters, String figure, String unit, ForkMeans means) {

        /**
         * Returns true if the kernel's choice of processors decides this figure; it affects only times of two
         * processes.
         */
        boolean isScheduling() {
            return parameters.containsKey("server") && figure.equals(SCORE) && means.isScheduling();
        }
    }

    static List<ForkFigure> rows(Collection<RunResult> results) {
        List<ForkFigure> rows = new ArrayList<>();
        for (RunResult result : results) {
            Map<String, List<Result<?>>> figures = new TreeMap<>();
            List<Result<?>> scores = new ArrayList<>();
            for (BenchmarkResult fork : result.getBenchmarkResults()) {
                scores.add(fork.getPrimaryResult());
                fork.getSecondaryResults()
                        .forEach((name, cost) -> figures.computeIfAbsent(name, each -> new ArrayList<>())
                                .add(cost));
            }
            rows.add(row(result, SCORE, scores));
            figures.forEach((name, costs) -> rows.add(row(result, name, costs)));
        }
        return rows;
    }

    private static ForkFigure row(RunResult result, String figure, List<Result<?>> forks) {
        String benchmark = result.getParams().getBenchmark();
        int method = benchmark.lastIndexOf('.');
        Map<String, String> parameters = new TreeMap<>();
        result.getParams()
                .getParamsKeys()
                .forEach(name -> parameters.put(name, result.getParams().getParam(name)));
        return new ForkFigure(
                benchmark.substring(benchmark.lastIndexOf('.', method - 1) + 1),
                parameters,
                figure,
                forks.get(0).getScoreUnit(),
                new ForkMeans(forks.stream().map(Result::getScore).toList()));
    }

    static List<String> lines(List<ForkFigure> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("# Forks: mean of each; mean of the forks ± half the 95 % interval of their means");
        for (ForkFigure row : rows) {
            ForkMeans means = row.means();
            lines.add("# %s %s %s: %s; %s%s %s%s"
                    .formatted(
                            row.benchmark(),
                            joinParameters(row.parameters(), " "),
                            row.figure(),
                            means.means().stream().map(ForkReport::text).collect(Collectors.joining(" ")),
                            text(means.mean()),
                            means.halfWidth().isPresent()
                                    ? " ± " + text(means.halfWidth().getAsDouble())
                                    : " (one fork: no interval)",
                            row.unit(),
                            row.isScheduling()
                                    ? ", SCHEDULING: the slowest fork took %.1f times the fastest"
                                            .formatted(means.ratio())
                                    : ""));
        }
        return lines;
    }

    /** Returns the CSV file, whose lines end in CR LF. */
    static String csv(List<ForkFigure> rows) {
        StringBuilder csv = new StringBuilder(
                "benchmark,parameters,figure,unit,forks,mean,half_width_95,largest_to_smallest,scheduling,fork_means\r\n");
        for (ForkFigure row : rows) {
            ForkMeans means = row.means();
            StringJoiner cells = new StringJoiner(",", "", "\r\n");
            cells.add(row.benchmark())
                    .add(joinParameters(row.parameters(), ";"))
                    .add(row.figure())
                    .add(row.unit());
            cells.add(Integer.toString(means.means().size())).add(text(means.mean()));
            cells.add(means.halfWidth().isPresent() ? text(means.halfWidth().getAsDouble()) : "");
            cells.add(text(means.ratio())).add(Boolean.toString(row.isScheduling()));
            cells.add(means.means().stream().map(ForkReport::text).collect(Collectors.joining(" ")));
            csv.append(cells);
        }
        return csv.toString();
    }

    private static String joinParameters(Map<String, String> parameters, String between) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(between));
    }

    // Returns a figure with five significant digits, without an exponent.
    private static String text(double value) {
        return new BigDecimal(value, new MathContext(5, RoundingMode.HALF_UP))
                .stripTrailingZeros()
                .toPlainString();
    }
}
