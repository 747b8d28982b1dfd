package io.ceiling.watch.verdict;

import io.ceiling.harness.reading.ThreadPools;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.watch.WatchSample;
import java.util.List;

/**
 * The readings of a whole run of a load tool. Figures that the connections do not show come from the tool's output.
 * Immutable.
 *
 * @param moments readings, oldest first
 * @param busiestWindow readings of the seconds in which most requests were outstanding
 * @param atRest where threads stood before the tool was started
 * @param threadSnapshots where threads stood while it ran, with the number of requests outstanding
 * @param report what the tool printed
 * @param process traces of the server's process
 */
public record WatchedRun(
        List<Moment> moments,
        List<WatchSample> busiestWindow,
        ThreadsByPlace atRest,
        List<ThreadsAtLoad> threadSnapshots,
        ToolReport report,
        Evidence.ServerTraces process) {

    // Largest relative difference of two numbers of requests in flight that count as the same load.
    private static final double SAME_LOAD = 0.25;

    // Largest relative difference of two numbers of answers that count as equal.
    private static final double SAME = 0.15;

    public WatchedRun {
        moments = filled(List.copyOf(moments), report);
        busiestWindow = List.copyOf(busiestWindow);
        threadSnapshots = List.copyOf(threadSnapshots);
    }

    /** Where threads stood while that many requests were outstanding. */
    public record ThreadsAtLoad(long nanos, double outstanding, ThreadsByPlace crowd, ThreadPools pools) {

        /** Returns true if it shows where threads stand under a load of that many requests. */
        public boolean isAtLoad(double requests) {
            return Math.abs(outstanding - requests) <= SAME_LOAD * requests;
        }
    }

    // Replaces figures that the connections do not show (negative) by those of the tool.
    private static List<Moment> filled(List<Moment> moments, ToolReport report) {
        boolean answers =
                moments.stream().filter(moment -> moment.answered() < 0).count() > moments.size() / 2;
        boolean outstanding =
                moments.stream().filter(moment -> moment.outstanding() < 0).count() > moments.size() / 2;
        if (answers && report.perSecond().isEmpty()) {
            return List.of();
        }
        double rate = report.perSecond().orElse(0);
        if (outstanding && (report.meanSeconds().isEmpty() || rate == 0)) {
            return List.of();
        }
        double byLittle = rate * report.meanSeconds().orElse(0);
        return moments.stream()
                .filter(moment -> (answers || moment.answered() >= 0) && (outstanding || moment.outstanding() >= 0))
                .map(moment -> new Moment(
                        moment.nanos(),
                        outstanding ? byLittle : moment.outstanding(),
                        answers ? Math.round(rate * moment.nanos() / 1e9) : moment.answered(),
                        moment.queued(),
                        moment.serverCpuNanos()))
                .toList();
    }

    ToolRun run() {
        return new ToolRun(moments);
    }

    /**
     * Returns the ratio of the answers that the tool reports to those that were counted: the report is right, but has
     * no times.
     */
    double answerScale() {
        if (report.perSecond().isEmpty() || moments.size() < 2) {
            return 1;
        }
        Moment first = moments.get(0);
        Moment last = moments.get(moments.size() - 1);
        double counted = (last.answered() - first.answered()) / ((last.nanos() - first.nanos()) / 1e9);
        double scale = report.perSecond().getAsDouble() / counted;
        return counted <= 0 || Math.abs(scale - 1) <= SAME ? 1 : scale;
    }

    /** Returns the latest thread snapshot at about that many requests in flight; not seen if there was none. */
    ThreadsByPlace crowd(int offered) {
        return threadSnapshots.stream()
                .filter(look -> look.isAtLoad(offered))
                .reduce((earlier, later) -> later)
                .map(ThreadsAtLoad::crowd)
                .orElseGet(() -> ThreadsByPlace.notSeen("nobody looked at this level"));
    }
}
