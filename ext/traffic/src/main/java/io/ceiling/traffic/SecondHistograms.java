package io.ceiling.traffic;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.load.report.Histograms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Computes a histogram of each second from the cumulative histograms of the load agents. Not thread-safe. */
final class SecondHistograms {

    private final List<IntervalHistograms> intervals = new ArrayList<>();
    private final Map<String, Histogram> before = new HashMap<>();
    private long fromNanos;

    /**
     * Ends an interval, which began where the last one ended.
     *
     * @param toNanos end of the interval since the start of the measurement
     * @param soFar for each tag the encoded histograms of all agents, from their beginning
     */
    void add(long toNanos, Map<String, List<String>> soFar) {
        Map<String, List<String>> more = new LinkedHashMap<>();
        soFar.forEach((tag, texts) -> more.put(tag, List.of(Histograms.encode(since(tag, Histograms.merge(texts))))));
        intervals.add(new IntervalHistograms(fromNanos, toNanos, more));
        fromNanos = toNanos;
    }

    private Histogram since(String tag, Histogram now) {
        Histogram last = before.put(tag, now);
        Histogram more = now.copy();
        // Fewer values than before: the agents have begun anew.
        if (last != null && last.getTotalCount() <= now.getTotalCount()) {
            more.subtract(last);
        }
        return more;
    }

    /** Returns all intervals so far, oldest first. */
    List<IntervalHistograms> all() {
        return List.copyOf(intervals);
    }
}
