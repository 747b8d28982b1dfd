package io.ceiling.harness.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShiftTest {

    private static Figure forks(double... values) {
        List<Double> all = Arrays.stream(values).boxed().toList();
        double least = all.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = all.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        return new Figure(all, least, most);
    }

    private static Figure one(double value, double low, double high) {
        return new Figure(List.of(value), low, high);
    }

    @Test
    void oneServerASideMustDifferByMoreThanTwoServersDo() {
        assertThat(Shift.of(one(1000, 1000, 1020), one(1030, 1030, 1050)).moved())
                .isFalse();
        assertThat(Shift.of(one(1000, 1000, 1020), one(900, 900, 918)).moved()).isTrue();
        assertThat(Shift.of(one(1000, 1000, 1020), one(900, 900, 1010)).why()).contains("intervals overlap");
        assertThat(Shift.of(one(1000, 1000, 1020), one(1030, 1030, 1050)).why()).contains("within 5 %");
    }

    @Test
    void fewForksMustNotOverlap() {
        assertThat(Shift.of(forks(100, 101, 102), forks(102, 110, 111)).moved()).isFalse();
        assertThat(Shift.of(forks(100, 101, 102), forks(109, 110, 111)).moved()).isTrue();
        assertThat(Shift.of(forks(100, 100.1), forks(100.2, 100.3)).moved())
                .as("a change of 0.2 %")
                .isFalse();
    }

    @Test
    void fiveForksASideAreRanked() {
        Shift apart = Shift.of(forks(1, 2, 3, 4, 5), forks(6, 7, 8, 9, 10));
        Shift mixed = Shift.of(forks(1, 3, 5, 7, 9), forks(2, 4, 6, 8, 10));

        assertThat(apart.moved()).isTrue();
        assertThat(apart.why()).isEqualTo("rank test over 5 and 5 forks, p = 0.008");
        assertThat(mixed.moved()).isFalse();
    }

    @Test
    void manyForksASideAreRankedAsWell() {
        double[] odd = IntStream.range(0, 50).mapToDouble(i -> 1000 + 2 * i).toArray();
        double[] even = IntStream.range(0, 50).mapToDouble(i -> 1001 + 2 * i).toArray();
        double[] greater = IntStream.range(0, 50).mapToDouble(i -> 1061 + 2 * i).toArray();

        assertThat(Shift.of(forks(odd), forks(even)).moved()).isFalse();
        Shift shift = Shift.of(forks(odd), forks(greater));
        assertThat(shift.moved()).as("ranges that overlap").isTrue();
        assertThat(shift.why()).isEqualTo("rank test over 50 and 50 forks, p = 0.000");
    }

    @Test
    void rankTestIsTheExactOneOfTheTables() {
        // Two of all 252 ways to deal ten values are as far apart.
        assertThat(Shift.rankTest(List.of(1.0, 2.0, 3.0, 4.0, 5.0), List.of(6.0, 7.0, 8.0, 9.0, 10.0)))
                .isCloseTo(2 / 252.0, within(1e-12));
        assertThat(Shift.rankTest(List.of(1.0, 2.0, 3.0), List.of(4.0, 5.0, 6.0)))
                .isCloseTo(0.1, within(1e-12));
        // For 12 and 12 values the tables have 37 as the greatest U below 0.05: three of the one side are below all of
        // the other.
        List<Double> twelve = whole(0, 12).toList();
        assertThat(Shift.rankTest(twelve, threeBelowAnd(10.5))).isCloseTo(0.044902, within(1e-6));
        assertThat(Shift.rankTest(twelve, threeBelowAnd(9.5))).isCloseTo(0.051865, within(1e-6));
        assertThat(Shift.rankTest(List.of(7.0, 7.0), List.of(7.0, 7.0))).isEqualTo(1);
    }

    private static Stream<Double> whole(int from, int to) {
        return IntStream.range(from, to).mapToObj(Double::valueOf);
    }

    private static List<Double> threeBelowAnd(double value) {
        return Stream.of(whole(-3, 0), Stream.of(value), whole(12, 20))
                .flatMap(each -> each)
                .toList();
    }
}
