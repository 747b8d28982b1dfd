package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.report.csv.Projection;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.result.Step.Use;
import io.ceiling.harness.stats.CostPerConnection;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import java.util.List;
import org.junit.jupiter.api.Test;

class CostAnalystTest {

    private static Sample sample(long n, long now, boolean afterGc, long pss) {
        ServerReading server = ServerReadings.notSeen()
                .connections(n, Limit.NOT_SEEN)
                .levels(n, now)
                .descriptors(n, Limit.NOT_SEEN)
                .threads(20 + n)
                .resident(70_000_000 + 20_000 * n, pss)
                .heap(5_000_000 + 8_000 * n, Limit.NOT_SEEN)
                .direct(1_000)
                .build();
        HostReading host = HostReadings.notSeen()
                .kernelMemory(100_000_000 + 9_000 * n, 1_000 * n)
                .build();
        return new Sample(n, afterGc, server, host, LoadReading.NONE);
    }

    private static Step step(int n, boolean passed) {
        return new Step(1, n, passed ? n : 0, passed, "", 1, sample(0, 0, false, -1), sample(n, n, passed, -1))
                .with(passed ? Use.CEILING_AND_COST : Use.CEILING);
    }

    @Test
    void costIsTheSlopeOverTheStepsThatArePointsOfIt() {
        CostPerConnection cost = CostAnalyst.ofSteps(List.of(
                step(1, true),
                step(100, true),
                step(1_000, true),
                step(5_000, true).with(Use.CEILING),
                step(9_000, false)));

        assertThat(cost.points()).isEqualTo(3);
        assertThat(cost.heapBytes().perConnection()).isEqualTo(8_000, within(1e-6));
        assertThat(cost.heapBytes().intercept()).isEqualTo(5_000_000, within(1e-3));
        assertThat(cost.rssBytes().perConnection()).isEqualTo(20_000, within(1e-6));
        assertThat(cost.directBytes().perConnection()).isEqualTo(0, within(1e-9));
        assertThat(cost.threads().perConnection()).isEqualTo(1, within(1e-9));
        assertThat(cost.kernelBytes().perConnection()).isEqualTo(10_000, within(1e-6));
        assertThat(cost.kernelBytes().standardError()).isEqualTo(0, within(1e-6));
    }

    /** Of each step, 3 000 bytes for each connection are free pages that the collector keeps. */
    @Test
    void pagesOfTheHeapThatHoldNoObjectAreNoCost() {
        List<Step> steps = List.of(withFreeHeap(step(100, true)), withFreeHeap(step(1_000, true)), step(1_500, true));

        CostPerConnection cost = CostAnalyst.ofSteps(steps);

        assertThat(cost.rssBytes().perConnection()).isEqualTo(20_000, within(1e-6));
        assertThat(cost.rssWithoutFreeHeapBytes().perConnection()).isEqualTo(17_000, within(1e-6));
        assertThat(cost.rssWithoutFreeHeapBytes().intercept()).isEqualTo(69_000_000, within(1e-3));
        assertThat(cost.rssWithoutFreeHeapBytes().degreesOfFreedom()).isZero();
        assertThat(cost.resident()).isEqualTo(cost.rssBytes());
    }

    /** Z of JDK 17 has its heap at three addresses. */
    @Test
    void aPageThatIsMappedSeveralTimesCountsOnce() {
        Slope once = new Slope(30_000, 100, 1, 3, false);
        Slope thrice = new Slope(90_000, 100, 1, 3, false);

        assertThat(resident(thrice, once)).isEqualTo(once);
        assertThat(resident(once, new Slope(29_000, 100, 1, 3, false))).isEqualTo(once);
        assertThat(resident(thrice, Slope.NONE)).isEqualTo(thrice);
        // The proportional set is lost in its error.
        assertThat(resident(thrice, new Slope(30_000, 20_000, 1, 3, false))).isEqualTo(thrice);
    }

    private static Slope resident(Slope rss, Slope pss) {
        return new CostPerConnection(4, Slope.NONE, Slope.NONE, rss, Slope.NONE, pss, Slope.NONE, Slope.NONE)
                .resident();
    }

