package io.ceiling.harness.os;

import java.util.Map;

/**
 * Adds up the processor time of processes that come and go, so that the sum never falls. Not thread-safe.
 *
 * <p>Notes. When a process has ended and its parent has taken note of it, the kernel adds its time to that of the
 * parent's ended children. A parent that ignores the end of its children gets nothing; for such a child, the last
 * seen time counts.
 */
public final class TreeCpu {

    /**
     * Processor time of one process, in any unit.
     *
     * @param own time of its threads
     * @param ended time of its children that have ended, and of theirs
     */
    public record ProcessTimes(long own, long ended) {

        private long sum() {
            return own + ended;
        }
    }

    private Map<Long, ProcessTimes> before = Map.of();
    private long lost;

    /** Returns the time of all processes that ever belonged to the server, in the unit of the times. */
    public long total(Map<Long, ProcessTimes> now) {
        long gone = before.entrySet().stream()
                .filter(entry -> !now.containsKey(entry.getKey()))
                .mapToLong(entry -> entry.getValue().sum())
                .sum();
        long noted = now.entrySet().stream()
                .mapToLong(entry -> noted(entry.getKey(), entry.getValue()))
                .sum();
        lost += Math.max(0, gone - noted);
        before = Map.copyOf(now);
        return lost + now.values().stream().mapToLong(ProcessTimes::sum).sum();
    }

    private long noted(long pid, ProcessTimes now) {
        ProcessTimes then = before.get(pid);
        return then == null ? 0 : now.ended() - then.ended();
    }
}
