package io.ceiling.harness.run;

import java.time.Duration;

/** What is still done while this process ends, for as long as whoever ended it can be kept waiting. */
public final class BoundedShutdownTask {

    private BoundedShutdownTask() {}

    /**
     * Runs the task in a thread of that name; blocks until it has ended, for that time at most.
     *
     * @return whether it has ended
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
