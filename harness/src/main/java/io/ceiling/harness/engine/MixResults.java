package io.ceiling.harness.engine;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.report.csv.Column;
import io.ceiling.harness.report.csv.RequestsCsv;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.report.Histograms;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The rows of the requests of a mix: their response times at the highest level that passed, and the requests that were
 * late at the lowest level that failed. Pure functions.
 */
final class MixResults {

    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    private MixResults() {}

    private record MeasuredStep(Step step, IntervalHistograms histograms) {

        private Histogram of(int request) {
            return Histograms.merge(histograms.byTag().getOrDefault(IntervalHistograms.ofRequest(request), List.of()));
        }

        private RequestsCsv.RequestLevel level(int request) {
            Histogram times = of(request);
            long slo = step.outcome().slo().map(Duration::toNanos).orElse(Long.MAX_VALUE);
            return new RequestsCsv.RequestLevel(
                    step.target(),
                    times.getTotalCount(),
                    times.getValueAtPercentile(MEDIAN),
                    times.getValueAtPercentile(P99),
                    slo > times.getMaxValue() ? 0 : times.getCountBetweenValues(slo, times.getMaxValue()));
        }
    }

    /** Returns the lines and the rows of a scenario with a mix; nothing for any other. */
    static ExtensionResults of(String run, ScenarioResult result, List<IntervalHistograms> histograms) {
        Optional<CustomRequest> mix = result.scenario()
                .application()
                .map(UserApplication::request)
                .filter(request -> request.requests().size() > 1);
        if (mix.isEmpty() || histograms.size() != result.steps().size()) {
            return ExtensionResults.NONE;
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
        List<RequestsCsv.RequestRow> rows =
                rows(run, result.scenario().name(), mix.get().requests(), passed, failed);
        return new ExtensionResults(
                lines(rows),
                List.of(new ExtensionResults.CsvRows(
                        RequestsCsv.FILE,
                        Column.names(RequestsCsv.COLUMNS),
                        rows.stream()
                                .map(row -> Column.cells(RequestsCsv.COLUMNS, row))
                                .toList())));
    }

    private static List<RequestsCsv.RequestRow> rows(
            String run,
            String scenario,
            List<HttpRequest> requests,
            Optional<MeasuredStep> passed,
            Optional<MeasuredStep> failed) {
        List<String> names = names(requests);
        return IntStream.range(0, requests.size())
                .mapToObj(i -> new RequestsCsv.RequestRow(
                        run,
                        scenario,
                        names.get(i),
                        requests.get(i).weight(),
                        passed.map(step -> step.level(i)),
                        failed.map(step -> step.level(i))))
                .toList();
    }

    private static List<String> lines(List<RequestsCsv.RequestRow> rows) {
        int width = rows.stream().mapToInt(row -> row.request().length()).max().orElse(0);
        Optional<RequestsCsv.RequestRow> first = lateFirst(rows);
        return rows.stream()
                .map(row -> ("%-" + width + "s  weight %d").formatted(row.request(), row.weight())
                        + row.passed().map(MixResults::words).orElse("")
                        + first.filter(row::equals)
                                .flatMap(RequestsCsv.RequestRow::failed)
                                .map(next -> "; late first: %d of %d at %d in flight"
                                        .formatted(next.late(), next.answers(), next.connections()))
                                .orElse(""))
                .toList();
    }

    private static String words(RequestsCsv.RequestLevel level) {
        return ", %d in flight: %d answers, p50 %.1f ms, p99 %.1f ms"
                .formatted(level.connections(), level.answers(), level.medianNanos() / 1e6, level.p99Nanos() / 1e6);
    }

    // Returns the request with the largest share of late answers at the lowest level that failed; empty if none was
    // late.
    private static Optional<RequestsCsv.RequestRow> lateFirst(List<RequestsCsv.RequestRow> rows) {
        return rows.stream()
                .filter(row -> row.failed().filter(next -> next.late() > 0).isPresent())
                .max(Comparator.comparingDouble(row -> row.failed()
                        .map(next -> next.late() / (double) next.answers())
                        .orElse(0.0)));
    }

    // Returns the names of the requests. Requests with the same method and path also get a number.
    private static List<String> names(List<HttpRequest> requests) {
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
