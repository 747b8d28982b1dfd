package io.ceiling.harness.verdict.threads;

import io.ceiling.harness.reading.ThreadDump;
import io.ceiling.harness.reading.ThreadPools.Wait;
import io.ceiling.harness.reading.ThreadStack;
import io.ceiling.harness.reading.ThreadStack.Frame;
import io.ceiling.harness.verdict.threads.FrameNames.Role;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Interprets one stack: whether the thread is idle, serves a request or runs code of the application, and what it waits
 * for. What it waits for follows from its state and from the classes of the JDK alone. A pure function of names of
 * classes and methods, worked out once: most threads of a pool have the same stack.
 */
final class StackReading {

    // Packages of the JDK.
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    // Frames of the JDK in which a thread of a pool waits for its next task.
    private static final List<String> IDLE_FRAMES = List.of(
            "java.util.concurrent.ThreadPoolExecutor.getTask",
            "java.util.concurrent.ForkJoinPool.awaitWork",
            "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.");

    // Frames of the JDK in which a thread waits for connections or bytes, and serves nobody.
    private static final List<String> ACCEPTING_FRAMES = List.of(
            "sun.nio.ch.SelectorImpl.",
            "sun.nio.ch.ServerSocketChannelImpl.",
            "java.net.ServerSocket.",
            "java.net.PlainSocketImpl.socketAccept");

    // Locks that a single thread owns.
    private static final List<String> OWNED_LOCKS = List.of(
            "java.util.concurrent.locks.ReentrantLock.",
            "java.util.concurrent.locks.ReentrantReadWriteLock$",
            "java.util.concurrent.locks.StampedLock.");

    // Frames that only wait for bytes, a connection or an address of another host.
    private static final List<String> SOCKETS = List.of(
            "sun.nio.ch.NioSocketImpl.",
            "java.net.SocketInputStream.socketRead0",
            "java.net.PlainSocketImpl.socketConnect",
            "java.net.Inet4AddressImpl.lookupAllHostAddr",
            "java.net.Inet6AddressImpl.lookupAllHostAddr",
            "jdk.internal.net.http.HttpClientImpl.send");

    // Frames that wait for a time.
    private static final List<String> SLEEP_FRAMES = List.of("java.lang.Thread.sleep", "java.lang.VirtualThread.sleep");

    // Frames that wait for the end of a task, and not for a place of a pool.
    private static final List<String> TASK_WAITS = List.of(
            "java.lang.Thread.join",
            "java.lang.VirtualThread.join",
            "java.util.concurrent.CountDownLatch.",
            "java.util.concurrent.CyclicBarrier.",
            "java.util.concurrent.Phaser.",
            "java.util.concurrent.FutureTask.",
            "java.util.concurrent.CompletableFuture",
            "java.util.concurrent.ForkJoinTask.",
            "java.util.concurrent.StructuredTaskScope");

    // Frames that say nothing of what a thread waits for: their callers do.
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

    // What the names of classes have that Spring, CGLIB and others generate, behind that of the class.
    private static final String GENERATED = "$$";

    private final ThreadStack stack;
    // Index of the innermost frame of the application; as many as there are frames if there is none.
    private final int applicationIndex;

    private final boolean idle;
    private final boolean containerWork;
    private final boolean inRequest;
    private final Wait waitKind;
    private final String top;

    /**
     * Reads a stack.
     *
     * @param packages packages of the application, even if they begin as those of a library
     */
    StackReading(ThreadStack stack, Set<String> packages) {
        this.stack = stack;
        this.applicationIndex = IntStream.range(0, stack.frames().size())
                .filter(i -> isOfApplication(stack.frames().get(i), packages))
                .findFirst()
                .orElse(stack.frames().size());
        this.idle = !isInApplication()
                && (has(frame -> FrameNames.matches(frame, IDLE_FRAMES) || FrameNames.hasRole(frame, Role.IDLE))
                        || isWaitingConnector());
        this.containerWork = !isInApplication() && isContainerWork();
        this.inRequest =
                !idle && !containerWork && has(frame -> FrameNames.hasRole(frame, Role.SERVER, Role.CONNECTOR));
        this.waitKind = findWait();
        this.top = placeName();
    }

