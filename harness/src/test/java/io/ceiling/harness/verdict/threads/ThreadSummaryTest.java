package io.ceiling.harness.verdict.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.reading.ThreadPools.Counts;
import io.ceiling.harness.reading.ThreadPools.Pool;
import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadPools.WaitPlace;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Kind;
import io.ceiling.harness.verdict.Stacks;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadSummaryTest {

    private static final String HIKARI =
            Remedies.of("com.zaxxer.hikari.pool.HikariPool.getConnection").orElseThrow();

    @Test
    void saysWhereTheRequestsOfAPoolAreAndHowManyWait() {
        Stacks threads = new Stacks()
                .requests(78, "TIMED_WAITING", Stacks.BORROWS)
                .requests(2, "RUNNABLE", Stacks.READS)
                .idle(20);

        Pool pool = onlyPool(ThreadSummary.of(List.of(threads.dump(), threads.dump())));

        assertThat(pool.name()).isEqualTo("http-nio-8080-exec-*");
        assertThat(pool.counts()).isEqualTo(new Counts(100, 0, 20, 80, 80));
        assertThat(pool.states()).isEqualTo(Map.of("TIMED_WAITING", 78, "RUNNABLE", 2, "WAITING", 20));
        assertThat(pool.places())
                .containsExactly(
                        new WaitPlace(
                                Wait.POOL, "HikariPool.getConnection", "OrderController.list", "", "", 78, HIKARI),
                        new WaitPlace(
                                Wait.UPSTREAM, "HttpURLConnection.getInputStream", "OrderController.list", "", "", 2));
    }

    @Test
    void countsOnlyWhatBothDumpsShow() {
        Stacks first =
                new Stacks().requests(50, "TIMED_WAITING", Stacks.BORROWS).idle(10);
        Stacks second = new Stacks()
                .requests(20, "TIMED_WAITING", Stacks.BORROWS)
                .requests(5, "RUNNABLE", Stacks.READS)
                .idle(40);

        Pool pool = onlyPool(ThreadSummary.of(List.of(first.dump(), second.dump())));

        assertThat(pool.counts()).isEqualTo(new Counts(65, 5, 40, 50, 25));
        assertThat(pool.places()).extracting(WaitPlace::threads).containsExactly(20);
    }

    @Test
    void namesTheOwnerOfALockAndWhereThatIs() {
        Stacks threads = new Stacks()
                .requests(1, "RUNNABLE", Stacks.READS)
                .blocked(9, "shop.Stock@1b2c", "http-nio-8080-exec-1");

        WaitPlace lock = onlyPool(ThreadSummary.of(List.of(threads.dump(), threads.dump())))
                .places()
                .get(0);

        assertThat(lock)
                .isEqualTo(new WaitPlace(
                        Wait.LOCK,
                        "OrderController.list",
                        "OrderController.list",
                        "shop.Stock@1b2c",
                        "http-nio-8080-exec-1, in HttpURLConnection.getInputStream called by OrderController.list",
                        9));
    }

    @Test
    void aThreadOfAConnectorThatWaitsWithNothingElseOnItsStackIsIdleAndItsPoolServesNoRequest() {
        List<String> takesATask = List.of(
                "java.lang.Object.wait", "org.glassfish.grizzly.unheard.Worker.nextTask", "java.lang.Thread.run");
        List<String> borrowsInALibrary = List.of(
                "java.util.concurrent.SynchronousQueue.poll",
                "com.zaxxer.hikari.pool.HikariPool.getConnection",
                "org.springframework.web.servlet.DispatcherServlet.doDispatch",
                "org.glassfish.grizzly.unheard.Worker.run");
        ThreadDump dump = new Stacks()
                .raw(5, "admin-listener-", "WAITING", takesATask)
                .raw(4, "http-listener-", "TIMED_WAITING", borrowsInALibrary)
                .raw(3, "reading-", "RUNNABLE", takesATask)
                .dump();

        ThreadPools pools = ThreadSummary.of(List.of(dump, dump));

        assertThat(pools.requestPools()).extracting(Pool::name).containsExactly("http-listener-*", "reading-*");
        assertThat(pools.pools())
                .filteredOn(pool -> pool.name().equals("admin-listener-*"))
                .extracting(Pool::counts)
                .containsExactly(new Counts(5, 0, 5, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({
        "http-nio-8080-exec-12, http-nio-8080-exec-*",
        "qtp1234567-45, qtp1234567-*",
        "qtp1234567-45-acceptor-0@1f2e-ServerConnector@3c{HTTP/1.1}, qtp1234567-*",
        "XNIO-1 task-7, XNIO-1 task-*",
        "ForkJoinPool-1-worker-2, ForkJoinPool-1-worker-*",
        "main, main"
    })
    void namesPoolsByTheirThreads(String thread, String pool) {
        assertThat(ThreadSummary.poolOf(
                        new ThreadStack(thread, Kind.PLATFORM, "RUNNABLE", List.of(), Optional.empty())))
                .isEqualTo(pool);
    }

    @Test
    void aGeneratedClassStandsForThatOfTheApplication() {
        Stacks threads = new Stacks()
                .requests(
                        3,
                        "TIMED_WAITING",
                        List.of("java.lang.Thread.sleep", "shop.OrderService$$SpringCGLIB$$0.find"));

        WaitPlace place = onlyPool(ThreadSummary.of(List.of(threads.dump(), threads.dump())))
                .places()
                .get(0);

        assertThat(place.caller()).isEqualTo("OrderService.find");
        assertThat(place.top()).isEqualTo("Thread.sleep");
    }

    @Test
    void saysThatOnlyASampleWasLookedAt() {
        ThreadDump some =
                new ThreadDump(new Stacks().idle(300).dump().threads(), 5_000, ThreadDump.Scheduler.NOT_SEEN, "");

        ThreadPools summary = ThreadSummary.of(List.of(some, some));

        assertThat(summary.complete()).isFalse();
        assertThat(summary.notSeen()).isEqualTo("300 of 5000 platform threads were looked at");
    }

    @Test
    void threadsOfTheJvmItselfAreLeftOutAndPoolsWithRequestsComeFirst() {
        Stacks threads = new Stacks()
                .raw(
                        1,
                        "Reference Handler",
                        "RUNNABLE",
                        List.of("java.lang.ref.Reference.waitForReferencePendingList", "java.lang.Thread.run"))
                .raw(
                        2,
                        "RMI TCP Accept-",
                        "RUNNABLE",
                        List.of("sun.nio.ch.Net.accept", "sun.rmi.transport.tcp.TCPTransport$AcceptLoop.run"))
                .raw(
                        9,
                        "ForkJoinPool-1-worker-",
                        "WAITING",
                        List.of("jdk.internal.misc.Unsafe.park", "java.util.concurrent.ForkJoinPool.awaitWork"))
                .raw(
                        1,
                        "reactor-http-epoll-",
                        "RUNNABLE",
                        List.of("io.netty.channel.epoll.Native.epollWait", "java.lang.Thread.run"))
                .raw(
                        1,
                        "HTTP-Dispatcher",
                        "RUNNABLE",
                        List.of("sun.nio.ch.EPoll.wait", "sun.net.httpserver.ServerImpl$Dispatcher.run"))
                .requests(2, "RUNNABLE", Stacks.READS);

        assertThat(ThreadSummary.of(List.of(threads.dump(), threads.dump())).pools())
                .extracting(Pool::name)
                .startsWith("http-nio-8080-exec-*")
                .contains("ForkJoinPool-1-worker-*", "reactor-http-epoll-*", "HTTP-Dispatcher*")
                .hasSize(4);
    }

    private static Pool onlyPool(ThreadPools summary) {
        assertThat(summary.pools()).hasSize(1);
        return summary.pools().get(0);
    }
}
