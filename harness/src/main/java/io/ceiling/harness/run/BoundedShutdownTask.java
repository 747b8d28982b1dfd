package io.ceiling.harness.run;

import java.time.Duration;

/**
 * Runs a task during JVM shutdown for a limited time, so that a user who pressed Ctrl-C does not wait longer than that.
 */
public final class BoundedShutdownTask {

    private BoundedShutdownTask() {}

    /** Returns true once this JVM is about to end, as after Ctrl-C or SIGTERM. */
    public static boolean isShutdown() {
        Thread refused = new Thread(() -> {}, "asks-whether-it-is-too-late");
        try {
            Runtime.getRuntime().addShutdownHook(refused);
            Runtime.getRuntime().removeShutdownHook(refused);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    /**
     * Runs the task in a daemon thread of the given name and blocks until it has ended, at most for {@code patience}. A
     * task that takes longer is not interrupted.
     *
     * @return true if the task has ended
     */
    public static boolean run(String name, Runnable task, Duration patience) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
