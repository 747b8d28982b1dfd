package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LevelReading.CpuTimes;
import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
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

    private static final double NANOS_PER_SECOND = 1e9;
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
    // perConnection: rise with each connection; 0 if it is no more than chance
    // minPerConnection: lowest rise that the readings allow, at least 0
    // maxPerConnection: highest rise that they allow
    private record IdleUse(
            double base, double baseMargin, double perConnection, double minPerConnection, double maxPerConnection) {

        private static IdleUse of(FittedLine line, double[] values) {
            if (line.isLine() && line.rises()) {
                double each = line.perConnection();
                return new IdleUse(
                        Math.max(0, line.intercept()),
                        line.interceptMargin(),
                        each,
                        Math.max(0, line.minSlope()),
                        Double.isFinite(line.maxSlope()) ? line.maxSlope() : each);
            }
            // If an idle connection costs no more than chance, only the upper end of its cost counts.
            Mean mean = Mean.of(values);
            double steepest = line.isLine() && Double.isFinite(line.maxSlope()) ? line.maxSlope() : 0;
            return new IdleUse(mean.value(), mean.margin(), 0, 0, Math.max(0, steepest));
        }
    }

    /** Returns the prediction, or the reason why there is none. */
    LimitAnswer answer() {
        double[] demands = demands();
        List<LevelReading> idle =
                levels.stream().filter(level -> hasIdle(level.cpuTimes())).toList();
        double processors = processors();
        String limit = String.format(Locale.ROOT, "processors=%s", Double.toString(processors));
        if (limits.pace().isEmpty()) {
            // Held connections alone show no cost: the compilers of a young server take about as much.
            return unpredicted(
                    limit,
                    "how many exchanges there are is not known: give --pace, those of each connection per second");
        }
        if ((pace() > 0 && demands.length == 0) || idle.isEmpty()) {
            return unpredicted(
                    limit,
                    idle.isEmpty()
                            ? "processor time of the server: not seen"
                            : "cost of an exchange: no exchange was measured at these levels");
        }
        double[] idleUses = idle.stream()
                .map(LevelReading::cpuTimes)
                .mapToDouble(ProcessorPredictor::idleUse)
                .toArray();
        IdleUse idleCost = IdleUse.of(
                LeastSquares.fitLine(
                        idle.stream().mapToDouble(LevelReading::connections).toArray(), idleUses),
                idleUses);
        Mean demand = Mean.of(demands);
        double exchanges = pace() > 0 ? pace() * demand.value() / NANOS_PER_SECOND : 0;
        double margin = pace() > 0 ? pace() * demand.margin() / NANOS_PER_SECOND : 0;
        double coresPerConnection = exchanges + idleCost.perConnection();
        if (!(coresPerConnection > 0)) {
            return unpredicted(limit, "processor time: does not rise with connections that are held");
        }
        double minCores = Math.max(0, exchanges - margin) + idleCost.minPerConnection();
        double maxCores = exchanges + margin + idleCost.maxPerConnection();
        double roomAtLeast = Math.max(0, processors - idleCost.base() - idleCost.baseMargin());
        double roomAtMost = processors - Math.max(0, idleCost.base() - idleCost.baseMargin());
        Interval interval = Double.isNaN(margin) || Double.isNaN(idleCost.baseMargin())
                ? Interval.UNKNOWN
                : new Interval(roomAtLeast / maxCores, minCores > 0 ? roomAtMost / minCores : Double.POSITIVE_INFINITY);
        return new PredictedLimit(
                LimitingFactor.SERVER_CPU,
                limit,
                Math.max(0, processors - idleCost.base()) / coresPerConnection,
                interval,
                new Basis(
                        "processor time of an exchange and of an idle connection",
                        "processors",
                        coresPerConnection,
                        Double.NaN,
                        idleCost.base(),
                        levels.size(),
                        false,
                        assumed(demand)));
    }

    private static LimitAnswer unpredicted(String limit, String why) {
        return new UnpredictedLimit(LimitingFactor.SERVER_CPU, limit, why);
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
                .map(LevelReading::cpuTimes)
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

    private static boolean hasIdle(CpuTimes work) {
        return work.idleCpuNanos().isSeen() && work.idleNanos().isAtLeast(1);
    }

    private static double idleUse(CpuTimes work) {
        return (double) work.idleCpuNanos().orElse(0) / work.idleNanos().orElse(1);
    }
}
