package io.ceiling.load;

import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Opening;
import io.ceiling.load.loop.OpeningWatch;
import io.ceiling.load.loop.Schedule;
import java.util.List;

/**
 * Opens the connections of one agent, on its event loops in turn, as an {@link OpeningWindow} admits them.
 *
 * <p>Thread-safe: every event loop reports the outcomes of its own connections.
 */
final class WindowedOpening implements OpeningWatch {

    private final OpeningWindow window;
    private final List<LoadLoop> loops;
    private final int firstIndex;

    /** @param firstIndex number of connections that the agent opened before */
    WindowedOpening(OpeningWindow window, List<LoadLoop> loops, int firstIndex) {
        this.window = window;
        this.loops = loops;
        this.firstIndex = firstIndex;
    }

    /**
     * Starts to open connections.
     *
     * @param pending number of connections that were waiting when the event loops began to report to this object
     */
    synchronized void begin(long pending) {
        window.begin(pending, System.nanoTime());
        openNext();
    }

    /** Opens no further connection, and returns the number opened. */
    synchronized int stop() {
        window.close();
        return window.openedCount();
    }

    @Override
    public synchronized void onSettled() {
        window.recordSettled();
        openNext();
    }

    @Override
    public synchronized void onFailed() {
        window.close();
    }

    private void openNext() {
        while (window.hasRoom()) {
            int openingIndex = firstIndex + window.openedCount();
            LoadLoop loop = loops.get(window.openedCount() % loops.size());
            Schedule start = new Schedule(window.open(System.nanoTime()), 1, 1);
            // Never opened directly: the reporting event loop may be in the middle of handling another connection.
            loop.eventLoop().execute(() -> loop.open(new Opening(start, openingIndex, loops.size())));
        }
    }
}
