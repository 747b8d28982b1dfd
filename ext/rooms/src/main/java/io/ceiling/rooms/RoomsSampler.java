package io.ceiling.rooms;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LongestPauses;

/** Records samples and longest pauses while members send. Ten readings per second cost next to nothing. */
final class RoomsSampler {

    private final ServerSession session;
    private final Publisher server;
    private final Fleet loaders;
    private final RunClock clock;
    private LongestPauses pauses = LongestPauses.NONE;

    RoomsSampler(ServerSession session, Fleet loaders, RunClock clock) {
        this.session = session;
        this.server = session.publisher();
        this.loaders = loaders;
        this.clock = clock;
    }

    /** Returns the longest pauses of load agents and server since the start. */
    LongestPauses pauses() {
        return pauses;
    }

    /** Watches for that time, and blocks until it is over. */
    void watch(long nanos) {
        long end = clock.nanoTime() + nanos;
        while (clock.nanoTime() < end) {
            LoadReading load = loaders.counts();
            session.recorder().tick(load);
            pauses = pauses.withAgentPause(load.process().longestPauseNanos())
                    .withServerPause(server.gauges().longestPauseNanos());
            for (int i = 0; i < 5 && clock.nanoTime() < end; i++) {
                clock.rest();
            }
        }
    }
}
