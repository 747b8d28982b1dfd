package io.ceiling.climb;

import static io.ceiling.climb.Climbs.HEADROOM;
import static io.ceiling.climb.Proof.CONFIRMED;
import static io.ceiling.climb.Proof.NONE;
import static io.ceiling.climb.Proof.UNDECIDED;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_FILE_DESCRIPTORS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_HEAP;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_THREADS;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.climb.Prediction.Effect;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArticleStepsTest {

    @Test
    void hasTheSixStepsOfTheArticleWithItsFigures() {
        Climbs climb = climb(Workloads.RECURSIVE, ThreadKind.PLATFORM);

        assertStep(climb, "start", Effect.NONE, 40);
        climb.reaches(40, SERVER_THREADS, NONE);
        assertStep(climb, "threads 40 -> 12000", Effect.RISES, 490);
        climb.reaches(490, SERVER_FILE_DESCRIPTORS, CONFIRMED);
        assertStep(climb, "connector bio -> nio", Effect.STAYS, 486);
        climb.reaches(486, SERVER_FILE_DESCRIPTORS, CONFIRMED);
        assertStep(climb, "nofile 1024 -> 20000", Effect.RISES, 5_859);
        climb.reaches(4700, SERVER_HEAP, CONFIRMED);
        assertStep(climb, "heap 512m -> 2g", Effect.RISES, 11_000);
        climb.reaches(9_990, SERVER_FILE_DESCRIPTORS, CONFIRMED);
        assertStep(climb, "buffer default -> 1k", Effect.STAYS, 13_332);
        climb.reaches(9_990, SERVER_FILE_DESCRIPTORS, CONFIRMED);
        assertThat(climb.end()).contains("all steps of the article are done", "nofile=20000", "10000 levels");
    }

    @Test
    void smallerBuffersMayHelpAFullHeap() {
        Climbs climb = climb(Workloads.RECURSIVE, ThreadKind.PLATFORM);
        for (int step = 1; step <= 5; step++) {
            climb.reaches(100 * step, SERVER_HEAP, NONE);
        }

        assertStep(climb, "buffer default -> 1k", Effect.MAY_RISE, 13_332);
    }

    @Test
    void virtualThreadsHaveNoPoolSoThatItsStepIsLeftOut() {
        ClimbPlan steps = steps(Workloads.RECURSIVE, ThreadKind.VIRTUAL);

        assertThat(steps.name()).isEqualTo("tomcat virtual recursive");
        assertThat(steps.knownScenarios()).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource
    void everyStepHasAScenarioOfItsOwn(ThreadKind threadKind) {
        assertThat(steps(Workloads.RECURSIVE_ASYNC, threadKind).knownScenarios())
                .extracting(Scenario::name)
                .doesNotHaveDuplicates();
    }

    @Test
    void goesOnAfterAStepThatCouldNotBeMeasuredAndPredictsNothingThen() {
        Climbs climb = climb(Workloads.RECURSIVE, ThreadKind.VIRTUAL)
                .ends(new Verdict.Skipped("BIO on virtual threads needs JDK >= 24"), NONE);

        assertStep(climb, "connector bio -> nio", Effect.NONE, 486);
        assertStep(
                climb.ends(new Verdict.Invalid(10, LimitingFactor.LOAD_CPU, "late"), UNDECIDED),
                "nofile 1024 -> 20000",
                Effect.NONE,
                5_859);
    }

    private static void assertStep(Climbs climb, String change, Effect effect, int published) {
        assertThat(climb.change()).isEqualTo(change);
        assertThat(climb.measure().trial().prediction().effect()).isEqualTo(effect);
        assertThat(climb.measure().trial().published().map(PublishedFigure::connections))
                .contains(published);
    }

    private static Climbs climb(Workload workload, ThreadKind threadKind) {
        return new Climbs(steps(workload, threadKind));
    }

    private static ClimbPlan steps(Workload workload, ThreadKind threadKind) {
        return new ArticleSteps(workload, threadKind, Dimension.NEWEST, Climbs.matrixHost(), HEADROOM);
    }
}
