package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceBuilder.named;
import static io.ceiling.harness.verdict.EvidenceRows.TIMED_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.result.LoneConnection;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.ramp.Verdicts;
import io.ceiling.harness.verdict.threads.Deadlock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StuckServerTest {

    private static final ThreadPlace SELECTS = new ThreadPlace("http-Poller", "Selector.select", "NioEndpoint.run");
    private static final ThreadPlace WAITS =
            new ThreadPlace("exec-*", "Semaphore.acquire", "App.gate", ThreadPlace.WaitReason.APPLICATION);

    @Test
    void aServerThatIsStuckIsALowerBoundWithWhatItLookedLike() {
        Attribution stuck = named(TIMED_OUT, e -> {
            e.connections = e.maxConnections = 800;
            e.alone = EvidenceRows.STUCK;
        });

        Verdict verdict = Verdicts.stuck(800, stuck);

        assertThat(verdict.label()).isEqualTo("at-least");
        assertThat(verdict.summary())
                .contains(
                        "without load, too, it serves nobody: 200 threads exec-* in App.gate; one connection waited for 20 s")
                .contains("at 1000 connections it looked like server-max-connections: 800 connections accepted");
    }

    @Test
    void connectionsThatNobodyAcceptsAreTold() {
        Occupants.Sockets sockets = new Occupants.Sockets(
                Observation.of(0), Observation.of(33), Observation.of(0), Observation.of(0), Observation.of(0), true);

        Attribution stuck = named(
                TIMED_OUT,
                e -> e.alone = new LoneConnection(
                        LoneConnection.ConnectionOutcome.STUCK,
                        Duration.ofSeconds(20),
                        "no answer",
                        "",
                        new Occupants(sockets, List.of(), List.of())));

        assertThat(stuck.evidence())
                .startsWith(
                        "without load, too, it serves nobody: nobody accepts 33 connections in its listen queue; one");
    }

    @Test
    void theApplicationComesBeforeTheThreadsOfTheContainer() {
        assertThat(StuckServer.places(ThreadsByPlace.of(Map.of(SELECTS, 900, WAITS, 23)), ""))
                .isEqualTo("23 threads exec-* in Semaphore.acquire called by App.gate");
        assertThat(StuckServer.places(ThreadsByPlace.of(Map.of(SELECTS, 1)), ""))
                .isEqualTo("thread http-Poller in Selector.select called by NioEndpoint.run");
        assertThat(StuckServer.places(ThreadsByPlace.notSeen("no process"), "")).isEmpty();
    }

    @Test
    void threadsThatWaitForOneAnotherAreADeadlock() {
        ThreadStack first = blocked("a", "java.lang.Object@1", "b");
        ThreadStack second = blocked("b", "java.lang.Object@2", "a");
        ThreadStack behind = blocked("c", "java.lang.Object@1", "b");

        assertThat(Deadlock.describe(dump(behind, first, second)))
                .isEqualTo(
                        "deadlock: a in Shop.buy waits for java.lang.Object@1 of b, b in Shop.buy waits for java.lang.Object@2 of a");
        assertThat(Deadlock.describe(dump(first, behind))).isEmpty();
    }

    @Test
    void aServerThatHasNotAnsweredTheFirstRequestStandsInAWriteThatNobodyReadsOrInADeadlock() {
        ThreadsByPlace crowd = ThreadsByPlace.of(Map.of(WAITS, 49));
        Occupants prints = writing(Occupants.WriteTarget.STANDARD_OUTPUT);

        assertThat(StuckServer.stuckReason(prints, crowd, ""))
                .hasValue(
                        "without load, too, it serves nobody: thread exec-* is blocked in a write to its standard output,"
                                + " a pipe that nobody reads; 49 threads exec-* in Semaphore.acquire called by App.gate;"
                                + " read what the server prints, or let it write to a file");
        assertThat(StuckServer.stuckReason(Occupants.NOT_SEEN, ThreadsByPlace.notSeen("none"), "deadlock: a, b"))
                .hasValue("without load, too, it serves nobody: deadlock: a, b");
    }

    @Test
    void aRequestThatTakesLongIsNotStuck() {
        assertThat(StuckServer.stuckReason(Occupants.NOT_SEEN, ThreadsByPlace.of(Map.of(WAITS, 1)), ""))
                .isEmpty();
        assertThat(StuckServer.stuckReason(
                        writing(Occupants.WriteTarget.CLIENT), ThreadsByPlace.of(Map.of(WAITS, 1)), ""))
                .isEmpty();
    }

    private static Occupants writing(Occupants.WriteTarget into) {
        return new Occupants(
                Occupants.Sockets.NOT_SEEN, List.of(new Occupants.BlockedWriters(into, "exec-*", 1)), List.of());
    }

    @Test
    void anotherLimitThanThoseThatLookLikeItStays() {
        assertThat(StuckServer.isPossible(LimitingFactor.SERVER_HEAP)).isFalse();
        assertThat(StuckServer.isPossible(LimitingFactor.LOAD_HEAP)).isFalse();
    }

    private static ThreadDump dump(ThreadStack... threads) {
        return new ThreadDump(List.of(threads), threads.length, ThreadDump.Scheduler.NOT_SEEN, "");
    }

    private static ThreadStack blocked(String name, String lock, String owner) {
        return new ThreadStack(
                name,
                ThreadStack.Kind.PLATFORM,
                "BLOCKED",
                List.of(new ThreadStack.Frame("shop.Shop", "buy")),
                Optional.of(new ThreadStack.Lock(lock, owner)));
    }
}
