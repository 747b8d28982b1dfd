package io.ceiling.harness.verdict.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServingThreadsTest {

    private static final ThreadPlace IDLE = new ThreadPlace("worker-*", "LinkedBlockingQueue.take", "");
    private static final ThreadPlace SERVES = new ThreadPlace("worker-*", "Thread.sleep", "App.work");
    private static final ThreadPlace WAITS = new ThreadPlace("http-*", "CompletableFuture.join", "App.call");
    private static final ThreadPlace OTHER = new ThreadPlace("http-*", "Thread.sleep", "App.other");

    private static String words(
            Map<ThreadPlace, Integer> rest, Map<ThreadPlace, Integer> less, Map<ThreadPlace, Integer> more) {
        return ServingThreads.of(
                        new Diagnosis(
                                Optional.of(new ServiceTime(List.of(1L))),
                                List.of(level(24, less), level(36, more)),
                                ThreadsByPlace.of(rest),
                                ""),
                        new Law.Limit(5.1, 0.2, Law.Shape.NOT_SEEN))
                .words();
    }

    private static LoadLevel level(int offered, Map<ThreadPlace, Integer> groups) {
        return new LoadLevel(
                offered,
                new LoadLevel.AnswerRate(10, 0.01),
                LoadLevel.FailedRequests.NONE,
                LoadLevel.ProcessorsUsed.NOT_SEEN,
                ThreadsByPlace.of(groups));
    }

    @Test
    void placesOfTheKernelAreNotComparedWithThoseOfAJvm() {
        Diagnosis mixed = new Diagnosis(
                Optional.of(new ServiceTime(List.of(1L))),
                List.of(
                        level(24, Map.of(SERVES, 5, WAITS, 19)),
                        level(36, Map.of()).with(ThreadsByPlace.ofKernel(Map.of(SERVES, 5, WAITS, 31)))),
                ThreadsByPlace.of(Map.of(IDLE, 5)),
                "");

        assertThat(ServingThreads.of(mixed, new Law.Limit(5.1, 0.2, Law.Shape.NOT_SEEN))
                        .words())
                .isEmpty();
    }

    @Test
    void thoseThatStayAreThoseThatServeAndThoseThatGrowWait() {
        String words = words(Map.of(IDLE, 5), Map.of(SERVES, 5, WAITS, 19), Map.of(SERVES, 5, WAITS, 31));

        assertThat(words)
                .isEqualTo("5 threads worker-* in Thread.sleep called by App.work serve, "
                        + "19, then 31 threads http-* in CompletableFuture.join called by App.call wait");
    }

    /** Of 5.1 that would be served at once, two workers are in use for two fifths of each request. */
    @Test
    void threadsThatStayFewerThanAreServedWorkForThoseThatWait() {
        ThreadPlace works = new ThreadPlace("pool-1-thread-*", "Thread.sleep", "App.part");
        ThreadPlace awaits =
                new ThreadPlace("http-*", "FutureTask.get", "App.call", ThreadPlace.WaitReason.APPLICATION);
        Diagnosis diagnosis = new Diagnosis(
                Optional.of(new ServiceTime(List.of(1L))),
                List.of(level(24, Map.of(works, 2, awaits, 20)), level(36, Map.of(works, 2, awaits, 32))),
                ThreadsByPlace.of(Map.of()),
                "");

        assertThat(ServingThreads.of(diagnosis, new Law.Limit(5.1, 0.2, Law.Shape.SERIAL))
                        .workers()
                        .map(ServingThreads.PlaceCounts::countAtHigher))
                .hasValue(2);
        assertThat(ServingThreads.of(diagnosis, new Law.Limit(5.1, 0.2, Law.Shape.ROUNDS))
                        .workers())
                .as("five that are served in rounds have a place for the whole request")
                .isEmpty();
    }

    /** Five threads that collect garbage are there whether or not anybody asks. */
    @Test
    void threadsThatStandThereWithoutLoadServeNobody() {
        assertThat(words(Map.of(IDLE, 5), Map.of(IDLE, 5), Map.of(IDLE, 5))).isEmpty();
    }

    /** Of 24 and 36 in flight 24 threads take all but twelve at the higher level: the others wait for a thread. */
    @Test
    void thoseThatGrowAsFarAsThereAreThreadsWait() {
        ThreadPlace serves = new ThreadPlace("http-*", "Thread.sleep", "App.work");

        assertThat(words(Map.of(), Map.of(serves, 5, WAITS, 15), Map.of(serves, 5, WAITS, 19)))
                .endsWith("15, then 19 threads http-* in CompletableFuture.join called by App.call wait");
    }

    /** Thirty find no place, and five of them stand at a lock: the others wait elsewhere. */
    @Test
    void aPlaceWhereFewOfTheSurplusStandIsNotWhereItWaits() {
        assertThat(words(Map.of(), Map.of(SERVES, 5, WAITS, 0), Map.of(SERVES, 5, WAITS, 8)))
                .isEqualTo("5 threads worker-* in Thread.sleep called by App.work serve");
    }

    @Test
    void aPoolWhoseThreadsAreInManyPlacesIsFoundByItsName() {
        String words = words(
                Map.of(),
                Map.of(SERVES, 3, new ThreadPlace("worker-*", "Socket.read", "App.call"), 2),
                Map.of(SERVES, 1, new ThreadPlace("worker-*", "Socket.read", "App.call"), 4));

        assertThat(words).isEqualTo("5 threads worker-* serve");
    }

    /** Of 12 threads 5 serve at both levels, and the others wait: the further load waits for a thread. */
    @Test
    void thoseThatWaitBesideThoseThatServeAreSaidAlthoughNoFurtherThreadCan() {
        ThreadPlace waits = new ThreadPlace("http-*", "Semaphore.acquire", "Valve.invoke");

        String words = words(Map.of(), Map.of(OTHER, 5, waits, 7), Map.of(OTHER, 5, waits, 7));

        assertThat(words)
                .isEqualTo("5 threads http-* in Thread.sleep called by App.other serve, "
                        + "7 threads http-* in Semaphore.acquire called by Valve.invoke wait");
    }

    /** All 80 threads of the container wait for five others at both levels, and the further load waits for one of the 80. */
    @Test
    void requestThreadsThatAllWaitInTheApplicationWaitAtBothLevels() {
        ThreadPlace waits =
                new ThreadPlace("http-*", "CompletableFuture.join", "App.call", ThreadPlace.WaitReason.APPLICATION);

        String words = words(Map.of(), Map.of(SERVES, 5, waits, 80), Map.of(SERVES, 5, waits, 80));

        assertThat(words).endsWith("80 threads http-* in CompletableFuture.join called by App.call wait");
    }

    @Test
    void whatWasNotSeenIsNotSaid() {
        Diagnosis unseen = new Diagnosis(
                Optional.of(new ServiceTime(List.of(1L))),
                List.of(level(24, Map.of(SERVES, 5)), level(36, Map.of(SERVES, 5))),
                ThreadsByPlace.notSeen("no JMX"),
                "");

        assertThat(ServingThreads.of(unseen, new Law.Limit(5, 0.1, Law.Shape.NOT_SEEN))
                        .words())
                .isEmpty();
    }
}
