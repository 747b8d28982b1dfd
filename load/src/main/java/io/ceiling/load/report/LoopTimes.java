package io.ceiling.load.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The times for which event loops have worked instead of waiting for sockets or the next task, in nanoseconds since the
 * start of their processes.
 *
 * @param byLoop time of each event loop, in a fixed order, separated by commas: a record of an agent has no lists
 */
public record LoopTimes(String byLoop) {

    private static final String SEPARATOR = ",";

    public static final LoopTimes NONE = new LoopTimes("");

    /** Returns the times of event loops in that order. */
    public static LoopTimes of(List<Long> nanos) {
        return new LoopTimes(nanos.stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR)));
    }

    public LoopTimes plus(LoopTimes others) {
        List<Long> all = new ArrayList<>(nanos());
        all.addAll(others.nanos());
        return of(all);
    }

    /** Returns the times since an earlier reading; all of them if that reading had other event loops. */
    public LoopTimes since(LoopTimes before) {
        List<Long> now = nanos();
        List<Long> then = before.nanos();
        if (now.size() != then.size()) {
            return this;
        }
        List<Long> more = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            more.add(now.get(i) - then.get(i));
        }
        return of(more);
    }

    public int count() {
        return nanos().size();
    }

    /** Returns the time of the event loop that worked most; 0 if there is none. */
    public long busiestNanos() {
        return nanos().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    private List<Long> nanos() {
        return byLoop.isEmpty()
                ? Collections.emptyList()
                : Arrays.stream(byLoop.split(SEPARATOR, -1)).map(Long::valueOf).toList();
    }
}
