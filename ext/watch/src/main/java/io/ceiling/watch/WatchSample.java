package io.ceiling.watch;

import io.ceiling.harness.reading.Exchanges;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.reading.ToolReading;

/**
 * All readings of one moment of a watch.
 *
 * @param sample readings of server and host, with those of the tool as its load
 * @param tool reading of the tool's processes
 * @param sockets connections to the server
 * @param exchanges requests on these connections
 */
public record WatchSample(Sample sample, ToolReading tool, TargetSockets sockets, Exchanges exchanges) {

    /** Returns the time since the baseline, in ns. */
    public long elapsedNanos() {
        return sample.elapsedNanos();
    }
}
