package io.ceiling.harness.verdict;

import io.ceiling.harness.model.ThreadPools.Wait;
import io.ceiling.harness.model.ThreadStack;
import io.ceiling.harness.model.ThreadStack.Frame;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads one stack: tells whether the thread is idle, serves a request, is in code of the application, and what it waits
 * for. Pure functions of names of classes and methods.
 */
final class StackReading {

    /** Packages of the JDK. */
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** Frames in which a thread of a pool waits for its next task, or does what a pool's own threads do. */
    private static final List<String> IDLE = List.of(
            "java.util.concurrent.ThreadPoolExecutor.getTask",
            "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask",
            "org.apache.tomcat.util.threads.TaskQueue.",
            "org.eclipse.jetty.util.thread.QueuedThreadPool.idleJobPoll",
            "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll",
            "org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode.park",
            "java.util.concurrent.ForkJoinPool.awaitWork",
            "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.");

    /** Frames in which a thread of a container waits for connections or bytes, and serves nobody. */
    private static final List<String> OWN = List.of(
            "org.eclipse.jetty.util.thread.ReservedThreadExecutor",
            "sun.nio.ch.SelectorImpl.",
            "sun.nio.ch.ServerSocketChannelImpl.",
            "java.net.ServerSocket.",
            "org.apache.catalina.core.StandardServer.await",
            "java.net.PlainSocketImpl.socketAccept");

    /** Classes that read and write the connections of a server's clients. */
    private static final List<String> CONNECTORS = List.of(
            "org.apache.catalina.connector.",
            "org.apache.coyote.",
            "org.eclipse.jetty.server.",
            "org.eclipse.jetty.ee",
            "io.undertow.",
            "sun.net.httpserver.",
            "org.glassfish.grizzly.",
            "io.helidon.webserver.");

    /** Classes through which a request comes to the application. */
    private static final List<String> SERVERS = Stream.concat(
                    CONNECTORS.stream(),
                    Stream.of(
                            "org.apache.catalina.",
                            "jakarta.servlet.",
                            "javax.servlet.",
                            "org.springframework.web.servlet."))
            .toList();

    /** Packages of the JDK, containers, frameworks, drivers and other libraries, which are not the application. */
    private static final List<String> LIBRARIES = Stream.concat(
                    SERVERS.stream(),
                    Stream.of(
                            "java.",
                            "javax.",
                            "jdk.",
                            "sun.",
                            "com.sun.",
                            "jakarta.",
                            "kotlin.",
                            "kotlinx.",
                            "scala.",
                            "groovy.",
                            "org.codehaus.groovy.",
                            "org.apache.",
                            "org.eclipse.",
                            "org.xnio.",
                            "org.jboss.",
                            "org.wildfly.",
                            "org.glassfish.",
                            "org.springframework.",
                            "org.hibernate.",
                            "org.aspectj.",
                            "net.bytebuddy.",
                            "com.zaxxer.",
                            "com.mchange.",
                            "io.agroal.",
                            "io.netty.",
                            "io.vertx.",
                            "io.micronaut.",
                            "io.quarkus.",
                            "io.helidon.",
                            "reactor.",
                            "rx.",
                            "io.reactivex.",
                            "io.smallrye.",
                            "io.micrometer.",
                            "io.opentelemetry.",
                            "io.grpc.",
                            "io.lettuce.",
                            "redis.clients.",
                            "com.mongodb.",
                            "com.rabbitmq.",
                            "org.postgresql.",
                            "com.mysql.",
                            "org.mariadb.",
                            "oracle.",
                            "com.microsoft.sqlserver.",
                            "org.h2.",
                            "org.hsqldb.",
                            "org.jooq.",
                            "org.mybatis.",
                            "okhttp3.",
                            "okio.",
                            "retrofit2.",
                            "feign.",
                            "com.google.",
                            "com.fasterxml.",
                            "tools.jackson.",
                            "com.github.benmanes.",
                            "io.github.resilience4j.",
                            "ch.qos.",
                            "org.slf4j."))
            .toList();

