package io.ceiling.watch.verdict;

import io.ceiling.harness.result.law.Crowd;
import io.ceiling.harness.result.law.Diagnosis;
import io.ceiling.harness.result.law.LoadLevel;
import io.ceiling.harness.result.law.ServiceTime;
import io.ceiling.harness.result.law.Standing;
import io.ceiling.harness.verdict.law.ConcurrencyLaw;
import io.ceiling.harness.verdict.law.Law;
import io.ceiling.harness.verdict.law.ServingThreads;
import java.util.List;
import java.util.Optional;

/** Converts the load levels and thread snapshots of a watch to a diagnosis as a ramp has it. Pure functions. */
final class RunDiagnosis {

    private static final double MIN_WAITING = 2;

    // Smallest share of the waiting requests that must stand at one place, if no thread reads them.
    private static final double OF_THE_WAITING = 0.4;

    // A load up to this share of another one is a lower level.
    private static final double LOWER = 0.8;

    private RunDiagnosis() {}

    static Diagnosis of(WatchedRun seen, List<LoadLevel> levels, ServiceTime service) {
        LoadLevel more = levels.get(levels.size() - 1);
        LoadLevel less = levels.get(0);
        Crowd ofMore = seen.crowd(more.offered());
        // One snapshot is enough for the same load: a difference of two would be chance.
        Crowd lookedAtLess = less.offered() < LOWER * more.offered() ? seen.crowd(less.offered()) : ofMore;
        Crowd ofLess = lookedAtLess.isSeen() ? lookedAtLess : ofMore;
        Diagnosis diagnosis =
                new Diagnosis(Optional.of(service), List.of(less.with(ofLess), more.with(ofMore)), seen.atRest(), "");
        return withoutFew(diagnosis, seen.run().top().map(ToolRun.Top::queued).orElse(0.0));
    }

    // Leaves out places with too few threads to be the place where requests wait. If all serving threads are busy, the
    // other requests wait for one of them.
    private static Diagnosis withoutFew(Diagnosis diagnosis, double queued) {
        if (!(ConcurrencyLaw.of(diagnosis) instanceof Law.Limit limit)) {
            return diagnosis;
        }
        Diagnosis left = diagnosis;
        for (ServingThreads where = ServingThreads.of(left, limit);
                where.waits()
                        .filter(waits -> waits.more() < least(diagnosis, limit, queued, waits))
                        .isPresent();
                where = ServingThreads.of(left, limit)) {
            Standing few = where.waits().orElseThrow().standing();
            left = new Diagnosis(
                    left.single(),
                    left.levels().stream()
                            .map(level -> level.with(level.crowd().without(few)))
                            .toList(),
                    left.atRest(),
                    "");
        }
        return left;
    }

    private static double least(Diagnosis diagnosis, Law.Limit limit, double queued, ServingThreads.PlaceCounts waits) {
        String threads = waits.standing().threads();
        boolean same = ServingThreads.of(diagnosis, limit)
                .serves()
                .filter(one -> one.standing().threads().equals(threads))
                .isPresent();
        LoadLevel more = diagnosis.levels().get(1);
        double ofPool = more.crowd().groups().stream()
                .filter(group -> group.standing().threads().equals(threads))
                .mapToInt(Crowd.PlaceGroup::threads)
                .sum();
        double others = Math.min(more.offered() - queued, same ? ofPool : Double.MAX_VALUE) - limit.served();
        return Math.max(MIN_WAITING, OF_THE_WAITING * others);
    }
}
