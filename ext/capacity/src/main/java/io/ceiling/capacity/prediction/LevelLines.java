package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.capacity.prediction.PredictedLimit.Basis;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.CostPoints;
import io.ceiling.harness.stats.FittedLine;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.stats.LeastSquares;
import io.ceiling.harness.text.Figures;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Lines through the readings of a few levels, each extended to a limit. Immutable.
 *
 * <p>Notes. If the levels are on a curve, the number follows from the cost of the last connections, and the interval
 * includes the number of the line. If the highest level needs more when it is opened a second time, the rise is a cost
 * of opened connections, such as sessions, and not of held ones; the interval then includes the number without the
 * rise.
 */
final class LevelLines {

    // An amount is on a clear line if the upper end of its slope's interval is at most this multiple of the slope.
    private static final double MAX_UNCERTAIN = 1.25;

    private final Readings readings;
    private final CostPoints<LevelReading> allPoints;
    private final CostPoints<LevelReading> warmPoints;

    private LevelLines(Readings readings) {
        this.readings = readings;
        this.allPoints = CostPoints.ofOneServer(readings.levels(), LevelReading::connections);
        this.warmPoints = allPoints.fromWarmUpSize(readings.warmUp());
    }

    static LevelLines of(Readings readings) {
        return new LevelLines(readings);
    }

    LevelReading highestLevel() {
        return readings.highestLevel();
    }

    ServerReading server() {
        return highestLevel().sample().server();
    }

    List<LevelReading> levels() {
        return readings.levels();
    }

    /** Returns the answer about a limit whose value is in the readings. */
    LimitAnswer answerFor(LimitingFactor factor, String name, Limit limit, RisingQuantity quantity) {
        return limit.isNumber()
                ? extrapolate(
                        factor, quantity, Threshold.exact("%s=%s".formatted(name, limit), (double) limit.orElse(0)))
                : unpredicted(factor, name, limit, "");
    }

    /**
     * Returns the answer about a limit whose value is not a number.
     *
     * @param alsoUnseen something else that may be unseen, in words behind "the limit"; empty for nothing
     */
    static LimitAnswer unpredicted(LimitingFactor factor, String name, Limit limit, String alsoUnseen) {
        return new UnpredictedLimit(
                factor,
                limit.isSeen() ? "%s=%s".formatted(name, limit) : name,
                limit.isUnlimited()
                        ? "has no limit"
                        : limit.isDefault()
                                ? "its default is not known"
                                : "the limit%s was not seen".formatted(alsoUnseen.isEmpty() ? "" : " " + alsoUnseen));
    }

    /** Returns where the line through a quantity reaches a bound. */
    LimitAnswer extrapolate(LimitingFactor factor, RisingQuantity quantity, Threshold threshold) {
        CostPoints<LevelReading> points = quantity.isCount()
                ? allPoints.withValue(quantity::valueAt).fromFirstRise(quantity::valueAt)
                : warmPoints.withValue(quantity::valueAt);
        FittedLine line = fitLine(quantity, points);
        if (!line.isLine()) {
            return new UnpredictedLimit(
                    factor, threshold.text(), "%s: seen at fewer than two levels".formatted(quantity.name()));
        }
        if (!line.rises()) {
            return answerForFlat(factor, quantity, line, threshold);
        }
        OptionalDouble drift = drift(quantity, line);
        OptionalDouble curve = points.connectionsOnCurve(quantity::valueAt, threshold.expected());
        return new PredictedLimit(
                factor,
                threshold.text(),
                curve.orElse(line.xAt(threshold.expected())),
                interval(quantity, line, threshold, drift, curve),
                new Basis(
                        quantity.name(),
                        quantity.unit(),
                        line.perConnection(),
                        line.standardError(),
                        line.intercept(),
                        line.points(),
                        curve.isPresent(),
                        assumption(quantity, threshold, drift)));
    }

    private static FittedLine fitLine(RisingQuantity quantity, CostPoints<LevelReading> levels) {
        return LeastSquares.fitLine(levels.x(), levels.y(quantity::valueAt));
    }