    private static Step withFreeHeap(Step step) {
        Sample sample = step.after();
        int n = step.served();
        ServerReading server = ServerReadings.notSeen()
                .resident(sample.server().rssBytes().orElse(0), -1)
                .heap(sample.server().heapUsedBytes().orElse(0), Limit.NOT_SEEN)
                .heapResident(sample.server().heapUsedBytes().orElse(0) + 1_000_000 + 3_000L * n)
                .build();
        Sample free = new Sample(sample.elapsedNanos(), sample.afterGc(), server, sample.host(), sample.load());
        return new Step(1, n, n, true, "", 1, step.before(), free).with(step.use());
    }

    @Test
    void whatALaterServerTakesMoreFromTheStartIsNoCostOfAConnection() {
        List<Step> steps =
                List.of(step(100, true), step(1_000, true), larger(step(1_500, true)), larger(step(2_000, true)));

        CostPerConnection cost = CostAnalyst.ofSteps(steps);

        assertThat(cost.points()).isEqualTo(4);
        assertThat(cost.rssBytes().perConnection()).isEqualTo(20_000, within(1e-6));
        assertThat(cost.rssBytes().degreesOfFreedom()).isEqualTo(1);
    }

    /** The step in a second server, which takes 20 MB more than the first. */
    private static Step larger(Step step) {
        Sample sample = step.after();
        ServerReading server = ServerReadings.notSeen()
                .resident(sample.server().rssBytes().orElse(0) + 20_000_000, -1)
                .build();
        Sample larger = new Sample(sample.elapsedNanos(), sample.afterGc(), server, sample.host(), sample.load());
        return new Step(1, step.target(), step.served(), step.passed(), "", 1, step.before(), larger)
                .with(step.use())
                .withServer(2);
    }

    @Test
    void whatCouldNotBeReadHasNoSlope() {
        CostPerConnection cost = CostAnalyst.ofSteps(List.of(step(100, true), step(1_000, true)));

        assertThat(cost.pssBytes()).isEqualTo(Slope.NONE);
        assertThat(cost.rssBytes().standardError()).isNaN();
        assertThat(CostAnalyst.ofSteps(List.of())).isEqualTo(CostPerConnection.NONE);
    }

    @Test
    void recursionCountsLevelsAndLeavesOutTheUnwindingAndUncollectedHeaps() {
        Sample unwinding = new Sample(
                1,
                false,
                sample(5_000, 10, false, -1).server(),
                sample(99_000, 0, false, -1).host(),
                LoadReading.NONE);

        CostPerConnection cost = CostAnalyst.ofRecursion(List.of(
                sample(0, 0, true, -1), sample(1_000, 1_000, false, -1), sample(5_000, 5_000, false, -1), unwinding));

        assertThat(cost.points()).isEqualTo(3);
        assertThat(cost.rssBytes().perConnection()).isEqualTo(20_000, within(1e-6));
        assertThat(cost.kernelBytes().perConnection()).isEqualTo(10_000, within(1e-6));
        assertThat(cost.heapBytes()).isEqualTo(Slope.NONE);
    }

    @Test
    void projectsOnOtherHostsFromServerAndKernelMemory() {
        CostPerConnection cost = CostAnalyst.ofSteps(List.of(step(1, true), step(1_000, true), step(10_000, true)));

        assertThat(Projection.of(cost, 1L << 30, Long.MAX_VALUE)).hasValue(((1L << 30) - 70_000_000) / 30_000);
        assertThat(Projection.of(cost, 1_000_000, Long.MAX_VALUE)).hasValue(0);
        assertThat(Projection.of(CostPerConnection.NONE, 1L << 30, Long.MAX_VALUE))
                .isEmpty();
    }

    /** A line without any error of its own: the next server of these settings differs by more than 1 000 connections take. */
    @Test
    void residentSetOfFewConnectionsIsNoMoreThanServersDiffer() {
        CostPerConnection cost = CostAnalyst.ofSteps(List.of(step(1, true), step(100, true), step(1_000, true)));

        assertThat(cost.heapBytes().isSignificant()).isTrue();
        assertThat(cost.rssBytes().isSignificant()).isFalse();
        assertThat(Projection.of(cost, 1L << 30, Long.MAX_VALUE)).isEmpty();
    }
}
