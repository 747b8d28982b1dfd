package io.ceiling.watch.verdict;

import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.ThreadPlace;
import io.ceiling.harness.result.law.ThreadsByPlace;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import java.util.List;
import java.util.Optional;

/** Converts the load levels and thread snapshots of a watch to a diagnosis as a ramp has it. Pure functions. */
final class RunDiagnosis {

    private static final double MIN_WAITING = 2;

    // Smallest share of the waiting requests that must stand at one place, if no thread reads them.
    private static final double MIN_WAITING_SHARE = 0.4;

    // A load up to this share of another one is a lower level.
    private static final double LOWER_LEVEL_SHARE = 0.8;

    private RunDiagnosis() {}

    static Diagnosis of(WatchedRun watchedRun, List<LoadLevel> levels, ServiceTime service) {
        LoadLevel higher = levels.get(levels.size() - 1);
        LoadLevel lower = levels.get(0);
        ThreadsByPlace ofMore = watchedRun.crowd(higher.offered());
        // One snapshot is enough for the same load: a difference of two would be chance.
        ThreadsByPlace lookedAtLess =
                lower.offered() < LOWER_LEVEL_SHARE * higher.offered() ? watchedRun.crowd(lower.offered()) : ofMore;
        ThreadsByPlace ofLess = lookedAtLess.isSeen() ? lookedAtLess : ofMore;
        Diagnosis diagnosis = new Diagnosis(
                Optional.of(service), List.of(lower.with(ofLess), higher.with(ofMore)), watchedRun.atRest(), "");
        return withoutSmallGroups(
                diagnosis,
                watchedRun
                        .run()
                        .highestLevel()
                        .map(ToolRun.HighestLevel::queued)
                        .orElse(0.0));
    }

    // Leaves out places with too few threads to be the place where requests wait. If all serving threads are busy, the
    // other requests wait for one of them.
    private static Diagnosis withoutSmallGroups(Diagnosis diagnosis, double queued) {
        if (!(ConcurrencyLaw.of(diagnosis) instanceof Law.Limit limit)) {
            return diagnosis;
        }
        Diagnosis left = diagnosis;
        for (ServingThreads where = ServingThreads.of(left, limit);
                where.waitingPlace()
                        .filter(waits -> waits.countAtHigher() < minWaitingThreads(diagnosis, limit, queued, waits))
                        .isPresent();
                where = ServingThreads.of(left, limit)) {
            ThreadPlace few = where.waitingPlace().orElseThrow().standing();
            left = new Diagnosis(
                    left.single(),
                    left.levels().stream()
                            .map(level -> level.with(level.threadsByPlace().without(few)))
                            .toList(),
                    left.placesAtRest(),
                    "");
        }
        return left;
    }

    private static double minWaitingThreads(
            Diagnosis diagnosis, Law.Limit limit, double queued, ServingThreads.PlaceCounts waits) {
        String threads = waits.standing().threadName();
        boolean same = ServingThreads.of(diagnosis, limit)
                .servingPlace()
                .filter(one -> one.standing().threadName().equals(threads))
                .isPresent();
        LoadLevel more = diagnosis.levels().get(1);
        double ofPool = more.threadsByPlace().groups().stream()
                .filter(group -> group.place().threadName().equals(threads))
                .mapToInt(ThreadsByPlace.PlaceGroup::threads)
                .sum();
        double others = Math.min(more.offered() - queued, same ? ofPool : Double.MAX_VALUE) - limit.served();
        return Math.max(MIN_WAITING, MIN_WAITING_SHARE * others);
    }
}
