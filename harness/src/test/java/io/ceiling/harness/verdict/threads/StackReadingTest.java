package io.ceiling.harness.verdict.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a thread waits for follows from its state and from the JDK, whatever library it is in. */
class StackReadingTest {

    private static StackReading reading(String state, String lock, String... inner) {
        return reading(Set.of(), state, lock, inner);
    }

    private static StackReading reading(Set<String> packages, String state, String lock, String... inner) {
        return ofFrames(
                packages,
                state,
                lock,
                Stream.concat(Stream.of(inner), Stream.of("shop.Orders.list", "java.lang.Thread.run")));
    }

    private static StackReading ofFrames(Set<String> packages, String state, String lock, Stream<String> names) {
        List<Frame> frames = names.map(name ->
                        new Frame(name.substring(0, name.lastIndexOf('.')), name.substring(name.lastIndexOf('.') + 1)))
                .toList();
        return new StackReading(
                new ThreadStack(
                        "http-1",
                        Kind.PLATFORM,
                        state,
                        frames,
                        lock.isEmpty() ? Optional.empty() : Optional.of(new ThreadStack.Lock(lock, ""))),
                packages);
    }

    @ParameterizedTest
    @CsvSource({
        "TIMED_WAITING, java.util.concurrent.SynchronousQueue.poll, com.zaxxer.hikari.pool.HikariPool.getConnection,"
                + " POOL",
        "WAITING, java.util.concurrent.Semaphore.acquire, org.unheard.Gate.pass, POOL",
        "WAITING, java.lang.Object.wait, org.apache.unheard.Pool.take, POOL",
        "RUNNABLE, org.apache.unheard.Pool.create, com.zaxxer.hikari.pool.HikariPool.getConnection, NONE",
        "BLOCKED, org.apache.unheard.Pool.take, org.apache.unheard.Pool.lend, LOCK",
        "RUNNABLE, sun.nio.ch.NioSocketImpl.implRead, org.postgresql.core.PGStream.receive, UPSTREAM",
        "WAITING, java.util.concurrent.CompletableFuture.join, org.apache.unheard.Calls.await, OTHER",
        "WAITING, java.util.concurrent.CountDownLatch.await, org.apache.unheard.Calls.await, OTHER",
        "TIMED_WAITING, java.lang.Thread.sleep, org.apache.unheard.Calls.pause, OTHER"
    })
    void theStateAndTheJdkSayWhatAThreadWaitsFor(String state, String innermost, String library, Wait wait) {
        assertThat(reading(state, "", innermost, library).waitKind()).isEqualTo(wait);
    }

    @ParameterizedTest
    @CsvSource({
        "com.zaxxer.hikari.util.ConcurrentBag.borrow, com.zaxxer.hikari.pool.HikariPool.getConnection,"
                + " HikariPool.getConnection",
        "org.apache.unheard.Bag.take, org.apache.unheard.Pool.lend, Bag.take"
    })
    void aPoolIsCalledByItsNameWhereThatIsKnown(String inner, String outer, String words) {
        assertThat(reading("WAITING", "", "java.util.concurrent.SynchronousQueue.poll", inner, outer)
                        .top())
                .isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "org.springframework.samples.petclinic.owner, OwnerController.show",
        "org.springframework.samples, Orders.list",
        "'', Orders.list"
    })
    void packagesThatAreSeenToBeTheApplicationsAreSoWhateverTheyBeginWith(String ofApplication, String caller) {
        StackReading reading = reading(
                Set.of(ofApplication),
                "WAITING",
                "",
                "java.util.concurrent.SynchronousQueue.poll",
                "com.zaxxer.hikari.pool.HikariPool.getConnection",
                "org.springframework.samples.petclinic.owner.OwnerController.show");

        assertThat(reading.caller().map(Frame::brief)).hasValue(caller);
        assertThat(reading.waitKind()).isEqualTo(Wait.POOL);
    }

    private static StackReading eventLoop(String state, String... inner) {
        List<Frame> frames = Stream.concat(
                        Stream.of(inner),
                        Stream.of(
                                "io.netty.channel.SingleThreadIoEventLoop.run",
                                "io.netty.util.concurrent.SingleThreadEventExecutor$5.run",
                                "java.lang.Thread.run"))
                .map(name ->
                        new Frame(name.substring(0, name.lastIndexOf('.')), name.substring(name.lastIndexOf('.') + 1)))
                .toList();
        return new StackReading(
                new ThreadStack("reactor-http-epoll-1", Kind.PLATFORM, state, frames, Optional.empty()), Set.of());
    }

    @Test
    void anEventLoopInCodeOfTheApplicationIsInARequest() {
        StackReading blocked = eventLoop(
                "TIMED_WAITING",
                "java.lang.Thread.sleep0",
                "java.lang.Thread.sleep",
                "shop.Orders.list",
                "reactor.netty.http.server.HttpServerOperations.onInboundNext",
                "io.netty.channel.AbstractChannelHandlerContext.fireChannelRead");

        assertThat(blocked.isInRequest()).isTrue();
        assertThat(blocked.caller().map(Frame::brief)).hasValue("Orders.list");
    }

    @ParameterizedTest
    @CsvSource({
        "io.netty.channel.epoll.Native.epollWait0, io.netty.channel.epoll.EpollIoHandler.epollWait",
        "sun.nio.ch.EPoll.wait, sun.nio.ch.SelectorImpl.select"
    })
    void anEventLoopInItsSelectIsInNoRequest(String innermost, String outer) {
        assertThat(eventLoop("RUNNABLE", innermost, outer).isInRequest()).isFalse();
    }

    @Test
    void aControllerThatIsInterceptedIsCalledByItsOwnName() {
        StackReading stack = ofFrames(
                Set.of(),
                "TIMED_WAITING",
                "",
                Stream.of(
                        "java.util.concurrent.SynchronousQueue.poll",
                        "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                        "com.zaxxer.hikari.pool.HikariPool.getConnection",
                        "org.springframework.transaction.interceptor.TransactionInterceptor.invoke",
                        "shop.Orders$$SpringCGLIB$$0.find",
                        "org.apache.catalina.core.ApplicationFilterChain.doFilter"));

        assertThat(stack.top()).isEqualTo("HikariPool.getConnection");
        assertThat(stack.caller().map(ThreadStack.Frame::brief)).hasValue("Orders.find");
    }
}