    /** Classes of which the application borrows something that is limited in number; the method begins with the last part. */
    private static final List<String> POOLS = List.of(
            "com.zaxxer.hikari.pool.HikariPool.getConnection",
            "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
            "org.apache.commons.pool2.impl.GenericKeyedObjectPool.borrowObject",
            "org.apache.commons.pool.impl.GenericObjectPool.borrowObject",
            "org.apache.tomcat.dbcp.pool2.impl.GenericObjectPool.borrowObject",
            "org.apache.tomcat.jdbc.pool.ConnectionPool.borrowConnection",
            "com.mchange.v2.resourcepool.BasicResourcePool.checkoutResource",
            "io.agroal.pool.ConnectionPool.getConnection",
            "oracle.ucp.common.UniversalConnectionPoolBase.borrow",
            "org.jboss.jca.core.connectionmanager.pool.",
            "org.apache.http.pool.AbstractConnPool.",
            "org.apache.http.impl.conn.PoolingHttpClientConnectionManager.leaseConnection",
            "org.apache.hc.core5.pool.",
            "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager",
            "redis.clients.jedis.util.Pool.getResource",
            "java.util.concurrent.Semaphore.acquire",
            "java.util.concurrent.Semaphore.tryAcquire",
            "java.util.concurrent.LinkedBlockingQueue.take",
            "java.util.concurrent.LinkedBlockingQueue.poll",
            "java.util.concurrent.LinkedBlockingDeque.take",
            "java.util.concurrent.LinkedBlockingDeque.poll",
            "java.util.concurrent.ArrayBlockingQueue.take",
            "java.util.concurrent.ArrayBlockingQueue.poll",
            "java.util.concurrent.PriorityBlockingQueue.take",
            "java.util.concurrent.SynchronousQueue.take",
            "java.util.concurrent.LinkedTransferQueue.take");

    private static final List<String> OWNED_LOCKS = List.of(
            "java.util.concurrent.locks.ReentrantLock.",
            "java.util.concurrent.locks.ReentrantReadWriteLock$",
            "java.util.concurrent.locks.StampedLock.");

    /** Frames that only wait for bytes, a connection or an address of another host. */
    private static final List<String> SOCKETS = List.of(
            "sun.nio.ch.NioSocketImpl.",
            "java.net.SocketInputStream.socketRead0",
            "java.net.PlainSocketImpl.socketConnect",
            "java.net.Inet4AddressImpl.lookupAllHostAddr",
            "java.net.Inet6AddressImpl.lookupAllHostAddr",
            "jdk.internal.net.http.HttpClientImpl.send");

    /** Frames that say nothing of what a thread waits for: their callers do. */
    private static final List<String> PLUMBING = List.of(
            "jdk.internal.misc.",
            "sun.misc.Unsafe.",
            "java.util.concurrent.locks.LockSupport.",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer",
            "java.util.concurrent.ForkJoinPool.",
            "java.lang.VirtualThread.",
            "java.lang.System$",
            "java.lang.Thread.sleep0",
            "java.lang.Thread.sleepNanos",
            "java.lang.Object.wait0",
            "sun.nio.ch.");

    private final ThreadStack stack;
    /** Index of the innermost frame of the application; as many as there are frames if there is none. */
    private final int application;

    StackReading(ThreadStack stack) {
        this.stack = stack;
        this.application = IntStream.range(0, stack.frames().size())
                .filter(i -> isOfApplication(stack.frames().get(i)))
                .findFirst()
                .orElse(stack.frames().size());
    }

    /** Returns true if the thread waits for its next task, for connections, or for bytes of a client. */
    boolean isIdle() {
        return has(IDLE) && !isInApplication();
    }

    /** Returns true if the thread selects or accepts, which is a container's own work. */
    boolean isOwnWork() {
        return (has(OWN) || (has(SOCKETS) && !has(List.of("jdk.internal.net.http.")))) && !isInApplication();
    }

