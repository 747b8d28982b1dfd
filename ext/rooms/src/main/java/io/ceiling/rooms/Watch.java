package io.ceiling.rooms;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LongestPauses;

/** Keeps samples and longest pauses while members send. Ten looks per second cost next to nothing. */
final class Watch {

    private final ServerSession session;
    private final Publisher server;
    private final Fleet loaders;
    private final Waiting waiting;
    private LongestPauses pauses = LongestPauses.NONE;

    Watch(ServerSession session, Fleet loaders, Waiting waiting) {
        this.session = session;
        this.server = session.publisher();
        this.loaders = loaders;
        this.waiting = waiting;
    }

    /** Returns the longest pauses of load agents and server since the start. */
    LongestPauses pauses() {
        return pauses;
    }

    /** Watches for that time, and blocks until it is over. */
    void watch(long nanos) {
        long end = waiting.nanoTime() + nanos;
        while (waiting.nanoTime() < end) {
            LoadReading load = loaders.counts();
            session.recorder().tick(load);
            pauses = pauses.orAgent(load.process().longestPauseNanos())
                    .orServer(server.gauges().longestPauseNanos());
            for (int i = 0; i < 5 && waiting.nanoTime() < end; i++) {
                waiting.rest();
            }
        }
    }
}
