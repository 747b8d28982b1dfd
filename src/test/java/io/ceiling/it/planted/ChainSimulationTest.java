package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.planted.Station.Kind;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Chains whose number is known without it. */
class ChainSimulationTest {

    private static final int CAP = 1_000;

    private static Station pool(int size, int behind, int millis) {
        return new Station(Kind.POOL, size, behind, millis);
    }

    private static int number(int slo, Station... chain) {
        return ChainSimulation.number(List.of(chain), slo, CAP);
    }

    @Test
    void aPoolServesItsSizeInEachWholeRound() {
        assertThat(number(350, pool(10, 100, 100))).isEqualTo(30);
        assertThat(number(299, pool(10, 100, 100))).isEqualTo(20);
        assertThat(number(90, pool(10, 100, 100))).isZero();
    }

    @Test
    void aBackendBehindALargerPoolServesItsOwnPlaces() {
        assertThat(number(350, pool(10, 3, 100))).isEqualTo(9);
        assertThat(number(350, pool(10, 3, 100))).isEqualTo(number(350, pool(40, 3, 100)));
    }

    @Test
    void aLockAfterAWaitTakesOneAfterTheOther() {
        Station wait = Station.of(Kind.WAIT, 100);
        Station lock = Station.of(Kind.LOCK, 10);

        // All come at once: the last of 70 has waited 100 ms, and 70 times 10 ms.
        assertThat(number(800, wait, lock)).isBetween(68, 70);
        assertThat(number(800, lock, wait)).isEqualTo(number(800, wait, lock));
        assertThat(ChainSimulation.perSecond(List.of(wait, lock), 800, 68)).isCloseTo(98, Percentage.withPercentage(6));
    }

    @Test
    void theSlowestOfTwoStationsDecides() {
        Station slow = Station.of(Kind.LOCK, 20);
        Station fast = Station.of(Kind.LOCK, 5);

        assertThat(number(600, slow, fast)).isEqualTo(number(600, fast, slow)).isBetween(28, 29);
        assertThat(number(600, fast)).isBetween(112, 120);
    }

    @Test
    void processorsServeAsManyAtOnce() {
        assertThat(number(1_010, new Station(Kind.CPU, 2, 0, 100))).isEqualTo(20);
    }

    /** Beyond the 98 ms each waits for those that compute in the thread which has to send its answer. */
    @Test
    void whoHasWaitedNeedsTheOneThreadAgain() {
        Station one = new Station(Kind.CPU, 1, 0, 10);

        assertThat(number(520, one, Station.of(Kind.WAIT, 98))).isBetween(24, 34);
        assertThat(number(520, Station.of(Kind.WAIT, 98), one)).isBetween(38, 42);
        assertThat(number(420, one, one)).isBetween(19, 20);
    }

    @Test
    void missesAloneComeToWhatIsBehindACache() {
        Station cache = Station.of(Kind.CACHE, 80);

        // Of 5 n that come at once n miss; later each client misses, and all wait: 10 rounds of 10.
        assertThat(number(1_050, cache, pool(10, 100, 100))).isBetween(100, 125);
        double hitsAndMisses = ChainSimulation.perSecond(List.of(cache, pool(10, 100, 100)), 1_050, 100);
        assertThat(hitsAndMisses).isBetween(350.0, 500.0);
    }

    @Test
    void aFullBucketLetsItsBurstPassAndThenOneForEachToken() {
        Station wait = Station.of(Kind.WAIT, 100);

        assertThat(number(600, wait, new Station(Kind.BUCKET, 1, 0, 50))).isBetween(25, 27);
        assertThat(number(600, wait, new Station(Kind.BUCKET, 20, 0, 50))).isBetween(29, 32);
        // 20 tokens at once, and those of the 3 ms in which all come.
        assertThat(number(600, wait, new Station(Kind.QUOTA, 20, 0, 400))).isBetween(20, 22);
        // Many tokens, of which 300 come in a second: 100 of 0.1 s need 1000.
        assertThat(number(600, wait, new Station(Kind.QUOTA, 60, 0, 300))).isBetween(30, 50);
    }

    @Test
    void aQueueRefusesWhatItHasNoPlaceFor() {
        assertThat(number(2_000, Station.of(Kind.WAIT, 50), new Station(Kind.QUEUE, 3, 12, 20)))
                .isEqualTo(15);
        // Here those that wait are late before one is refused.
        assertThat(number(110, new Station(Kind.QUEUE, 3, 100, 50))).isEqualTo(6);
    }

    @Test
    void whatOnlyWaitsHasNoLimit() {
        assertThat(number(200, Station.of(Kind.WAIT, 100))).isEqualTo(CAP);
    }
}
