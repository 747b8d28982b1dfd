package io.ceiling.harness.engine.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.load.report.Refusal;
import io.ceiling.load.report.RefusalKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoneConnectionProbeTest {

    private final Fakes.ManualClock clock = new Fakes.ManualClock(() -> {});
    /** Connections that the server has still to close, at each second. */
    private Duration backlog = Duration.ZERO;

    private long left;

    private long fewerEachSecond;
    /** Connections that wait in the listen queue of the server, the one included. */
    private long inQueue = 1;

    private boolean seen = true;
    private boolean stop;

    private Optional<Map<RefusalKind, Refusal>> refusal = Optional.empty();

    private LoneConnection take(long serverTakes) {
        FakeAgent agent = new FakeAgent(serverTakes);
        refusal.ifPresent(agent::refuse);
        Load load = new Load(Fakes.SCENARIO, Fakes.RAMP, new Fleet(List.of(agent)), clock, Fakes.noStop(clock));
        return new LoneConnectionProbe(
                        new LoadedServer(load, new Fakes.IdleSession(clock) {
                            @Override
                            public OptionalInt exitCode() {
                                return stop ? OptionalInt.of(1) : OptionalInt.empty();
                            }

                            @Override
                            public Occupants occupants() {
                                left = Math.max(0, left - fewerEachSecond);
                                return new Occupants(
                                        seen
                                                ? new Occupants.Sockets(
                                                        Observation.of(5),
                                                        Observation.of(inQueue),
                                                        Observation.of(left),
                                                        Observation.of(0),
                                                        Observation.of(0),
                                                        true)
                                                : Occupants.Sockets.NOT_SEEN,
                                        List.of(),
                                        List.of());
                            }
                        }),
                        backlog)
                .probe();
    }

    @Test
    void aServerThatServesOneIsNotStuck() {
        assertThat(take(1).outcome()).isEqualTo(LoneConnection.ConnectionOutcome.SERVED);
    }

    @Test
    void aServerInWhichNothingChangesIsStuckAfterTwentySeconds() {
        left = 300;

        LoneConnection alone = take(0);

        assertThat(alone.isStuck()).isTrue();
        assertThat(alone.failure()).isEqualTo("no answer");
        assertThat(alone.idleTime()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));
        assertThat(alone.occupants().sockets().closedByClient()).isEqualTo(Observation.of(300));
    }

    @Test
    void aQueueThatNobodySeesIsGivenTheTimeOfAllItsRequests() {
        left = 300;
        backlog = Duration.ofSeconds(40);
        Duration waited = take(0).idleTime();
        backlog = Duration.ofSeconds(100);

        assertThat(waited).isBetween(Duration.ofSeconds(40), Duration.ofSeconds(41));
        assertThat(take(0).outcome()).isEqualTo(LoneConnection.ConnectionOutcome.UNDECIDED);
    }

    @Test
    void aServerThatWorksOffWhatItWasAskedBeforeIsNot() {
        left = 1_000_000;
        fewerEachSecond = 1;

        LoneConnection alone = take(0);

        assertThat(alone.outcome()).isEqualTo(LoneConnection.ConnectionOutcome.UNDECIDED);
        assertThat(alone.idleTime()).isBetween(Duration.ofSeconds(75), Duration.ofSeconds(76));
    }

    @Test
    void aConnectionThatDoesNotComeToTheServerSaysNothingAboutIt() {
        inQueue = 0;

        assertThat(take(0).outcome()).isEqualTo(LoneConnection.ConnectionOutcome.UNDECIDED);
    }

    @ParameterizedTest
    @CsvSource({
        "1 x unexpected-status (got: HTTP/1.1 429), true", "1 x unexpected-status (got: HTTP/1.1 503), true",
        "1 x unexpected-status (got: HTTP/1.1 500), false", "no answer, false"
    })
    void aServerThatRefusesByARuleIsNotStuck(String answer, boolean byRule) {
        assertThat(LoneConnectionProbe.isRefusedByRule(answer)).isEqualTo(byRule);
    }

    @Test
    void aServerThatAnswersAnErrorInTimeIsNotStuck() {
        left = 300;
        serverAnswers(RefusalKind.HTTP_500, Duration.ofMillis(5));

        assertThat(take(0).outcome()).isEqualTo(LoneConnection.ConnectionOutcome.UNDECIDED);
    }

    @Test
    void aServerThatAnswersAnErrorAfterAWaitOrClosesIsStuck() {
        left = 300;
        serverAnswers(RefusalKind.HTTP_500, Duration.ofSeconds(10));

        assertThat(take(0).isStuck()).isTrue();

        serverAnswers(RefusalKind.CLOSED, Duration.ofMillis(5));

        assertThat(take(0).isStuck()).isTrue();
    }

    private void serverAnswers(RefusalKind kind, Duration time) {
        refusal = Optional.of(Map.of(kind, new Refusal(1, time.toNanos(), time.toNanos())));
    }

    @Test
    void aServerWhoseSocketsAreNotSeenIsNotTried() {
        seen = false;

        assertThat(take(0)).isEqualTo(LoneConnection.NOT_OPENED);
    }

    @Test
    void aReasonToStopEndsTheTry() {
        stop = true;

        assertThat(take(0)).isEqualTo(LoneConnection.NOT_OPENED);
        assertThat(clock.nanoTime()).isZero();
    }
}
