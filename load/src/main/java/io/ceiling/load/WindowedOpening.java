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
    private final int firstPlace;

    /** @param firstPlace number of connections that the agent opened before */
    WindowedOpening(OpeningWindow window, List<LoadLoop> loops, int firstPlace) {
        this.window = window;
        this.loops = loops;
        this.firstPlace = firstPlace;
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
        return window.opened();
    }

    @Override
    public synchronized void settled() {
        window.settled();
        openNext();
    }

    @Override
    public synchronized void failed() {
        window.close();
    }

    private void openNext() {
        while (window.hasRoom()) {
            int place = firstPlace + window.opened();
            LoadLoop loop = loops.get(window.opened() % loops.size());
            Schedule start = new Schedule(window.open(System.nanoTime()), 1, 1);
            // Never opened directly: the reporting event loop may be in the middle of handling another connection.
            loop.eventLoop().execute(() -> loop.open(new Opening(start, place, loops.size())));
        }
    }
}