    /** Returns a function that reads each stack once, whatever the names of the threads that have it. */
    static Function<ThreadStack, StackReading> cached(ThreadDump dump) {
        Map<ThreadStack, StackReading> known = new HashMap<>();
        return thread -> known.computeIfAbsent(
                new ThreadStack(
                        "",
                        thread.kind(),
                        thread.state(),
                        thread.frames(),
                        thread.lock().map(lock -> new ThreadStack.Lock("", ""))),
                stack -> new StackReading(stack, dump.applicationPackages()));
    }

    /** Returns true if the thread waits for its next task, for connections, or for bytes of a client. */
    boolean isIdle() {
        return idle;
    }

    // Returns true if a connector itself waits, for a task or for its client: nothing but its code is on the stack.
    private boolean isWaitingConnector() {
        return stack.state().contains("WAIT")
                && outsideJdk().isPresent()
                && stack.frames().stream()
                        .allMatch(frame -> FrameNames.matches(frame, JDK) || FrameNames.hasRole(frame, Role.CONNECTOR));
    }

    private boolean isContainerWork() {
        boolean waitsForConnections =
                has(frame -> FrameNames.matches(frame, ACCEPTING_FRAMES) || FrameNames.hasRole(frame, Role.OWN));
        return waitsForConnections || (has(SOCKETS) && !has(List.of("jdk.internal.net.http.")));
    }

    /** Returns true if the thread serves a request: a server's code is on its stack, and it is not idle. */
    boolean isInRequest() {
        return inRequest;
    }

    /** Returns true if it only waits for a time, as in simulated work, or for its turn in a pace. */
    boolean isSleeping() {
        return innermost(SLEEP_FRAMES).isPresent();
    }

    boolean isInApplication() {
        return applicationIndex < stack.frames().size();
    }

    /** Returns the method of the application that the thread is in; empty if it is in none. */
    Optional<Frame> caller() {
        return isInApplication()
                ? Optional.of(stack.frames().get(applicationIndex)).map(StackReading::written)
                : Optional.empty();
    }

    /** Returns what keeps the thread where it is. */
    Wait waitKind() {
        return waitKind;
    }

    private Wait findWait() {
        if (inner().stream().anyMatch(frame -> FrameNames.hasRole(frame, Role.CONNECTOR))) {
            // It reads or writes the connection of its client, and waits for that.
            return Wait.OTHER;
        }
        if (stack.state().equals("BLOCKED")
                || (stack.lock().isPresent() && innermost(OWNED_LOCKS).isPresent())) {
            return Wait.LOCK;
        }
        if (innermost(SOCKETS).isPresent()) {
            return Wait.UPSTREAM;
        }
        if (!waitsForSomething()) {
            return Wait.NONE;
        }
        return isSleeping() || innermost(TASK_WAITS).isPresent() ? Wait.OTHER : Wait.POOL;
    }

    // Returns true if the thread is parked or blocked; of an older JVM's virtual threads only the frames say so.
    private boolean waitsForSomething() {
        return stack.state().contains("WAIT")
                || stack.state().equals("BLOCKED")
                || (stack.state().isEmpty()
                        && stack.frames().stream()
                                .limit(3)
                                .anyMatch(frame -> FrameNames.matches(frame, List.of("java.lang.VirtualThread.park"))));
    }

    /**
     * Returns the place of the thread: the pool, the call of the application, or the method in which it sleeps or
     * waits.
     */
    String top() {
        return top;
    }

