package io.ceiling.harness.engine;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.result.MoreResults;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.OwnApplication;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.report.Histograms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The rows of the requests of a mix: their times at the highest level that passed, and which of them was late at the lowest level
 * that did not. Pure functions.
 *
 * @param scenario name of the scenario
 * @param requests the requests
 * @param passed step with the highest level that passed
 * @param failed step with the lowest level above it that failed
 */
record MixResults(
        String scenario, List<HttpRequest> requests, Optional<MeasuredStep> passed, Optional<MeasuredStep> failed) {

    private static final String FILE = "requests.csv";
    private static final List<String> HEADER = List.of(
            "run",
            "scenario",
            "request",
            "weight",
            "connections",
            "answers",
            "p50_ms",
            "p99_ms",
            "next_connections",
            "next_answers",
            "next_late");
    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    /** A step with its histograms. */
    record MeasuredStep(Step step, IntervalHistograms histograms) {

        private Histogram of(int request) {
            return Histograms.merge(histograms.byTag().getOrDefault(IntervalHistograms.ofRequest(request), List.of()));
        }

        /** Returns the number of requests that took as long as the SLO or longer. */
        private long late(int request) {
            long slo = step.outcome().slo().map(Duration::toNanos).orElse(Long.MAX_VALUE);
            Histogram times = of(request);
            return slo > times.getMaxValue() ? 0 : times.getCountBetweenValues(slo, times.getMaxValue());
        }
    }

    /** Returns the lines and the rows of a scenario with a mix; nothing for any other. */
    static MoreResults of(String run, ScenarioResult result, List<IntervalHistograms> histograms) {
        Optional<CustomRequest> mix = result.scenario()
                .application()
                .map(OwnApplication::request)
                .filter(request -> request.requests().size() > 1);
        if (mix.isEmpty() || histograms.size() != result.steps().size()) {
            return MoreResults.NONE;
        }
        List<MeasuredStep> steps = IntStream.range(0, histograms.size())
                .mapToObj(i -> new MeasuredStep(result.steps().get(i), histograms.get(i)))
                .filter(one -> one.step().use() != Step.Use.NOTHING)
                .toList();
        Comparator<MeasuredStep> byLevel =
                Comparator.comparingInt(one -> one.step().target());
        Optional<MeasuredStep> passed =
                steps.stream().filter(one -> one.step().passed()).max(byLevel);
        int level = passed.map(one -> one.step().target()).orElse(0);
        Optional<MeasuredStep> failed = steps.stream()
                .filter(one -> !one.step().passed() && one.step().target() > level)
                .min(byLevel);
        MixResults rows = new MixResults(result.scenario().name(), mix.get().requests(), passed, failed);
        return new MoreResults(rows.lines(), List.of(new MoreResults.Rows(FILE, HEADER, rows.cells(run))));
    }

    private List<String> lines() {
        List<String> names = names();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        Optional<Integer> first = lateFirst();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < requests.size(); i++) {
            String line = ("%-" + width + "s  weight %d")
                    .formatted(names.get(i), requests.get(i).weight());
            if (passed.isPresent()) {
                Histogram times = passed.get().of(i);
                line += ", %d in flight: %d answers, p50 %.1f ms, p99 %.1f ms"
                        .formatted(
                                passed.get().step().target(),
                                times.getTotalCount(),
                                times.getValueAtPercentile(MEDIAN) / 1e6,
                                times.getValueAtPercentile(P99) / 1e6);
            }
            if (first.isPresent() && first.get() == i) {
                MeasuredStep next = failed.orElseThrow();
                line += "; late first: %d of %d at %d in flight"
                        .formatted(
                                next.late(i),
                                next.of(i).getTotalCount(),
                                next.step().target());
            }
            lines.add(line);
        }
        return lines;
    }

    /** Returns the request of which the largest share was late at the lowest level that failed; empty if none was. */
    private Optional<Integer> lateFirst() {
        return failed.flatMap(step -> IntStream.range(0, requests.size())
                .boxed()
                .filter(i -> step.late(i) > 0)
                .max(Comparator.comparingDouble(
                        i -> step.late(i) / (double) step.of(i).getTotalCount())));
    }

    private List<List<String>> cells(String run) {
        List<String> names = names();
        return IntStream.range(0, requests.size())
                .mapToObj(i -> Stream.of(
                                Stream.of(
                                        run,
                                        scenario,
                                        names.get(i),
                                        Integer.toString(requests.get(i).weight())),
                                passed.map(step -> {
                                            Histogram times = step.of(i);
                                            return Stream.of(
                                                    Integer.toString(step.step().target()),
                                                    Long.toString(times.getTotalCount()),
                                                    millis(times.getValueAtPercentile(MEDIAN)),
                                                    millis(times.getValueAtPercentile(P99)));
                                        })
                                        .orElseGet(() -> Stream.of("", "", "", "")),
                                failed.map(step -> Stream.of(
                                                Integer.toString(step.step().target()),
                                                Long.toString(step.of(i).getTotalCount()),
                                                Long.toString(step.late(i))))
                                        .orElseGet(() -> Stream.of("", "", "")))
                        .flatMap(cells -> cells)
                        .toList())
                .toList();
    }

    private static String millis(long nanos) {
        return "%.3f".formatted(nanos / 1e6);
    }

    /** Returns the names of the requests; those that have the same method and path have numbers. */
    private List<String> names() {
        List<String> names = requests.stream()
                .map(request -> request.method() + " " + CustomRequest.masked(request.path()))
                .toList();
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.indexOf(names.get(i)) == names.lastIndexOf(names.get(i))
                        ? names.get(i)
                        : "%s (%d)".formatted(names.get(i), i + 1))
                .toList();
    }
}
