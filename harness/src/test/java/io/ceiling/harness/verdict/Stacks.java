package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.reading.ThreadStack.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Threads of a thread dump, as Tomcat with an application of its own has them. */
public final class Stacks {

    static final List<String> PARKED = List.of(
            "jdk.internal.misc.Unsafe.park",
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire");
    public static final List<String> BORROWS = List.of(
            "jdk.internal.misc.Unsafe.park",
            "java.util.concurrent.locks.LockSupport.parkNanos",
            "java.util.concurrent.SynchronousQueue.poll",
            "com.zaxxer.hikari.util.ConcurrentBag.borrow",
            "com.zaxxer.hikari.pool.HikariPool.getConnection",
            "com.zaxxer.hikari.HikariDataSource.getConnection");
    public static final List<String> READS = List.of(
            "sun.nio.ch.Net.poll",
            "sun.nio.ch.NioSocketImpl.park",
            "sun.nio.ch.NioSocketImpl.implRead",
            "sun.net.www.protocol.http.HttpURLConnection.getInputStream");
    public static final List<String> SLEEPS = List.of("java.lang.Thread.sleep0", "java.lang.Thread.sleep");
    static final List<String> NOTHING = List.of();

    private static final List<String> REQUEST = List.of(
            "jakarta.servlet.http.HttpServlet.service",
            "org.apache.catalina.core.ApplicationFilterChain.doFilter",
            "org.apache.coyote.http11.Http11Processor.service",
            "java.lang.Thread.run");
    private static final List<String> IDLE = List.of(
            "jdk.internal.misc.Unsafe.park",
            "java.util.concurrent.LinkedBlockingQueue.take",
            "org.apache.tomcat.util.threads.TaskQueue.take",
            "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask",
            "java.lang.Thread.run");

    private final List<ThreadStack> threads = new ArrayList<>();
    private ThreadDump.Scheduler scheduler = ThreadDump.Scheduler.NOT_SEEN;

    /** Adds threads of Tomcat's pool that are in a request, in OrderController.list. */
    public Stacks requests(int count, String state, List<String> inner) {
        return requests(count, Kind.PLATFORM, state, inner, Optional.empty());
    }

    public Stacks requests(int count, Kind kind, String state, List<String> inner, Optional<ThreadStack.Lock> lock) {
        return add(count, kind, state, inner, REQUEST, lock);
    }

    public Stacks blocked(int count, String lock, String owner) {
        return requests(count, Kind.PLATFORM, "BLOCKED", NOTHING, Optional.of(new ThreadStack.Lock(lock, owner)));
    }

    public Stacks idle(int count) {
        return raw(count, "http-nio-8080-exec-", "WAITING", IDLE);
    }

    /** Adds threads of the application that serve no request. */
    Stacks workers(int count, List<String> inner) {
        return raw(
                count,
                "mailer-",
                "WAITING",
                Stream.concat(inner.stream(), Stream.of("shop.Mailer.run", "java.lang.Thread.run"))
                        .toList());
    }

    Stacks carriers(int parallelism, int mounted, int queued) {
        scheduler =
                new ThreadDump.Scheduler(Observation.of(parallelism), Observation.of(mounted), Observation.of(queued));
        return this;
    }

    public Stacks raw(int count, String name, String state, List<String> frames) {
        for (int i = 0; i < count; i++) {
            threads.add(new ThreadStack(
                    name + (threads.size() + 1), Kind.PLATFORM, state, frames(frames.stream()), Optional.empty()));
        }
        return this;
    }

    private Stacks add(
            int count,
            Kind kind,
            String state,
            List<String> inner,
            List<String> outer,
            Optional<ThreadStack.Lock> lock) {
        for (int i = 0; i < count; i++) {
            threads.add(new ThreadStack(
                    "http-nio-8080-exec-" + (threads.size() + 1),
                    kind,
                    state,
                    frames(Stream.of(inner, List.of("shop.OrderController.list"), outer)
                            .flatMap(List::stream)),
                    lock));
        }
        return this;
    }

    private static List<Frame> frames(Stream<String> names) {
        return names.map(name ->
                        new Frame(name.substring(0, name.lastIndexOf('.')), name.substring(name.lastIndexOf('.') + 1)))
                .toList();
    }

    public ThreadDump dump() {
        return new ThreadDump(threads, threads.size(), scheduler, "");
    }
}
