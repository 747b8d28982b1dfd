package io.ceiling.capacity.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntFunction;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LevelPlanTest {

    private static final LevelPlan.ConnectionCap USUAL = new LevelPlan.ConnectionCap(1_000, false);

    private static PredictedLimit at(LimitingFactor factor, long connections, Interval interval) {
        return new PredictedLimit(
                factor,
                "heap=1 MiB",
                connections,
                interval,
                new PredictedLimit.Basis("heap", "bytes", 1, 0, 0, 2, false, ""));
    }

    private static LimitPrediction nearest(long connections, int now) {
        return new LimitPrediction(
                List.of(at(LimitingFactor.SERVER_HEAP, connections, Interval.UNKNOWN)), List.of(), now);
    }

    private static LimitPrediction notBelow(LimitingFactor factor, long connections, int now) {
        return new LimitPrediction(
                List.of(),
                List.of(new UnpredictedLimit(
                        factor, "heap=1 MiB", "no more than chance", OptionalLong.of(connections))),
                now);
    }

    /** The connections of all levels, and why there are no more. */
    private record Planned(List<Integer> levels, String why) {}

    private static Planned plan(IntFunction<LimitPrediction> soFar, int first, LevelPlan.ConnectionCap most) {
        List<Integer> levels = new ArrayList<>(List.of(first));
        while (true) {
            LevelPlan.NextLevel next = LevelPlan.next(levels, soFar.apply(levels.get(levels.size() - 1)), most);
            if (next.connections().isEmpty()) {
                return new Planned(levels, next.endReason());
            }
            levels.add(next.connections().getAsInt());
        }
    }

    private static List<Integer> levels(long limit, int first, int most) {
        return plan(now -> nearest(limit, now), first, new LevelPlan.ConnectionCap(most, true))
                .levels();
    }

    @Test
    void endsAtATenthOfTheNearestLimit() {
        assertThat(levels(700, 10, 1_000)).containsExactly(10, 25, 40, 55, 70);
        assertThat(levels(20_000, 10, 10_000)).containsExactly(10, 30, 90, 270, 810, 2_000);
    }

    @Test
    void opensNoMoreThanAllowed() {
        assertThat(levels(1_000_000, 10, 100)).containsExactly(10, 30, 54, 77, 100);
    }

    @Test
    void smallServerGetsFiveLevelsIfTheyAreAtMostHalfOfIt() {
        assertThat(levels(20, 1, 1_000)).containsExactly(1, 2, 3, 4, 5);
    }

    @Test
    void livePoolIsNeverFilled() {
        Planned planned = plan(now -> nearest(5, now), 1, USUAL);

        assertThat(planned.levels()).containsExactly(1, 2);
        assertThat(planned.why())
                .isEqualTo("too little room left: a limit may be met at 5 connections, of which half may be opened");
    }

    @Test
    void halfOfTheLowerEndOfTheIntervalIsTheMost() {
        Planned planned = plan(
                now -> new LimitPrediction(
                        List.of(at(LimitingFactor.SERVER_HEAP, 900, new Interval(60, 2_000))), List.of(), now),
                10,
                USUAL);

        assertThat(planned.levels()).last().isEqualTo(30);
        assertThat(planned.why()).contains("too little room left: a limit may be met at 60 connections");
    }

    @Test
    void serverOfWhichNothingIsSeenGetsFiveSmallLevels() {
        LimitPrediction conntrack = new LimitPrediction(
                List.of(at(LimitingFactor.CONNTRACK_TABLE, 262_144, Interval.UNKNOWN)), List.of(), 0);

        Planned planned = plan(now -> conntrack, 10, USUAL);

        assertThat(planned.levels()).containsExactly(10, 20, 30, 40, 50);
        assertThat(planned.why()).contains("neither heap, descriptors nor maxConnections", "--cap=N");
        assertThat(plan(now -> conntrack, 10, new LevelPlan.ConnectionCap(400, true))
                        .levels())
                .last()
                .isEqualTo(400);
    }

    @Test
    void numberBelowWhichALimitIsNotMetIsPartOfTheBudget() {
        assertThat(plan(now -> notBelow(LimitingFactor.SERVER_HEAP, 700, now), 10, USUAL)
                        .levels())
                .containsExactly(10, 25, 40, 55, 70);
    }

    @Test
    void firstLevelIsAHundredthOfWhatCanBeCounted() {
        assertThat(LevelPlan.first(Levels.of(0).levels().get(0).sample().server(), USUAL)
                        .connections())
                .hasValue(2);
    }

    @Test
    void fullPoolGetsNoConnection() {
        LevelPlan.NextLevel first = LevelPlan.first(
                ServerReadings.notSeen().pool(200, 199, Limit.of(200), 0).build(), USUAL);

        assertThat(first.connections()).isEmpty();
        assertThat(first.endReason()).isEqualTo("too little room left: 1 of maxThreads=200, of which half may be used");
    }

    @Property
    void levelsRise(
            @ForAll @IntRange(min = 10, max = 1_000_000) int limit,
            @ForAll @IntRange(min = 1, max = 10) int first,
            @ForAll @IntRange(min = 50, max = 100_000) int most) {
        int begin = Math.min(first, Math.max(1, limit / 100));
        List<Integer> levels = levels(limit, begin, most);

        assertThat(levels).isSorted().doesNotHaveDuplicates().hasSizeBetween(5, 9);
        assertThat(levels).allMatch(level -> level <= most && level <= limit / 2);
    }
}
