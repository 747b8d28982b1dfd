package io.ceiling.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.ByteCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.workload.CustomPlan;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScenarioResultTest {

    /** Returns a result of steps with ten answers each, of which so many were unlike the first. */
    private static Optional<String> otherAnswers(Work work, long... unlike) {
        Sample before = Fixtures.sample(5, false, 100);
        List<Step> steps = LongStream.of(unlike)
                .mapToObj(count -> new Step(1, 10, 10, true, "", 1, before, after(before, count)))
                .toList();
        Scenario websocket = Fixtures.websocket();
        return Fixtures.reached(new Scenario(websocket.server(), work, websocket.capConnections(), 1, List.of()), steps)
                .answerLengthWarning();
    }

    private static Sample after(Sample before, long unlike) {
        Counts none = Counts.NONE;
        Counts counts = new Counts(
                none.connections(),
                none.failures(),
                none.closedAges(),
                none.exchanges(),
                new ByteCounts(5_000, 100, 10, 4_000, unlike),
                none.channels(),
                none.publishing());
        return new Sample(
                before.elapsedNanos(),
                before.afterGc(),
                before.server(),
                before.host(),
                new LoadReading(1, counts, LoadTimes.NONE, AgentProcess.NONE));
    }

    @Test
    void answersOfAnotherLengthAreAWarning() {
        Work own = Work.of(
                Workloads.CUSTOM,
                new UserApplication(Optional.empty(), new CustomRequest(CustomPlan.Kind.GET, "/orders", "", "")));

        assertThat(otherAnswers(own, 0, 7, 3)).hasValueSatisfying(words -> assertThat(words)
                .startsWith("7 of 10 successful answers were twice as long as the first, or half as long"));
        assertThat(otherAnswers(own, 0, 0)).isEmpty();
        assertThat(otherAnswers(Work.of(Workloads.KEEP_ALIVE), 0, 7))
                .as("the web application answers at random lengths")
                .isEmpty();
    }
}
