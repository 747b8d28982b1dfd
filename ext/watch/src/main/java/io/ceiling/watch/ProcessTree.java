package io.ceiling.watch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process with everything that it started and that still runs. Thread-safe. */
public final class ProcessTree {

    private static final int POLL_MILLIS = 20;

    private final Process root;

    public ProcessTree(Process root) {
        this.root = root;
    }

    /**
     * Asks all its processes to end, and kills those that are left. Blocks until they are gone, or killed.
     *
     * @param patience time between the two
     */
    public void end(Duration patience) {
        List<ProcessHandle> all = alive();
        all.forEach(ProcessHandle::destroy);
        await(all, patience);
        all.forEach(ProcessHandle::destroyForcibly);
        alive().forEach(ProcessHandle::destroyForcibly);
    }

    /** Waits until all its processes have ended by themselves, or that time is over. An interrupt ends the wait. */
    public void await(Duration patience) {
        await(alive(), patience);
    }

    private static void await(List<ProcessHandle> all, Duration patience) {
        long until = System.nanoTime() + patience.toNanos();
        while (all.stream().anyMatch(ProcessHandle::isAlive) && System.nanoTime() < until) {
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private List<ProcessHandle> alive() {
        return Stream.concat(root.descendants(), Stream.of(root.toHandle()))
                .filter(ProcessHandle::isAlive)
                .toList();
    }
}