    private String placeName() {
        List<Frame> inner = inner();
        if (waitKind == Wait.UPSTREAM) {
            return inner.get(inner.size() - 1).brief();
        }
        Optional<Frame> lends = waitKind == Wait.POOL ? lender() : waitKind == Wait.OTHER ? pool() : Optional.empty();
        return lends.or(() -> stack.frames().stream()
                        .limit(applicationIndex + 1L)
                        .filter(frame -> !FrameNames.matches(frame, PLUMBING))
                        .findFirst())
                .or(() -> stack.frames().stream().findFirst())
                .map(Frame::brief)
                .orElse("");
    }

    // Returns the method of a library that lends what the thread waits for; empty if the JDK itself does.
    private Optional<Frame> lender() {
        return pool().or(() -> inner().stream()
                .filter(frame -> !FrameNames.matches(frame, JDK))
                .findFirst());
    }

    // Returns the method of a pool that the application has called and whose name is known; empty if there is none.
    private Optional<Frame> pool() {
        return inner().stream()
                .filter(frame -> FrameNames.hasRole(frame, Role.POOL))
                .findFirst();
    }

    /** Returns true if the pool or other lender describes the wait better than the JDK's method. */
    boolean hasLender() {
        return waitKind == Wait.POOL || (waitKind == Wait.OTHER && pool().isPresent());
    }

    /**
     * Returns what users of a library change if the thread waits for its lock or pool; empty if it is not known. The
     * innermost code has the lock, and the outermost frame names the pool.
     */
    String remedy() {
        Stream<Frame> candidates = waitKind == Wait.LOCK
                ? Stream.concat(
                        outsideJdk().stream(), inner().stream().takeWhile(frame -> FrameNames.matches(frame, JDK)))
                : waitKind == Wait.POOL
                        ? IntStream.range(0, applicationIndex).mapToObj(i -> inner().get(applicationIndex - 1 - i))
                        : Stream.of();
        return candidates
                .flatMap(frame -> Remedies.of(frame.type() + "." + frame.method()).stream())
                .findFirst()
                .orElse("");
    }

    /** Returns the method of the JDK that was called from outside it and in which the thread is; empty if it is in none. */
    Optional<Frame> jdkCall() {
        int ofJdk = 0;
        while (ofJdk < stack.frames().size()
                && FrameNames.matches(stack.frames().get(ofJdk), JDK)) {
            ofJdk++;
        }
        return ofJdk == 0 || ofJdk == stack.frames().size()
                ? Optional.empty()
                : Optional.of(stack.frames().get(ofJdk - 1));
    }

    /** Returns the innermost method that is not of the JDK; empty if there is none. */
    Optional<Frame> outsideJdk() {
        return stack.frames().stream()
                .filter(frame -> !FrameNames.matches(frame, JDK))
                .findFirst();
    }

    private List<Frame> inner() {
        return stack.frames().subList(0, applicationIndex);
    }

    private Optional<Frame> innermost(List<String> names) {
        return inner().stream()
                .filter(frame -> FrameNames.matches(frame, names))
                .findFirst();
    }

    private boolean has(List<String> names) {
        return has(frame -> FrameNames.matches(frame, names));
    }

    private boolean has(Predicate<Frame> which) {
        return stack.frames().stream().anyMatch(which);
    }

    // A class that Spring or CGLIB generates of one of the application stands for it: while an interceptor waits,
    // such as for a transaction, the method itself is not on the stack.
    private static boolean isOfApplication(Frame frame, Set<String> packages) {
        boolean own = packages.contains(frame.packageName())
                || (!FrameNames.matches(frame, JDK)
                        && !FrameNames.hasRole(frame, Role.LIBRARY, Role.SERVER, Role.CONNECTOR));
        return own
                && !frame.type().contains(GENERATED + "Lambda")
                && !frame.type().contains("$Proxy");
    }

    // Returns the method that the author has written: Orders.find of Orders$$SpringCGLIB$$0.find.
    private static Frame written(Frame frame) {
        int end = frame.type().indexOf(GENERATED);
        return end < 0 ? frame : new Frame(frame.type().substring(0, end), frame.method());
    }
}
