package io.ceiling.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.expect.Figure;
import io.ceiling.harness.expect.KnownFigure;
import io.ceiling.harness.expect.Metric;
import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FigureChangeTest {

    private static Figure forks(double... values) {
        return new Figure(Arrays.stream(values).boxed().toList(), 0, values.length);
    }

    private static FigureChange.FigurePair heap(Figure before, Figure after) {
        return new FigureChange.FigurePair(Metric.HEAP, before, after, true);
    }

    private static FigureChange alone(Figure before, Figure after) {
        return FigureChange.of(List.of(heap(before, after))).get(0);
    }

    @Test
    void fiveForksASideAreTestedByTheirOwnSpread() {
        FigureChange apart = alone(
                forks(100_000, 101_000, 99_000, 102_000, 98_000), forks(104_000, 105_000, 103_000, 106_000, 102_000));
        FigureChange mixed = alone(forks(1_000, 3_000, 5_000, 7_000, 9_000), forks(2_000, 4_000, 6_000, 8_000, 10_000));

        // Four standard errors of 1 000 and eight degrees of freedom.
        assertThat(apart.pValue()).isCloseTo(0.00395, within(0.00001));
        assertThat(apart.hasMoved()).isTrue();
        assertThat(apart.explanation()).isEqualTo("5 and 5 forks, p = 0.004 among 1 figure");
        assertThat(mixed.hasMoved()).isFalse();
        assertThat(mixed.isUndecided()).as("five forks are enough to say so").isFalse();
    }

    @Test
    void rangesOfTwoForksThatDoNotOverlapAreNoProof() {
        FigureChange apart = alone(forks(100_000, 101_000), forks(115_000, 116_000));

        assertThat(apart.hasMoved()).isFalse();
        assertThat(apart.isUndecided()).isTrue();
        assertThat(apart.explanation()).isEqualTo("not decided with 2 and 2 forks: about 5 forks a side are needed");
        assertThat(alone(forks(100_000, 100_500), forks(101_000, 102_000)).isUndecided())
                .as("a change of 1 %")
                .isFalse();
    }

    /** Nine forks show their own spread, and say nothing of a single server on the other side. */
    @Test
    void fiveForksOnEachSideAreEnoughAndNineOnOneAreNot() {
        Figure nine = forks(100_000, 100_100, 100_200, 100_300, 100_400, 100_500, 100_600, 100_700, 100_800);
        Figure five = forks(103_000, 103_100, 103_200, 103_300, 103_400);

        assertThat(alone(nine, forks(107_000)).hasMoved()).isFalse();
        assertThat(alone(forks(107_000), nine).explanation())
                .isEqualTo("not decided with 1 and 9 forks: about 5 forks a side are needed");
        assertThat(alone(nine, five).hasMoved()).isTrue();
        assertThat(alone(five, nine).explanation()).startsWith("5 and 9 forks, p < 0.001");
    }

    @Test
    void moreForksAreNeededForASmallerChangeOfAnUnevenFigure() {
        assertThat(alone(forks(90_000, 110_000), forks(97_000, 117_000)).explanation())
                .isEqualTo("not decided with 2 and 2 forks: about 33 forks a side are needed");
        assertThat(alone(forks(50_000, 150_000), forks(56_000, 156_000)).explanation())
                .isEqualTo("not decided with 2 and 2 forks: more than 100 forks a side are needed");
    }

    @Test
    void oneServerASideMustDifferByMoreThanServersEverDid() {
        FigureChange twice = alone(forks(70_000), forks(140_000));

        assertThat(alone(forks(70_000), forks(77_000)).explanation())
                .isEqualTo("not decided with one server a side: about 11 forks a side are needed");
        assertThat(twice.hasMoved()).isTrue();
        assertThat(twice.explanation())
                .isEqualTo("one server a side, spread of servers as recorded, p < 0.001 among 1 figure");
    }

    @Test
    void anUnevenLineOfOneServerProvesLess() {
        Figure uneven = new Figure(List.of(140_000.0), 40_000, 1);

        assertThat(alone(forks(70_000), uneven).hasMoved()).isFalse();
    }

    /** Of ten figures without a difference the smallest p is below 0.05 in four of ten comparisons. */
    @Test
    void aFigureHasToStandOutAmongAllThatAreTested() {
        FigureChange.FigurePair some = heap(
                forks(100_000, 101_000, 99_000, 102_000, 98_000), forks(103_000, 104_000, 102_000, 105_000, 101_000));
        FigureChange.FigurePair same =
                heap(forks(1_000, 3_000, 5_000, 7_000, 9_000), forks(2_000, 4_000, 6_000, 8_000, 10_000));
        List<FigureChange.FigurePair> pairs = new ArrayList<>(Collections.nCopies(9, same));
        pairs.add(some);

        assertThat(FigureChange.of(List.of(some)).get(0).hasMoved()).isTrue();
        assertThat(FigureChange.of(pairs)).noneMatch(FigureChange::hasMoved);
        assertThat(FigureChange.of(pairs).get(9).pValue())
                .isCloseTo(10 * FigureChange.of(List.of(some)).get(0).pValue(), within(1e-9));
        assertThat(FigureChange.of(Collections.nCopies(10, some)))
                .as("of equal ones the smallest has to pass first")
                .noneMatch(FigureChange::hasMoved);
    }

    @Test
    void whereNoSpreadIsRecordedOnlyTheForksDecide() {
        Figure before = forks(408);
        Figure after = forks(367);
        FigureChange one = FigureChange.of(List.of(new FigureChange.FigurePair(Metric.CEILING, before, after, false)))
                .get(0);
        FigureChange five = FigureChange.of(List.of(new FigureChange.FigurePair(
                        Metric.CEILING, forks(408, 410, 409, 407, 408), forks(367, 368, 369, 366, 367), false)))
                .get(0);

        assertThat(FigureChange.of(List.of(new FigureChange.FigurePair(Metric.CEILING, before, after, true)))
                        .get(0)
                        .hasMoved())
                .as("by the spread of ceilings by count")
                .isTrue();
        assertThat(one.hasMoved()).isFalse();
        assertThat(one.isUndecided()).isTrue();
        assertThat(one.explanation())
                .startsWith("not decided with one server a side: ")
                .contains("5 forks a side");
        assertThat(five.hasMoved()).isTrue();
    }

    @Test
    void changesBelowTwoPercentAreNotTold() {
        assertThat(alone(
                                forks(100_000, 100_001, 100_002, 100_003, 100_004),
                                forks(101_000, 101_001, 101_002, 101_003, 101_004))
                        .hasMoved())
                .isFalse();
    }

    @Test
    void forksThatAreAllEqualAreNoMoreExactThanTheirSteps() {
        Figure before = new Figure(Collections.nCopies(5, 951.0), 6, 5);

        assertThat(FigureChange.of(List.of(
                                new FigureChange.FigurePair(
                                        Metric.CEILING, before, new Figure(Collections.nCopies(5, 931.0), 6, 5), true),
                                new FigureChange.FigurePair(Metric.CEILING, before, before, true)))
                        .get(0)
                        .hasMoved())
                .isTrue();
        assertThat(FigureChange.of(List.of(
                                new FigureChange.FigurePair(
                                        Metric.CEILING, before, new Figure(Collections.nCopies(5, 931.0), 17, 5), true),
                                new FigureChange.FigurePair(Metric.CEILING, before, before, true)))
                        .get(0)
                        .hasMoved())
                .isFalse();
    }

    /** The median of those that are significant would be 300. */
    @Test
    void forksWithoutSignificanceAreInTheMedian() {
        List<CsvRow> rows = List.of(fork(-200, 100), fork(100, 90), fork(250, 100), fork(300, 100), fork(350, 100));

        Figure figure = Figure.of(Metric.RSS, rows).orElseThrow();

        assertThat(figure.median()).isEqualTo(250);
        assertThat(figure.significant()).isEqualTo(3);
        assertThat(KnownFigure.of(Metric.RSS, rows).figure()).hasValue(figure);
    }

    @Test
    void aFigureOfWhichHalfOfTheForksAreNotSignificantIsPrintedAsSuch() {
        List<CsvRow> rows = List.of(fork(-200, 100), fork(300, 100));
        Comparison comparison = Comparison.of(List.of(fork(3000, 100), fork(3000, 100)), rows);

        assertThat(comparison.lines()).isEmpty();
        assertThat(CompareText.console("a", "b", comparison, Judgement.of(comparison, List.of()), List.of(), false))
                .containsSequence(
                        "not compared:",
                        "  rss_bytes_per_connection of jetty: was 2.9 KiB, is -200 ± 100 B or 300 ± 100 B, not significant");
    }

    @Test
    void aResidentSetWithFreeHeapIsNotComparedWithOneWithout() {
        List<CsvRow> apart = List.of(fork(13_000, 100));
        List<CsvRow> whole = List.of(withFreeHeap(50_000));
        Comparison fewer = Comparison.of(whole, apart);
        List<Threshold> thresholds = Threshold.parse("--fail-on", "rss_bytes_per_connection>+10%");

        assertThat(fewer.lines()).isEmpty();
        assertThat(notCompared(fewer)).contains("is 12.7 KiB without free heap, which the first run counts");
        assertThat(Judgement.of(fewer, thresholds).hasPassed()).isFalse();
        assertThat(notCompared(Comparison.of(apart, whole)))
                .contains("is 48.8 KiB with free heap, which the first run leaves out");
        assertThat(Comparison.of(whole, whole).lines()).hasSize(1);
        // A run that has no cost has no kind of it either.
        assertThat(notCompared(Comparison.of(whole, List.of(Cells.row("container=jetty")))))
                .isEmpty();
    }

    @Test
    void forksWithFreeHeapAreNoValuesBesideThoseWithout() {
        CsvRow without = Cells.row("container=jetty");

        assertThat(KnownFigure.of(Metric.RSS, List.of(fork(13_000, 100), withFreeHeap(50_000)))
                        .figure()
                        .orElseThrow()
                        .values())
                .containsExactly(13_000.0);
        assertThat(KnownFigure.of(Metric.RSS, List.of(fork(13_000, 100), without, without))
                        .figure())
                .isEmpty();
    }

    private static String notCompared(Comparison comparison) {
        return CompareText.console("a", "b", comparison, Judgement.of(comparison, List.of()), List.of(), false).stream()
                .dropWhile(line -> !line.equals("not compared:"))
                .limit(2)
                .collect(Collectors.joining("\n"));
    }

    private static CsvRow withFreeHeap(double slope) {
        return Cells.with(fork(slope, 100), "rss_with_free_heap=true");
    }

    private static CsvRow fork(double slope, double error) {
        return Cells.row("container=jetty rss_bytes_per_connection=" + slope, "rss_bytes_per_connection_se=" + error);
    }
}