    // Returns the rise of the quantity between both readings of the highest level; empty if it may be chance.
    private OptionalDouble drift(RisingQuantity quantity, FittedLine line) {
        if (readings.repeatedSample().isEmpty()) {
            return OptionalDouble.empty();
        }
        Sample repeatedSample = readings.repeatedSample().get();
        double rise = (double) quantity.valueIn(repeatedSample).orElse(0)
                - quantity.valueIn(highestLevel().sample()).orElse(0);
        boolean bothSeen = quantity.valueIn(repeatedSample).isSeen()
                && quantity.valueIn(highestLevel().sample()).isSeen();
        // A count may be off by one, since it changes while it is read.
        double noise = Math.max(quantity.isCount() ? 1 : 0, line.scatterOfTwo());
        return bothSeen && Math.abs(rise) > noise ? OptionalDouble.of(rise) : OptionalDouble.empty();
    }

    /**
     * Returns true if an amount is not shown to be a cost of connections: it is on no clear line, or it changed by at
     * least half of its rise from the lowest to the highest level when the highest level was opened again. False for an
     * amount that never changed.
     */
    boolean isUnsteady(RisingQuantity quantity) {
        Observation first = quantity.valueIn(warmPoints.readings().get(0).sample());
        Observation now = quantity.valueIn(highestLevel().sample());
        long rise = now.since(first).orElse(0);
        long change = readings.repeatedSample()
                .map(quantity::valueIn)
                .orElse(Observation.NOT_SEEN)
                .since(now)
                .orElse(0);
        if (rise == 0 && change == 0) {
            return false;
        }
        FittedLine line = fitLine(quantity, warmPoints);
        return 2 * Math.abs(change) >= Math.abs(rise)
                || !line.rises()
                || line.maxSlope() > MAX_UNCERTAIN * line.perConnection();
    }

    private Interval interval(
            RisingQuantity quantity, FittedLine line, Threshold threshold, OptionalDouble drift, OptionalDouble curve) {
        Interval minInterval = line.interval(threshold.min());
        Interval maxInterval = line.interval(threshold.max());
        if (!minInterval.isKnown()) {
            return Interval.UNKNOWN;
        }
        // Connections are whole numbers, and one may still be in the listen queue: held, but not counted.
        int slack = quantity.isCount() ? 1 : 0;
        // The line has the scatter of one server; another server with the same settings has its own cost.
        double expectedConnections = line.xAt(threshold.expected());
        Interval combined = new Interval(minInterval.low() - slack, maxInterval.high() + slack)
                .widened(expectedConnections, quantity.forkMargin() * expectedConnections);
        if (curve.isPresent()) {
            combined = combined.and(new Interval(curve.getAsDouble(), curve.getAsDouble()));
        }
        if (drift.isPresent()) {
            int now = highestLevel().connections();
            double slope = line.perConnection() - drift.getAsDouble() / now;
            double left = threshold.expected()
                    - quantity.valueIn(highestLevel().sample()).orElse(0);
            double withoutDrift = slope > 0 ? now + left / slope : Double.POSITIVE_INFINITY;
            combined = combined.and(new Interval(withoutDrift, withoutDrift));
        }
        return combined;
    }

    private String assumption(RisingQuantity quantity, Threshold threshold, OptionalDouble drift) {
        if (drift.isEmpty()) {
            return threshold.assumption();
        }
        return "%s%s changed by %s when the same %d connections were opened again, so a part of the cost is of opened ones; the interval has both"
                .formatted(
                        threshold.assumption().isEmpty() ? "" : threshold.assumption() + "; ",
                        quantity.name(),
                        quantity.inWords(drift.getAsDouble()),
                        highestLevel().connections());
    }

    // Returns why a quantity has no prediction: it does not rise, or not by more than chance.
    private LimitAnswer answerForFlat(
            LimitingFactor factor, RisingQuantity quantity, FittedLine line, Threshold threshold) {
        double steepest = line.maxSlope();
        if (!(steepest > 0) || Double.isInfinite(steepest)) {
            return new UnpredictedLimit(
                    factor, threshold.text(), "%s: does not rise with connections".formatted(quantity.name()));
        }
        double base = line.intercept() + line.perConnection() * highestLevel().connections();
        long lowerBound =
                (long) Math.floor(highestLevel().connections() + Math.max(0, threshold.min() - base) / steepest);
        return new UnpredictedLimit(
                factor,
                threshold.text(),
                "%s: does not rise by more than chance, so it is not met below %s connections"
                        .formatted(quantity.name(), Figures.count(lowerBound)),
                OptionalLong.of(lowerBound));
    }
}
