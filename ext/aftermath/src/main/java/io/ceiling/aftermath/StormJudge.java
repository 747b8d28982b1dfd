package io.ceiling.aftermath;

import io.ceiling.harness.reading.Observation;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;

/** Judges storms: a storm passes if every connection that comes back is served within the SLO. Pure functions. */
final class StormJudge {

    private static final double NANOS_PER_MILLI = 1e6;

    private StormJudge() {}

    /**
     * Returns the reason why a storm failed; an empty text if it passed. A connection that a load agent starts late
     * counts as late, since it looks like a slow server; the reason then says so.
     *
     * @param connections connections that came back
     * @param synRetransmits SYN segments that were sent again
     * @param slo time within which each must have its first answer, from its intended start
     */
    public static String failure(int connections, Storm.Served served, Observation synRetransmits, Duration slo) {
        String failure = failure(connections, served, slo);
        boolean lateLoad = synRetransmits.isSeen() && served.slowConnects() > synRetransmits.orElse(0);
        return failure.isEmpty() || !lateLoad
                ? failure
                : "%s; %d connects were slow and only %d SYN were sent again, so that the load agents or the processors were late"
                        .formatted(failure, served.slowConnects(), synRetransmits.orElse(0));
    }

    private static String failure(int connections, Storm.Served served, Duration slo) {
        if (served.failed() > 0) {
            return "%d of %d connections failed".formatted(served.failed(), connections);
        }
        if (served.count() < connections) {
            return "%d of %d connections were not served".formatted(connections - served.count(), connections);
        }
        return served.answers().maxNanos() > slo.toNanos()
                ? "the slowest was served after %.0f ms, SLO %d ms"
                        .formatted(served.answers().maxNanos() / NANOS_PER_MILLI, slo.toMillis())
                : "";
    }

    /**
     * Returns true if the queue of the server's own port was not full in a storm that failed, so that a longer one is
     * no help. The queue is read every few milliseconds; the overflow counter shows whether it was full in between.
     */
    static boolean queueHadRoom(Storm storm) {
        Storm.Queue queue = storm.queue();
        boolean full = queue.length().isNumber()
                && queue.highWater().isAtLeast(Math.max(1, queue.length().orElse(1)));
        boolean overflowed = queue.overflows().isAtLeast(1) && storm.served().slowConnects() > 0;
        return !storm.passed() && queue.highWater().isSeen() && !full && !overflowed;
    }

    /**
     * Returns the end of a search for an accept count, in one sentence.
     *
     * @param maxUseful largest accept count that makes a difference
     * @param trials all tries, oldest first
     * @param last the last storm
     */
    public static String sentence(int maxUseful, List<AcceptCountSearch.StormTrial> trials, Storm last) {
        OptionalInt least = AcceptCountSearch.leastPassed(trials);
        int failed = AcceptCountSearch.largestFailed(trials);
        if (least.isEmpty()) {
            return "no acceptCount up to %d passes: %s%s"
                    .formatted(
                            failed,
                            last.failure(),
                            queueHadRoom(last) ? "; the queue was never full, so it is not what makes them late" : "");
        }
        String below = failed > 0
                ? "%d fails".formatted(failed)
                : least.getAsInt() == 1 ? "there is no smaller one" : "no smaller one was tried";
        String bound = least.getAsInt() >= maxUseful ? ", the largest that makes a difference here" : "";
        return "least acceptCount that passes: %d%s (%s; %d storms)"
                .formatted(least.getAsInt(), bound, below, trials.size());
    }
}
