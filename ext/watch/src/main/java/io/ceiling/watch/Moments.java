package io.ceiling.watch;

import io.ceiling.watch.verdict.Moment;
import java.util.ArrayList;
import java.util.List;

/** The moments of a run; when there are too many, every second one is removed. Not thread-safe. */
final class Moments {

    private static final int MAX = 4096;

    private final List<Moment> moments = new ArrayList<>();
    private double most = -1;
    private double last;

    /** Adds a reading, and returns true if no more requests were outstanding at any before. */
    boolean add(WatchSample sample) {
        last = sample.exchanges().outstanding().orElse(-1);
        moments.add(new Moment(
                sample.elapsedNanos(),
                last,
                sample.exchanges().answered().orElse(-1),
                sample.sockets().unserved(),
                sample.sample().server().cpuNanos().orElse(-1)));
        if (moments.size() > MAX) {
            for (int i = moments.size() - 2; i > 0; i -= 2) {
                moments.remove(i);
            }
        }
        boolean fuller = last >= most;
        most = Math.max(most, last);
        return fuller;
    }

    /** Returns the requests that are outstanding now; negative if that is not seen. */
    double outstanding() {
        return last;
    }

    List<Moment> all() {
        return List.copyOf(moments);
    }
}
