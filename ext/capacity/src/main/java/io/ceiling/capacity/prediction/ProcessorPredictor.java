package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LevelReading.Work;
import io.ceiling.capacity.prediction.LimitPrediction.NotPredicted;
import io.ceiling.capacity.prediction.PredictedLimit.Basis;
import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.stats.LeastSquares;
import io.ceiling.harness.stats.Mean;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Predicts how many connections the processors serve at the wanted pace, from the service demand: the processor time of
 * an exchange and of an idle connection. Pure functions.
 *
 * <p>Notes. The demand law: use of the processors = rate x demand (D. Menasce, V. Almeida, Capacity Planning for Web
 * Services, operational laws). The processors are full at 100 %; answers are late before that. The demand excludes
 * interrupts of the kernel and load agents on the same host.
 */
final class ProcessorPredictor {

    private static final double NANOS = 1e9;
    private static final double MILLI = 1e-3;

    private final List<LevelReading> levels;
    private final PredictionLimits limits;

    private ProcessorPredictor(List<LevelReading> levels, PredictionLimits limits) {
        this.levels = levels;
        this.limits = limits;
    }

    static ProcessorPredictor of(List<LevelReading> levels, PredictionLimits limits) {
        return new ProcessorPredictor(levels, limits);
    }

    // Use of idle connections, in processors.
    // base: value without a connection
    // baseMargin: half the width of its 95 % interval
    // each: rise with each connection; 0 if it is no more than chance
    // eachAtLeast: lowest rise that the readings allow, at least 0
    // eachAtMost: highest rise that they allow
    private record IdleUse(double base, double baseMargin, double each, double eachAtLeast, double eachAtMost) {

        private static IdleUse of(FittedLine held, double[] values) {
            if (held.isLine() && held.rises()) {
                double each = held.perConnection();
                return new IdleUse(
                        Math.max(0, held.base()),
                        held.baseMargin(),
                        each,
                        Math.max(0, held.flattest()),
                        Double.isFinite(held.steepest()) ? held.steepest() : each);
            }
            // If an idle connection costs no more than chance, only the upper end of its cost counts.
            Mean mean = Mean.of(values);
            double steepest = held.isLine() && Double.isFinite(held.steepest()) ? held.steepest() : 0;
            return new IdleUse(mean.value(), mean.margin(), 0, 0, Math.max(0, steepest));
        }
    }

    /** Returns the prediction, or the reason why there is none. */
    LimitAnswer answer() {
        double[] demands = demands();
        List<LevelReading> idle =
                levels.stream().filter(level -> hasIdle(level.work())).toList();
        double processors = processors();
        String limit = String.format(Locale.ROOT, "processors=%s", Double.toString(processors));
        if (limits.pace().isEmpty()) {
            // Held connections alone show no cost: the compilers of a young server take about as much.
            return not(
                    limit,
                    "how many exchanges there are is not known: give --pace, those of each connection per second");
        }
        if ((pace() > 0 && demands.length == 0) || idle.isEmpty()) {
            return not(
                    limit,
                    idle.isEmpty()
                            ? "processor time of the server: not seen"
                            : "cost of an exchange: no exchange was measured at these levels");
        }
        double[] used = idle.stream()
                .map(LevelReading::work)
                .mapToDouble(ProcessorPredictor::idleUse)
                .toArray();
        IdleUse held = IdleUse.of(
                LeastSquares.fitted(
                        idle.stream().mapToDouble(LevelReading::connections).toArray(), used),
                used);
        Mean demand = Mean.of(demands);
        double exchanges = pace() > 0 ? pace() * demand.value() / NANOS : 0;
        double margin = pace() > 0 ? pace() * demand.margin() / NANOS : 0;
        double usual = exchanges + held.each();
        if (!(usual > 0)) {
            return not(limit, "processor time: does not rise with connections that are held");
        }
        double least = Math.max(0, exchanges - margin) + held.eachAtLeast();
        double most = exchanges + margin + held.eachAtMost();
        double roomAtLeast = Math.max(0, processors - held.base() - held.baseMargin());
        double roomAtMost = processors - Math.max(0, held.base() - held.baseMargin());
        Interval interval = Double.isNaN(margin) || Double.isNaN(held.baseMargin())
                ? Interval.UNKNOWN
                : new Interval(roomAtLeast / most, least > 0 ? roomAtMost / least : Double.POSITIVE_INFINITY);
        return new PredictedLimit(
                LimitingFactor.SERVER_CPU,
                limit,
                Math.max(0, processors - held.base()) / usual,
                interval,
                new Basis(
                        "processor time of an exchange and of an idle connection",
                        "processors",
                        usual,
                        Double.NaN,
                        held.base(),
                        levels.size(),
                        false,
                        assumed(demand)));
    }

    private static LimitAnswer not(String limit, String why) {
        return new NotPredicted(LimitingFactor.SERVER_CPU, limit, why);
    }

    private double pace() {
        return limits.pace().orElse(0);
    }

    private String assumed(Mean demand) {
        if (!(pace() > 0)) {
            return "connections are only held";
        }
        return String.format(
                Locale.ROOT,
                "%s exchanges/s of each connection, %.0f us of processor time each; full at 100 %%",
                plain(pace()),
                demand.value() * MILLI);
    }

    private static String plain(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.3g", value);
    }

    // Returns the processors that the server may use: those of its control groups, if they grant fewer.
    private double processors() {
        Limit quota =
                levels.get(levels.size() - 1).sample().server().cpu().quota().millicores();
        return quota.isNumber() && quota.orElse(0) > 0
                ? Math.min(limits.processors(), quota.orElse(0) * MILLI)
                : limits.processors();
    }

    // Returns the processor time of an exchange at each level, in ns, without that of idle connections.
    private double[] demands() {
        return levels.stream()
                .map(LevelReading::work)
                .filter(work -> hasIdle(work)
                        && work.busyCpuNanos().isSeen()
                        && work.exchanges().isAtLeast(1))
                .flatMapToDouble(work -> DoubleStream.of(Math.max(
                                0,
                                work.busyCpuNanos().orElse(0)
                                        - idleUse(work) * work.busyNanos().orElse(0))
                        / work.exchanges().orElse(1)))
                .toArray();
    }

    private static boolean hasIdle(Work work) {
        return work.idleCpuNanos().isSeen() && work.idleNanos().isAtLeast(1);
    }

    private static double idleUse(Work work) {
        return (double) work.idleCpuNanos().orElse(0) / work.idleNanos().orElse(1);
    }
}