    /** Returns true if the thread serves a request: a server's code is on its stack, and it is not idle. */
    boolean isInRequest() {
        return !isIdle() && !isOwnWork() && has(SERVERS);
    }

    boolean isInApplication() {
        return application < stack.frames().size();
    }

    /** Returns the method of the application that the thread is in; empty if it is in none. */
    Optional<Frame> caller() {
        return isInApplication() ? Optional.of(stack.frames().get(application)) : Optional.empty();
    }

    /** Returns what keeps the thread where it is. */
    Wait waits() {
        if (usesTheConnection(inner())) {
            // It reads or writes the connection of its client, and waits for that.
            return Wait.OTHER;
        }
        if (innermost(POOLS).isPresent()) {
            return waitsForSomething() ? Wait.POOL : Wait.NONE;
        }
        if (stack.state().equals("BLOCKED")
                || (stack.lock().isPresent() && innermost(OWNED_LOCKS).isPresent())) {
            return Wait.LOCK;
        }
        if (innermost(SOCKETS).isPresent()) {
            return Wait.UPSTREAM;
        }
        return waitsForSomething() ? Wait.OTHER : Wait.NONE;
    }

    /** Returns true if the thread is parked or blocked; of an older JVM's virtual threads only the frames say so. */
    private boolean waitsForSomething() {
        return stack.state().contains("WAIT")
                || stack.state().equals("BLOCKED")
                || (stack.state().isEmpty()
                        && stack.frames().stream().limit(3).anyMatch(frame -> name(frame)
                                .startsWith("java.lang.VirtualThread.park")));
    }

    /** Returns what the thread is in: the pool, what the application called, or what it sleeps or waits in. */
    String top() {
        Optional<Frame> pool = innermost(POOLS);
        if (pool.isPresent() && waits() == Wait.POOL) {
            return pool.get().brief();
        }
        List<Frame> inner = inner();
        if (waits() == Wait.UPSTREAM) {
            return inner.get(inner.size() - 1).brief();
        }
        return stack.frames().stream()
                .limit(application + 1L)
                .filter(frame -> !matches(frame, PLUMBING))
                .findFirst()
                .or(() -> stack.frames().stream().findFirst())
                .map(Frame::brief)
                .orElse("");
    }

    /** Returns the method of the JDK that was called from outside it and in which the thread is; empty if it is in none. */
    Optional<Frame> jdkCall() {
        int ofJdk = 0;
        while (ofJdk < stack.frames().size() && matches(stack.frames().get(ofJdk), JDK)) {
            ofJdk++;
        }
        return ofJdk == 0 || ofJdk == stack.frames().size()
                ? Optional.empty()
                : Optional.of(stack.frames().get(ofJdk - 1));
    }

    /** Returns the innermost method that is not of the JDK; empty if there is none. */
    Optional<Frame> outsideJdk() {
        return stack.frames().stream().filter(frame -> !matches(frame, JDK)).findFirst();
    }

    /** Returns the frames that the application has called, directly or not. */
    private List<Frame> inner() {
        return stack.frames().subList(0, application);
    }

    private Optional<Frame> innermost(List<String> names) {
        return inner().stream().filter(frame -> matches(frame, names)).findFirst();
    }

    private boolean has(List<String> names) {
        return stack.frames().stream().anyMatch(frame -> matches(frame, names));
    }

    private static boolean usesTheConnection(List<Frame> called) {
        return called.stream().anyMatch(frame -> matches(frame, CONNECTORS));
    }

    private static boolean isOfApplication(Frame frame) {
        // Generated classes have the package of the application, and are not what its author would look for.
        return !matches(frame, LIBRARIES)
                && !frame.type().contains("$$")
                && !frame.type().contains("$Proxy");
    }

    private static boolean matches(Frame frame, List<String> names) {
        String name = name(frame);
        return names.stream().anyMatch(name::startsWith);
    }

    private static String name(Frame frame) {
        return frame.type() + "." + frame.method();
    }
}
