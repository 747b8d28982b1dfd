package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import io.ceiling.harness.verdict.ramp.LimitForecast.PassedLevel;
import io.ceiling.harness.verdict.ramp.LimitForecast.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class LimitForecastTest {

    private static final long MEBIBYTE = 1 << 20;
    private static final long KIBIBYTE = 1 << 10;
    private static final double TOLERANCE = 0.02;
    private static final Server REPLACEABLE = new Server("G1", true, TOLERANCE);
    private static final Server ONLY_ONE = new Server("G1", false, TOLERANCE);

    /** A level of a server of 128 MiB of which 8 are in use without a connection. */
    private static PassedLevel level(int connections, long bytesOfEach) {
        return using(connections, 8 * MEBIBYTE + connections * bytesOfEach, true);
    }

    private static PassedLevel using(int connections, long bytes, boolean afterGc) {
        return new PassedLevel(
                connections, sample(ServerReadings.notSeen().heap(bytes, Limit.of(128 * MEBIBYTE)), afterGc));
    }

    private static Sample sample(ServerReadings reading, boolean afterGc) {
        return new Sample(1, afterGc, reading.build(), HostReading.NOT_SEEN, LoadReading.NONE);
    }

    private static List<PassedLevel> levels(long bytesOfEach, int... connections) {
        return IntStream.of(connections)
                .mapToObj(level -> level(level, bytesOfEach))
                .toList();
    }

    private static List<PassedLevel> descriptors(int limit, int... connections) {
        return IntStream.of(connections)
                .mapToObj(level -> new PassedLevel(
                        level, sample(ServerReadings.notSeen().descriptors(24 + level, Limit.of(limit)), true)))
                .toList();
    }

    private static int next(int wanted, List<PassedLevel> held, Server server) {
        int ceiling = held.isEmpty() ? 0 : held.get(held.size() - 1).connections();
        return LimitForecast.next(wanted, ceiling, held, server);
    }

    @Test
    void aLimitOfACountIsHeldAndThenTheNumberJustAboveIt() {
        List<PassedLevel> held = new ArrayList<>(descriptors(2048, 0, 50, 180, 648));

        assertThat(next(2333, held, REPLACEABLE)).isEqualTo(2024);
        held.addAll(descriptors(2048, 2024));
        assertThat(next(7287, held, REPLACEABLE)).isEqualTo(2064);
    }

    @Test
    void aLimitThatIsNotMetWhereItWasExpectedIsLeftFasterAndFaster() {
        List<PassedLevel> held = new ArrayList<>(descriptors(2048, 0, 50, 180, 648, 2024));
        // The last reading does not rise any more, so that the line foretells little.
        held.add(new PassedLevel(2064, sample(ServerReadings.notSeen().descriptors(2047, Limit.of(2048)), true)));

        assertThat(next(7431, held, REPLACEABLE)).isBetween(2105, 7431);
    }

    @Test
    void aLimitThatTheNextLevelDoesNotMeetChangesNothing() {
        assertThat(next(2333, descriptors(20_000, 0, 50, 180, 648), REPLACEABLE))
                .isEqualTo(2333);
    }

    @Test
    void threeReadingsForetellWhatIsCountedAndNothingElse() {
        List<PassedLevel> scattered = List.of(
                descriptors(400, 0).get(0),
                descriptors(400, 50).get(0),
                descriptors(400, 184).get(0));

        assertThat(next(648, descriptors(400, 0, 50, 180), REPLACEABLE)).isEqualTo(376);
        assertThat(next(
                        648,
                        List.of(
                                scattered.get(0),
                                new PassedLevel(60, scattered.get(1).sample()),
                                scattered.get(2)),
                        REPLACEABLE))
                .isEqualTo(648);
        assertThat(next(3000, levels(39 * KIBIBYTE, 0, 180, 1800), REPLACEABLE)).isEqualTo(3000);
    }

    @Test
    void whatTheFirstConnectionsOpenIsLeftOut() {
        List<PassedLevel> held = new ArrayList<>(descriptors(2048, 50, 180, 648));
        held.add(0, new PassedLevel(0, sample(ServerReadings.notSeen().descriptors(19, Limit.of(2048)), true)));

        assertThat(next(2333, held, REPLACEABLE)).isEqualTo(2024);
    }

    @Test
    void theNearestOfTwoLimitsIsAimedAt() {
        List<PassedLevel> held = IntStream.of(0, 50, 180, 648)
                .mapToObj(level -> new PassedLevel(
                        level,
                        sample(
                                ServerReadings.notSeen()
                                        .descriptors(24 + level, Limit.of(2048))
                                        .pool(1000, level, Limit.of(1000), 0),
                                true)))
                .toList();

        assertThat(next(2333, held, REPLACEABLE)).isEqualTo(1000);
    }

    /** Servers of random base, cost, scatter and limit: no ramp passes its limit by more than a little, and none takes long. */
    @RepeatedTest(50)
    void noRampDrivesAServerFarBeyondItsHeap(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        long bytesOfEach = (10 + random.nextInt(60)) * KIBIBYTE;
        double scatter = random.nextDouble() * 0.3 * MEBIBYTE;
        int real = (int) ((128 - 8 - random.nextDouble() * 4) * MEBIBYTE / bytesOfEach);
        boolean replaceable = random.nextBoolean();
        CeilingFinder finder = new CeilingFinder(
                RampSettings.builder(new RampSettings.Levels(50, 3.6, TOLERANCE), new RampSettings.Rates(1000, 1000))
                        .build(),
                100_000);
        List<PassedLevel> held = new ArrayList<>(levels(bytesOfEach, 0));
        List<HeldLevel> tried = new ArrayList<>();
        int highest = 0;
        while (finder.next(tried) instanceof NextAction.Hold hold) {
            boolean grows = tried.stream().allMatch(HeldLevel::passed);
            int next = grows
                    ? next(hold.connections(), held, new Server("G1", replaceable, TOLERANCE))
                    : hold.connections();
            highest = Math.max(highest, next);
            tried.add(new HeldLevel(next, Math.min(next, real), next <= real));
            if (next <= real) {
                held.add(using(
                        next, (long) (8 * MEBIBYTE + next * bytesOfEach + scatter * random.nextGaussian()), true));
            }
        }

        assertThat(CeilingFinder.bounds(tried).ceiling()).isBetween((int) (real / (1 + TOLERANCE)) - 1, real);
        assertThat(highest).isLessThanOrEqualTo((int) (1.15 * real) + 1);
        assertThat(tried).hasSizeLessThanOrEqualTo(12);
    }

    /** After a failure that was tried again and passed, the readings of a server tell nothing more about what connections take. */
    @Test
    void aLevelThatPassedIsNotTakenAgainWhenItTellsNothingAboutTheServer() {
        List<PassedLevel> held = descriptors(2048, 0, 50, 180, 648);

        assertThat(LimitForecast.next(2333, 648, held, REPLACEABLE)).isEqualTo(2024);
        assertThat(LimitForecast.next(7287, 2024, held, REPLACEABLE)).isEqualTo(2064);
    }

    /** Readings, ceilings and limits of any size: each level is above the last, so that a ramp ends. */
    @RepeatedTest(50)
    void eachLevelIsAboveTheCeiling(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        List<PassedLevel> held = random.ints(1 + random.nextInt(5), 0, 40)
                .sorted()
                .mapToObj(level -> descriptors(30 + random.nextInt(30), level).get(0))
                .toList();
        for (int ceiling = 0; ceiling < 60; ceiling++) {
            int wanted = ceiling + 1 + random.nextInt(100);
            assertThat(LimitForecast.next(wanted, ceiling, held, random.nextBoolean() ? REPLACEABLE : ONLY_ONE))
                    .isBetween(ceiling + 1, wanted);
        }
    }

    @Test
    void theOnlyServerIsApproachedFromTwoLevelsAndThenWithShortSteps() {
        // (128 - 4 - 8) MiB / 39 KiB are 3 045 connections.
        List<PassedLevel> held = new ArrayList<>(levels(39 * KIBIBYTE, 648, 2333));
        List<Integer> next = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            next.add(next(4 * held.get(held.size() - 1).connections(), held, ONLY_ONE));
            held.add(level(next.get(i), 39 * KIBIBYTE));
        }

        // Then just below the limit, and beyond it by the tolerance at most: 120 MiB hold 3 150.
        assertThat(next).startsWith(2741, 2954).isSorted();
        assertThat(next.get(4)).isBetween(3045, (int) (3150 * (1 + TOLERANCE)));
    }

    @Test
    void aLevelThatFitsIsTaken() {
        assertThat(next(2333, levels(39 * KIBIBYTE, 180, 648), ONLY_ONE)).isEqualTo(2333);
    }

    @Test
    void aRiseThatMayBeSomethingElseForetellsNothing() {
        List<PassedLevel> little = List.of(using(648, 8 * MEBIBYTE, true), using(700, 9 * MEBIBYTE, true));
        List<PassedLevel> scattered = List.of(
                using(648, 40 * MEBIBYTE, true),
                using(1500, 20 * MEBIBYTE, true),
                using(2333, 70 * MEBIBYTE, true),
                using(2400, 25 * MEBIBYTE, true));

        assertThat(next(8399, little, ONLY_ONE)).isEqualTo(8399);
        assertThat(next(8399, scattered, ONLY_ONE)).isEqualTo(8399);
    }

    @Test
    void withoutACostOfTheHeapTheLevelIsTaken() {
        assertThat(next(8399, levels(0, 0, 180, 648, 2333), ONLY_ONE)).isEqualTo(8399);
        assertThat(next(8399, levels(39 * KIBIBYTE, 2333), ONLY_ONE)).isEqualTo(8399);
        assertThat(next(8399, List.of(), ONLY_ONE)).isEqualTo(8399);
        assertThat(next(8399, List.of(using(648, 30 * MEBIBYTE, false), using(2333, 90 * MEBIBYTE, false)), ONLY_ONE))
                .isEqualTo(8399);
    }
}
