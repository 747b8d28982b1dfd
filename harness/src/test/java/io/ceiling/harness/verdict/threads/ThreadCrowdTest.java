package io.ceiling.harness.verdict.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadPlace.WaitReason;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.verdict.Stacks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadCrowdTest {

    private static final String HTTP = "http-nio-*-exec-*";
    private static final String CALLER = "OrderController.list";

    @Test
    void threadsAreCountedByTheirNameWithoutNumbersWhatTheyAreInAndWhoLedThere() {
        ThreadsByPlace crowd = ThreadCrowd.of(List.of(new Stacks()
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

        assertThat(crowd.counts())
                .containsEntry(new ThreadPlace(HTTP, "Thread.sleep", CALLER, WaitReason.TIME), 7)
                .containsEntry(new ThreadPlace(HTTP, "CompletableFuture.join", CALLER, WaitReason.APPLICATION), 21)
                .containsEntry(
                        new ThreadPlace(
                                HTTP,
                                "HikariPool.getConnection",
                                CALLER,
                                WaitReason.APPLICATION,
                                Remedies.of("com.zaxxer.hikari.pool.HikariPool.getConnection")
                                        .orElseThrow()),
                        3)
                .containsEntry(new ThreadPlace(HTTP, "the lock of OrderController.list", CALLER, WaitReason.LOCK), 4);
    }

    @Test
    void withoutCodeOfAnApplicationTheInnermostLibraryLedThere() {
        ThreadsByPlace crowd = ThreadCrowd.of(List.of(new Stacks()
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

        assertThat(crowd.counts())
                .containsExactly(Map.entry(new ThreadPlace(HTTP, "Semaphore.acquire", "SemaphoreValve.invoke"), 80));
    }

    /** No name of it is known: that it lends something is seen from the JDK's frame. */
    @Test
    void aPoolThatNobodyKnowsIsWhatTheApplicationWaitsIn() {
        ThreadsByPlace crowd = ThreadCrowd.of(List.of(new Stacks()
                .requests(
                        12,
                        "WAITING",
                        List.of(
                                "jdk.internal.misc.Unsafe.park",
                                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
                                "org.apache.lending.Desk.lend"))
                .requests(3, "RUNNABLE", Stacks.READS)
                .dump()));

        assertThat(crowd.counts())
                .containsEntry(new ThreadPlace(HTTP, "Desk.lend", CALLER, WaitReason.APPLICATION), 12)
                .containsEntry(
                        new ThreadPlace(HTTP, "HttpURLConnection.getInputStream", CALLER, WaitReason.UPSTREAM), 3);
    }

    @Test
    void ofTwoDumpsTheLargerNumberCounts() {
        ThreadsByPlace crowd = ThreadCrowd.of(List.of(
                new Stacks().requests(6, "TIMED_WAITING", Stacks.SLEEPS).dump(),
                new Stacks().requests(7, "TIMED_WAITING", Stacks.SLEEPS).dump()));

        assertThat(crowd.counts().values()).containsExactly(7);
    }
}
