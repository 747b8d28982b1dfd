package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.verdict.EvidenceBuilder;
import io.ceiling.load.loop.Pace;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestsInFlightTest {

    private static final long SECOND = 1_000_000_000;

    private static long millis(double millis) {
        return (long) (millis * 1_000_000);
    }

    @ParameterizedTest
    @CsvSource({
        // The default stands for what is answered at once.
        "2, 800",
        "228, 800",
        // Between three and four of the median, rounded up, and away from 1 s, 3 s and 7 s.
        "240, 900",
        "280, 1100",
        "310, 1100",
        "400, 1400",
        "850, 3300",
        "1050, 3700",
        "2000, 7700",
        "3090, 10900",
        "60000, 210000"
    })
    void theSloIsThreeAndAHalfTimesTheMedianOfTheSingleRequests(double medianMillis, long sloMillis) {
        assertThat(RequestsInFlight.slo(
                        Duration.ofMillis(800), List.of(millis(1), millis(90_000), millis(medianMillis))))
                .isEqualTo(Duration.ofMillis(sloMillis));
    }

    @ParameterizedTest
    @CsvSource({
        "1020, 1050, 3300, 'SLO 3.3 s (2 single requests took 1.02 s to 1.05 s, median 1.02 s)'",
        "2, 12.4, 800, 'SLO 800 ms (2 single requests took 2 ms to 12 ms, median 2 ms)'",
        "59000, 60000, 180000, 'SLO 180.0 s (2 single requests took 59.00 s to 60.00 s, median 59.00 s)'"
    })
    void theSloIsToldWithItsOrigin(double fastest, double slowest, long slo, String words) {
        assertThat(RequestsInFlight.words(Duration.ofMillis(slo), List.of(millis(slowest), millis(fastest))))
                .isEqualTo(words);
    }

    @Test
    void requestsGoOnAtTheirPaceForAsLongAsSomebodyLooks() {
        RequestPace open = new RequestPace(Duration.ZERO, Duration.ZERO, OptionalInt.of(50));

        Pace atOnce = RequestsInFlight.lastingPace(RequestPace.AT_ONCE, Fakes.RAMP, 100, 7);
        Pace atRate = RequestsInFlight.lastingPace(open, Fakes.RAMP, 100, 7);

        assertThat(atOnce).isEqualTo(new Pace(SECOND / 100, SECOND / 100, 30 * SECOND, 7).withSpread(SECOND / 200));
        assertThat(atRate).isEqualTo(new Pace(2 * SECOND, 2 * SECOND, 30 * SECOND, 7).withOpenLoop());
    }

    @Test
    void aSlowEndpointHasTimeToAnswerBeforeARampIsStalled() {
        RampSettings slow = RequestsInFlight.ramp(Fakes.RAMP, Duration.ofMinutes(1));

        assertThat(slow.slo()).isEqualTo(Duration.ofMinutes(1));
        assertThat(slow.stallTimeout()).isEqualTo(Duration.ofMinutes(2));
        assertThat(slow.rates().opensPerSecond()).isEqualTo(1_000);
        assertThat(RequestsInFlight.ramp(Fakes.RAMP, Duration.ofMillis(100)).stallTimeout())
                .isEqualTo(Fakes.RAMP.stallTimeout());
    }

    @Test
    void aClosedLoopLastsForTwiceTheSloFromTheMomentAtWhichAllHaveSent() {
        // 500 at 20 000/s are sent within 25 ms; the SLO is 1 s.
        Pace pace = RequestsInFlight.pace(RequestPace.AT_ONCE, Fakes.RAMP, 500, 7);

        assertThat(pace.spreadNanos()).isEqualTo(SECOND / 40);
        assertThat(pace.durationNanos()).isEqualTo(2 * SECOND + SECOND / 40);
        assertThat(pace.open()).isFalse();
    }

    /** Fourteen at once are served by seven in two rounds; the next ones come when those who wait have been let in. */
    @Test
    void theNextRequestsOfAClosedLoopComeWhenThoseWhoWaitHaveThePlacesOfTheFormer() {
        Pace pace = RequestsInFlight.pace(RequestPace.AT_ONCE, Fakes.RAMP, 14, 7);

        assertThat(pace.minIdleNanos()).isEqualTo(SECOND / 100).isEqualTo(pace.maxIdleNanos());
        assertThat(pace.spreadNanos()).isLessThanOrEqualTo(pace.minIdleNanos() / 2);
    }

    @Test
    void aLongerHoldLastsLonger() {
        RampSettings held = Fakes.RAMP.toBuilder().hold(Duration.ofSeconds(9)).build();

        assertThat(RequestsInFlight.pace(RequestPace.AT_ONCE, held, 1_000, 7).durationNanos())
                .isEqualTo(9 * SECOND + SECOND / 20);
    }

    @Test
    void thinkTimeIsTheIdleTimeAndEveryConnectionAsksAtLeastOnce() {
        RequestPace thinking = new RequestPace(Duration.ofSeconds(1), Duration.ofSeconds(5), OptionalInt.empty());

        Pace pace = RequestsInFlight.pace(thinking, Fakes.RAMP, 500, 7);

        assertThat(pace.minIdleNanos()).isEqualTo(SECOND);
        assertThat(pace.maxIdleNanos()).isEqualTo(5 * SECOND);
        assertThat(pace.durationNanos()).isEqualTo(7 * SECOND);
        assertThat(pace.open()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        // 500 connections at 100/s ask every 5 s each.
        "500, 100, 5000",
        // 50 connections carry no more than 50/s of requests that may take a second.
        "50, 100, 1000"
    })
    void anOpenLoopHasItsRateOverAllConnectionsAsFarAsTheseCanCarryIt(long connections, int rate, double periodMillis) {
        RequestPace open = new RequestPace(Duration.ZERO, Duration.ZERO, OptionalInt.of(rate));

        Pace pace = RequestsInFlight.pace(open, Fakes.RAMP, connections, 7);

        assertThat(pace.open()).isTrue();
        assertThat(pace.minIdleNanos()).isEqualTo(millis(periodMillis)).isEqualTo(pace.maxIdleNanos());
    }

    @ParameterizedTest
    @CsvSource({
        // As the ramp has it, since all are in flight at once in any case.
        "0, 0, 500, 1000",
        // No faster than the traffic: 500 in 2 s, 60 a second.
        "2000, 0, 500, 250",
        "0, 60, 500, 60",
        // Four in the time of the SLO at least.
        "0, 1, 500, 4"
    })
    void connectionsAreOpenedNoFasterThanTheTrafficAsks(int thinkMillis, int rate, int connections, double perSecond) {
        Duration think = Duration.ofMillis(thinkMillis);
        RequestPace work = new RequestPace(think, think, rate == 0 ? OptionalInt.empty() : OptionalInt.of(rate));

        assertThat(RequestsInFlight.openingRamp(work, Fakes.RAMP, connections)
                        .rates()
                        .opensPerSecond())
                .isEqualTo(perSecond);
    }

    @Test
    void whatWasAnsweredWhenTheFirstWasLateIsTriedNext() {
        CeilingFinder.HeldLevel tried = RequestsInFlight.heldLevel(
                EvidenceBuilder.evidence(e -> {
                            e.inFlight = true;
                            e.target = 300;
                            e.served = 120;
                            e.exchanges = 100;
                        })
                        .failed(),
                40);

        assertThat(tried).isEqualTo(new CeilingFinder.HeldLevel(300, 100, false));
    }

    /** Late requests close their connections, and a server that answers the others was not damaged. */
    @Test
    void connectionsThatAFailedStepHasLeftAreNoHint() {
        CeilingFinder.HeldLevel tried = RequestsInFlight.heldLevel(
                EvidenceBuilder.evidence(e -> {
                            e.inFlight = true;
                            e.target = 300;
                            e.served = 20;
                        })
                        .failed(),
                40);

        assertThat(tried).isEqualTo(new CeilingFinder.HeldLevel(300, 300, false));
    }
}
