package io.ceiling.harness.verdict.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Standing;
import io.ceiling.harness.result.law.Standing.Why;
import io.ceiling.harness.verdict.Stacks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadCrowdTest {

    private static final String HTTP = "http-nio-*-exec-*";
    private static final String CALLER = "OrderController.list";

    @Test
    void threadsAreCountedByTheirNameWithoutNumbersWhatTheyAreInAndWhoLedThere() {
        Crowd crowd = ThreadCrowd.of(List.of(new Stacks()
                .requests(7, "TIMED_WAITING", Stacks.SLEEPS)
                .requests(
                        21,
                        "WAITING",
                        List.of(
                                "jdk.internal.misc.Unsafe.park",
                                "java.util.concurrent.CompletableFuture$Signaller.block",
                                "java.util.concurrent.CompletableFuture.join"))
                .requests(3, "TIMED_WAITING", Stacks.BORROWS)
                .blocked(4, "java.lang.Object@1", "")
                .dump()));

        assertThat(crowd.counted())
                .containsEntry(new Standing(HTTP, "Thread.sleep", CALLER, Why.TIME), 7)
                .containsEntry(new Standing(HTTP, "CompletableFuture.join", CALLER, Why.APPLICATION), 21)
                .containsEntry(
                        new Standing(
                                HTTP,
                                "HikariPool.getConnection",
                                CALLER,
                                Why.APPLICATION,
                                Remedies.of("com.zaxxer.hikari.pool.HikariPool.getConnection")
                                        .orElseThrow()),
                        3)
                .containsEntry(new Standing(HTTP, "the lock of OrderController.list", CALLER, Why.LOCK), 4);
    }

    @Test
    void withoutCodeOfAnApplicationTheInnermostLibraryLedThere() {
        Crowd crowd = ThreadCrowd.of(List.of(new Stacks()
                .raw(
                        80,
                        "http-nio-8080-exec-",
                        "WAITING",
                        List.of(
                                "jdk.internal.misc.Unsafe.park",
                                "java.util.concurrent.Semaphore.acquire",
                                "org.apache.catalina.valves.SemaphoreValve.invoke",
                                "org.apache.catalina.connector.CoyoteAdapter.service"))
                .dump()));

        assertThat(crowd.counted())
                .containsExactly(Map.entry(new Standing(HTTP, "Semaphore.acquire", "SemaphoreValve.invoke"), 80));
    }

    /** No name of it is known: that it lends something is seen from the JDK's frame. */
    @Test
    void aPoolThatNobodyKnowsIsWhatTheApplicationWaitsIn() {
        Crowd crowd = ThreadCrowd.of(List.of(new Stacks()
                .requests(
                        12,
                        "WAITING",
                        List.of(
                                "jdk.internal.misc.Unsafe.park",
                                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
                                "org.apache.lending.Desk.lend"))
                .requests(3, "RUNNABLE", Stacks.READS)
                .dump()));

        assertThat(crowd.counted())
                .containsEntry(new Standing(HTTP, "Desk.lend", CALLER, Why.APPLICATION), 12)
                .containsEntry(new Standing(HTTP, "HttpURLConnection.getInputStream", CALLER, Why.UPSTREAM), 3);
    }

    @Test
    void ofTwoDumpsTheLargerNumberCounts() {
        Crowd crowd = ThreadCrowd.of(List.of(
                new Stacks().requests(6, "TIMED_WAITING", Stacks.SLEEPS).dump(),
                new Stacks().requests(7, "TIMED_WAITING", Stacks.SLEEPS).dump()));

        assertThat(crowd.counted().values()).containsExactly(7);
    }
}
