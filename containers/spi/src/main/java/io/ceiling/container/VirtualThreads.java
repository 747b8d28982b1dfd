package io.ceiling.container;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Access to virtual threads from bytecode for Java 17, which does not have them. */
public final class VirtualThreads {

    private static final int SINCE_JDK = 21;
    private static final long PROBE_SECONDS = 10;

    private VirtualThreads() {}

    /**
     * Rejects virtual threads on a JDK without them; does nothing for platform threads.
     *
     * @throws IllegalArgumentException with one line
     */
    public static void requireSupported(ThreadKind threadKind) {
        requireJdk(threadKind, SINCE_JDK, "");
    }

    /**
     * Rejects virtual threads on a JDK older than the given one.
     *
     * @param jdk feature version of the oldest JDK allowed
     * @param reason reason for this version, in brackets; may be empty
     * @throws IllegalArgumentException with one line
     */
    public static void requireJdk(ThreadKind threadKind, int jdk, String reason) {
        if (threadKind == ThreadKind.VIRTUAL && Runtime.version().feature() < jdk) {
            throw new IllegalArgumentException("thread kind virtual needs JDK %s or newer%s, this is JDK %s"
                    .formatted(jdk, reason, Runtime.version().feature()));
        }
    }

    /**
     * Returns an executor that starts a virtual thread for each task.
     *
     * @throws IllegalStateException on a JDK without virtual threads
     */
    public static Executor newExecutor() {
        MethodHandle start;
        try {
            start = MethodHandles.lookup()
                    .findStatic(
                            Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no virtual threads", e);
        }
        return task -> start(start, task);
    }

    /**
     * Returns the kind of thread that runs the tasks of an executor, found by running one. Blocks until the task has
     * run.
     *
     * @throws IllegalStateException if the task does not run within ten seconds
     */
    public static ThreadKind kindOf(Executor executor) throws InterruptedException {
        CompletableFuture<ThreadKind> kind = new CompletableFuture<>();
        executor.execute(() -> kind.complete(ofCurrentThread()));
        try {
            return kind.get(PROBE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(
                    "%s ran no task within %s s".formatted(executor.getClass().getName(), PROBE_SECONDS), e);
        }
    }

    static ThreadKind ofCurrentThread() {
        try {
            boolean virtual = (boolean) Thread.class.getMethod("isVirtual").invoke(Thread.currentThread());
            return virtual ? ThreadKind.VIRTUAL : ThreadKind.PLATFORM;
        } catch (ReflectiveOperationException e) {
            // A JDK older than 21 has only platform threads.
            return ThreadKind.PLATFORM;
        }
    }

    @SuppressWarnings("CheckReturnValue")
    private static void start(MethodHandle start, Runnable task) {
        try {
            Thread unused = (Thread) start.invokeExact(task);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("cannot start a virtual thread", e);
        }
    }
}
