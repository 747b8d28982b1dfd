package io.ceiling.load;

import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Opening;
import io.ceiling.load.loop.OpeningWatch;
import io.ceiling.load.loop.Schedule;
import java.util.List;

/**
 * Opens the connections of one agent as an {@link OpeningWindow} lets them in, in its event loops by turns. Thread-safe: every
 * event loop says what becomes of its connections.
 */
final class WindowedOpening implements OpeningWatch {

    private final OpeningWindow window;
    private final List<LoadLoop> loops;
    private final int firstPlace;

    /** @param firstPlace how many connections the agent opened before */
    WindowedOpening(OpeningWindow window, List<LoadLoop> loops, int firstPlace) {
        this.window = window;
        this.loops = loops;
        this.firstPlace = firstPlace;
    }

    /** @param pending connections that waited when the event loops began to tell */
    synchronized void begin(long pending) {
        window.begin(pending, System.nanoTime());
        openNext();
    }

    /** Opens no more, and returns how many were opened. */
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
            // Never at once, even in the event loop that has just said so: it is in the middle of a connection.
            loop.eventLoop().execute(() -> loop.open(new Opening(start, place, loops.size())));
        }
    }
}
