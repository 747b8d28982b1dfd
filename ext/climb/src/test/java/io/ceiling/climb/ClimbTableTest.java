package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.LimitingFactor;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ClimbTableTest {

    private static final Path FOLDER = Path.of("results", "a-run");

    @Test
    void showsChangePredictionMoveAndProofOfEachStep() {
        List<String> lines = lines(List.of(Climbs.first(), Climbs.second()));

        assertThat(lines)
                .containsSubsequence(
                        "a climb",
                        "step  change               because of      predicted        held   moved  proof  stopped by               heap each  article held  stopped by",
                        "   1  start                                                1 200                 server-threads            70.9 KiB",
                        "   2  threads 200 -> 4096  server-threads  more, ~ 24 576  4 040  +2 840  cured  server-file-descriptors   70.9 KiB         5 859  heap, \"GC overhead\"",
                        "ended: the hard limit",
                        " -> raise nofile, now 4096",
                        "results: results/a-run");
    }

    @Test
    void leavesTheArticleOutWhereThereIsNone() {
        assertThat(lines(List.of(Climbs.first()))).noneMatch(line -> line.contains("article"));
    }

    @Test
    void saysWhatIsALowerBoundAndWhatIsNotKnown() {
        Verdict cap = new Verdict.AtLeast(2000, "the cap was met");
        Verdict invalid = new Verdict.Invalid(100, LimitingFactor.LOAD_CPU, "late");

        assertThat(lines(List.of(step(cap), step(invalid))))
                .anyMatch(line -> line.contains(">= 2 000                (nothing)"))
                .anyMatch(line -> line.contains("invalid                (load-cpu)"));
    }

    @Test
    void aNameThatNothingExplainedStandsOut() {
        ClimbTable.Climb climb = new ClimbTable.Climb(
                "a climb", List.of(Climbs.first()), "no candidate", List.of(LimitingFactor.SERVER_HEAP));

        assertThat(ClimbTable.lines(List.of(climb), FOLDER)).contains("REFUTED, and nothing explained it: server-heap");
    }

    @Test
    void aProgressLineTellsTheOutcomeAndWhatItProves() {
        assertThat(ClimbTable.lineStart(2, Climbs.second().trial())).isEqualTo("  step 2, threads 200 -> 4096 ... ");
        assertThat(ClimbTable.lineEnd(Climbs.second()))
                .isEqualTo("4 040 connections, server-file-descriptors (7.2 s); server-threads cured");
        assertThat(ClimbTable.lineEnd(Climbs.first())).isEqualTo("1 200 connections, server-threads (7.2 s)");
    }

    private static ClimbStep step(Verdict verdict) {
        return new ClimbStep(
                "a climb",
                1,
                Trial.START,
                OptionalInt.empty(),
                Fixtures.result(Fixtures.websocket(), verdict),
                Proof.NONE);
    }

    private static List<String> lines(List<ClimbStep> steps) {
        return ClimbTable.lines(List.of(new ClimbTable.Climb("a climb", steps, "the hard limit", List.of())), FOLDER);
    }
}
