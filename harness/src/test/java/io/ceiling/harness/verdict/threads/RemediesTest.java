package io.ceiling.harness.verdict.threads;

import static org.assertj.core.api.Assertions.assertThat;

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

/** What cannot be acted on is no relief: the lock of a jar is no matter of the method that happened to need a class. */
class RemediesTest {

    private static String remedy(String state, String... inner) {
        List<Frame> frames = Stream.concat(Stream.of(inner), Stream.of("shop.Orders.list", "java.lang.Thread.run"))
                .map(name ->
                        new Frame(name.substring(0, name.lastIndexOf('.')), name.substring(name.lastIndexOf('.') + 1)))
                .toList();
        return new StackReading(
                        new ThreadStack(
                                "http-1", Kind.PLATFORM, state, frames, Optional.of(new ThreadStack.Lock("", ""))),
                        Set.of())
                .remedy();
    }

    @Test
    void aLockIsThatOfTheInnermostCode() {
        assertThat(remedy(
                        "BLOCKED",
                        "org.springframework.boot.loader.net.protocol.jar.UrlJarFiles$Cache.get",
                        "jdk.internal.loader.URLClassPath.getLoader",
                        "org.springframework.beans.factory.support.DefaultListableBeanFactory.getBean"))
                .contains("-Djarmode=tools");
        assertThat(remedy(
                        "BLOCKED",
                        "jdk.internal.loader.URLClassPath.getLoader",
                        "java.net.URLClassLoader.findResource",
                        "org.unheard.Templates.find"))
                .contains("searches the jars");
        assertThat(remedy(
                        "WAITING",
                        "java.util.concurrent.locks.ReentrantLock.lock",
                        "ch.qos.logback.core.OutputStreamAppender.writeBytes",
                        "ch.qos.logback.classic.Logger.info"))
                .contains("AsyncAppender");
    }

    @Test
    void aPoolIsKnownByItsOuterFace() {
        assertThat(remedy(
                        "TIMED_WAITING",
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.awaitNanos",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
                        "redis.clients.jedis.util.Pool.getResource"))
                .contains("Jedis");
        assertThat(remedy(
                        "TIMED_WAITING",
                        "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.awaitNanos",
                        "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject"))
                .isEqualTo("raise maxTotal of the pool (8)");
    }

    @Test
    void whoWaitsForTheDatabaseOrForALibraryOfNoNameGetsNone() {
        assertThat(remedy(
                        "RUNNABLE",
                        "sun.nio.ch.NioSocketImpl.implRead",
                        "com.mysql.Unheard.read",
                        "org.apache.commons.dbcp2.DelegatingStatement.execute"))
                .isEmpty();
        assertThat(remedy("WAITING", "java.util.concurrent.Semaphore.acquire", "org.unheard.Gate.pass"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "OkHttp http://127.0.0.1/..., maxRequestsPerHost",
        "http-listener-1(*), http-thread-pool",
        "http-thread-pool::http-listener(*), Payara",
        "XNIO-1 task-*, Undertow",
        "org.springframework.boot.loader.net.protocol.jar.UrlJarFiles$Cache@1b2c, jarmode",
        "ch.qos.logback.core.AsyncAppenderBase.put, queueSize"
    })
    void threadsAndLocksHaveRemediesToo(String name, String words) {
        assertThat(Remedies.of(name)).get().asString().contains(words).matches("[a-z].*");
    }

    @ParameterizedTest
    @CsvSource({"XNIO-1 I/O-*", "java.lang.Object@1b2c", "com.zaxxer.hikari.pool.ProxyStatement.execute", "mailer-*"})
    void whatIsOfNoKnownLibraryHasNone(String name) {
        assertThat(Remedies.of(name)).isEmpty();
    }
}
