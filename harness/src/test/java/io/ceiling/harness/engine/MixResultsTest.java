package io.ceiling.harness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.http.ExpectedAnswer;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.load.report.Histograms;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MixResultsTest {

    private static final long MILLI = 1_000_000;
    private static final Duration SLO = Duration.ofMillis(800);
    private static final HttpRequest ORDER = new HttpRequest("POST", "/orders?token=7", "", "{}", 3);
    private static final HttpRequest LIST = HttpRequest.get("/orders");

    private static Step step(int target, boolean passed) {
        Sample sample = Fixtures.sample(target, false, 100);
        return new Step(
                1,
                target,
                passed ? target : 0,
                new Step.StepOutcome(passed, "", Optional.of(SLO)),
                new Step.StepReading(1, sample, sample),
                1,
                Step.Use.CEILING,
                Optional.empty());
    }

    /** Returns the times of each request, as two agents with the same times have them. */
    private static IntervalHistograms times(List<Long> ofFirst, List<Long> ofSecond) {
        return new IntervalHistograms(
                0,
                1,
                Map.of(
                        "request-1",
                        List.of(encoded(ofFirst), encoded(ofFirst)),
                        "request-2",
                        List.of(encoded(ofSecond))));
    }

    private static String encoded(List<Long> millis) {
        Histogram histogram = Histograms.empty();
        millis.forEach(one -> histogram.recordValue(one * MILLI));
        return Histograms.encode(histogram);
    }

    private static ExtensionResults of(
            List<HttpRequest> requests, List<Step> steps, List<IntervalHistograms> histograms) {
        CustomRequest mix =
                CustomRequest.inFlight("/", RequestPace.AT_ONCE).withRequests(requests, ExpectedAnswer.SUCCESS);
        Scenario some = Fixtures.websocket();
        Work work = Work.of(Workloads.CUSTOM, new UserApplication(Optional.empty(), mix));
        ScenarioResult result =
                Fixtures.reached(new Scenario(some.server(), work, some.capConnections(), 1, List.of()), steps);
        return MixResults.of("run-1", result, histograms);
    }

    @Test
    void eachRequestHasItsTimesAtTheCeilingAndTheFirstThatWasLateIsNamed() {
        ExtensionResults more = of(
                List.of(ORDER, LIST),
                List.of(step(10, true), step(30, false), step(20, true), step(22, false)),
                List.of(
                        times(List.of(1L), List.of(1L)),
                        times(List.of(900L), List.of(900L)),
                        times(List.of(10L, 20L, 30L), List.of(700L, 710L)),
                        times(List.of(10L, 900L, 20L, 30L), List.of(700L, 800L))));

        assertThat(more.lines())
                .containsExactly(
                        "POST /orders?token=...  weight 3, 20 in flight: 6 answers, p50 20.0 ms, p99 30.0 ms",
                        "GET /orders             weight 1, 20 in flight: 2 answers, p50 700.4 ms, p99 710.4 ms; late first: 1 of 2 at 22 in flight");
        assertThat(more.files()).singleElement().satisfies(rows -> {
            assertThat(rows.file()).isEqualTo("requests.csv");
            assertThat(rows.cells().get(0).subList(2, 11))
                    .containsExactly("POST /orders?token=...", "3", "20", "6", "20004863", "30015487", "22", "8", "2");
        });
    }

    @Test
    void requestsOfTheSameNameHaveNumbers() {
        ExtensionResults more =
                of(List.of(LIST, LIST), List.of(step(1, true)), List.of(times(List.of(1L), List.of(1L))));

        assertThat(more.lines())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("GET /orders (1)"),
                        line -> assertThat(line).startsWith("GET /orders (2)").doesNotContain("late"));
    }

    @Test
    void oneRequestHasNoRows() {
        assertThat(of(List.of(LIST), List.of(step(1, true)), List.of(times(List.of(1L), List.of()))))
                .isEqualTo(ExtensionResults.NONE);
    }
}
