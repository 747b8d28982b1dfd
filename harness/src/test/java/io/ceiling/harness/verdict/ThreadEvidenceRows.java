package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.EvidenceRows.is;
import static io.ceiling.harness.verdict.EvidenceRows.looksLike;

import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Kind;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceBuilder.Fact;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import io.ceiling.harness.verdict.threads.ThreadSummary;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.workload.CustomPlan;
import java.util.List;
import java.util.Optional;

/** Rows of what thread dumps show: what the requests of an application wait for. */
final class ThreadEvidenceRows {

    private static final String LOCK = "shop.Stock@1b2c";

    private ThreadEvidenceRows() {}

    private static Fact seen(Stacks threads) {
        return e -> {
            e.asks(CustomPlan.Kind.GET);
            e.threads(threads);
        };
    }

    private static Fact borrows() {
        return seen(new Stacks().requests(78, "WAITING", Stacks.BORROWS).requests(2, "RUNNABLE", Stacks.READS));
    }

    private static Stacks pinned(int carriers, int mounted, int queued) {
        return new Stacks()
                .carriers(carriers, mounted, queued)
                .requests(mounted, Kind.MOUNTED, "TIMED_WAITING", Stacks.SLEEPS, Optional.empty());
    }

    static List<Row> application() {
        return List.of(
                is(
                        LimitingFactor.APPLICATION_POOL,
                        "78 of 80 request threads wait for one of two connections to the database",
                        seen(new Stacks()
                                .requests(78, "TIMED_WAITING", Stacks.BORROWS)
                                .requests(2, "RUNNABLE", Stacks.READS))),
                is(
                        LimitingFactor.APPLICATION_POOL,
                        "the same with idle threads left: the pool of threads is not the limit",
                        seen(new Stacks()
                                .requests(50, "TIMED_WAITING", Stacks.BORROWS)
                                .requests(10, "TIMED_WAITING", Stacks.SLEEPS)
                                .idle(140))),
                is(
                        LimitingFactor.APPLICATION_POOL,
                        "virtual threads wait for permits",
                        seen(new Stacks()
                                .carriers(2, 0, 0)
                                .requests(
                                        90,
                                        Kind.VIRTUAL,
                                        "WAITING",
                                        List.of("java.util.concurrent.Semaphore.acquire"),
                                        Optional.empty()))),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.SERVER_THREADS,
                        "30 of 80 borrow, and 50 compute or sleep: a minority",
                        seen(new Stacks()
                                .requests(30, "TIMED_WAITING", Stacks.BORROWS)
                                .requests(50, "TIMED_WAITING", Stacks.SLEEPS))),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.UNKNOWN,
                        "workers of the application wait for work in a queue, and no request is in the server",
                        seen(new Stacks()
                                .workers(80, List.of("java.util.concurrent.LinkedBlockingQueue.take"))
                                .idle(80))),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.UNKNOWN,
                        "one dump alone: those that wait may be on their way",
                        e -> {
                            e.asks(CustomPlan.Kind.GET);
                            e.threadPools = ThreadSummary.of(List.of(new Stacks()
                                    .requests(80, "TIMED_WAITING", Stacks.BORROWS)
                                    .dump()));
                        }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.SERVER_MAX_CONNECTIONS,
                        "requests of accepted connections share four permits, and further connections are not accepted",
                        e -> {
                            borrows().apply(e);
                            e.target = 400;
                            e.served = 300;
                            e.connections = 300;
                            e.maxConnections = 300;
                        }),
                looksLike(LimitingFactor.APPLICATION_POOL, LimitingFactor.SERVER_CPU, "what they lend computes", e -> {
                    borrows().apply(e);
                    e.serverCores = 1.8;
                    e.loadCores = 0.1;
                }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.SERVER_FILE_DESCRIPTORS,
                        "the log says that no connection could be accepted",
                        e -> {
                            borrows().apply(e);
                            e.logs(EvidenceRows.EMFILE);
                            e.descriptors = e.maxDescriptors = 1024;
                        }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.UNKNOWN,
                        "requests wait, and none was late: connections were reset",
                        e -> {
                            borrows().apply(e);
                            e.failures.clear();
                            e.pending = 0;
                            e.fails(FailureCause.CLOSED_WHILE_HELD, 40);
                        }),
                looksLike(LimitingFactor.APPLICATION_LOCK, LimitingFactor.SERVER_CPU, "its owner computes", e -> {
                    seen(new Stacks().blocked(79, LOCK, "http-nio-8080-exec-1")).apply(e);
                    e.serverCores = 1.8;
                    e.loadCores = 0.1;
                }),
                is(
                        LimitingFactor.APPLICATION_LOCK,
                        "79 wait for a monitor, whose owner reads from a socket",
                        seen(new Stacks()
                                .requests(1, "RUNNABLE", Stacks.READS)
                                .blocked(79, LOCK, "http-nio-8080-exec-1"))),
                is(
                        LimitingFactor.APPLICATION_LOCK,
                        "most wait for a ReentrantLock",
                        seen(new Stacks()
                                .requests(
                                        60,
                                        Kind.PLATFORM,
                                        "WAITING",
                                        List.of(
                                                "jdk.internal.misc.Unsafe.park",
                                                "java.util.concurrent.locks.ReentrantLock.lock"),
                                        Optional.of(new ThreadStack.Lock(
                                                "java.util.concurrent.locks.ReentrantLock$NonfairSync@77", "mailer-1")))
                                .idle(20))),
                looksLike(
                        LimitingFactor.APPLICATION_LOCK,
                        LimitingFactor.SERVER_THREADS,
                        "each of two locks keeps less than half",
                        seen(new Stacks()
                                .blocked(38, LOCK, "")
                                .blocked(38, "shop.Basket@2", "")
                                .requests(4, "RUNNABLE", Stacks.READS))),
                looksLike(
                        LimitingFactor.APPLICATION_LOCK,
                        LimitingFactor.SERVER_THREADS,
                        "all wait for a condition of their own, which no thread has",
                        seen(new Stacks()
                                .requests(80, "WAITING", List.of("java.util.concurrent.CountDownLatch.await")))),
                is(
                        LimitingFactor.UPSTREAM,
                        "all 80 wait for the answer of another server",
                        seen(new Stacks().requests(80, "RUNNABLE", Stacks.READS))),
                is(
                        LimitingFactor.UPSTREAM,
                        "the client of the JDK, which parks",
                        seen(new Stacks()
                                .requests(
                                        60,
                                        "WAITING",
                                        List.of(
                                                "jdk.internal.misc.Unsafe.park",
                                                "java.util.concurrent.CompletableFuture.get",
                                                "jdk.internal.net.http.HttpClientImpl.send",
                                                "jdk.internal.net.http.HttpClientFacade.send"))
                                .idle(20))),
                looksLike(
                        LimitingFactor.UPSTREAM,
                        LimitingFactor.SERVER_THREADS,
                        "the bodies of their own requests are read, which slow clients send",
                        seen(new Stacks()
                                .requests(
                                        80,
                                        "RUNNABLE",
                                        List.of(
                                                "sun.nio.ch.Net.poll",
                                                "sun.nio.ch.NioSocketImpl.implRead",
                                                "org.apache.coyote.http11.Http11InputBuffer.fill",
                                                "org.apache.catalina.connector.CoyoteInputStream.read")))),
                looksLike(
                        LimitingFactor.UPSTREAM,
                        LimitingFactor.APPLICATION_POOL,
                        "those that hold a connection read from the database, and the others wait for one",
                        seen(new Stacks()
                                .requests(10, "RUNNABLE", Stacks.READS)
                                .requests(70, "TIMED_WAITING", Stacks.BORROWS))),
                is(
                        LimitingFactor.PINNED_CARRIERS,
                        "both carriers are occupied by threads that sleep, and 40 wait",
                        seen(pinned(2, 2, 40))),
                is(LimitingFactor.PINNED_CARRIERS, "eight of eight", seen(pinned(8, 8, 1))),
                looksLike(
                        LimitingFactor.PINNED_CARRIERS,
                        LimitingFactor.UNKNOWN,
                        "no virtual thread waits for a carrier",
                        seen(pinned(2, 2, 0))),
                looksLike(LimitingFactor.PINNED_CARRIERS, LimitingFactor.SERVER_CPU, "the carriers compute", e -> {
                    seen(pinned(2, 2, 40)).apply(e);
                    e.serverCores = 1.8;
                    e.loadCores = 0.1;
                }));
    }

    /** Without a bean, the stacks alone say that all threads are taken. */
    static List<Row> requestThreads() {
        return List.of(
                is(
                        LimitingFactor.SERVER_THREADS,
                        "all 80 threads sleep in a request, in a server without beans",
                        seen(new Stacks().requests(80, "TIMED_WAITING", Stacks.SLEEPS))),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.UNKNOWN,
                        "the same with one that is idle",
                        seen(new Stacks()
                                .requests(80, "TIMED_WAITING", Stacks.SLEEPS)
                                .idle(1))),
                looksLike(
                        LimitingFactor.SERVER_THREADS,
                        LimitingFactor.UNKNOWN,
                        "no more answers are awaited than there are threads: the pool has grown to what it needs",
                        seen(new Stacks().requests(100, "TIMED_WAITING", Stacks.SLEEPS))),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.SERVER_THREADS,
                        "the requests of this project's application are parked on purpose",
                        e -> {
                            e.workload = Workloads.HOLD_BLOCKING;
                            e.served = e.busy = e.poolThreads = 200;
                            e.queued = 600;
                            e.connections = 1000;
                            e.threads(new Stacks()
                                    .requests(200, "WAITING", List.of("java.util.concurrent.Semaphore.acquire")));
                            EvidenceRows.TIMED_OUT.apply(e);
                        }),
                looksLike(
                        LimitingFactor.APPLICATION_POOL,
                        LimitingFactor.SERVER_HEAP,
                        "no dump was taken of a server whose log names the heap",
                        e -> {
                            e.asks(CustomPlan.Kind.GET);
                            e.logs(EvidenceRows.HEAP);
                            e.threadPools =
                                    ThreadPools.notSeen("no thread dump of a server whose log names server-heap");
                        }));
    }
}
