package io.ceiling.harness.report.html.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of any length in a bounded number of points that hides no peak: of each stretch of time the smallest and the
 * largest value are kept, each at its own time. Values are not averaged. Not thread-safe.
 *
 * <p>All stretches have the same number of values. Once there are more than twice as many stretches as wanted, each
 * pair of neighbours is merged.
 */
public final class MinMaxSeries {

    /** A value at a time. */
    public record TimedValue(double at, double value) {}

    private record Stretch(TimedValue least, TimedValue greatest) {
        Stretch and(Stretch next) {
            return new Stretch(
                    next.least.value < least.value ? next.least : least,
                    next.greatest.value > greatest.value ? next.greatest : greatest);
        }
    }

    private List<Stretch> stretches = new ArrayList<>();
    private final int targetStretches;
    private int length = 1;
    private int inLast;
    private long added;

    /**
     * Creates an empty series.
     *
     * @param wanted half the largest number of stretches; each stretch has up to two points
     */
    public MinMaxSeries(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("stretches must be >= 1, was " + wanted);
        }
        this.targetStretches = wanted;
    }

    public void add(double at, double value) {
        TimedValue point = new TimedValue(at, value);
        Stretch one = new Stretch(point, point);
        added++;
        if (inLast > 0 && inLast < length) {
            int last = stretches.size() - 1;
            stretches.set(last, stretches.get(last).and(one));
            inLast++;
        } else {
            stretches.add(one);
            inLast = 1;
            if (stretches.size() > 2 * targetStretches) {
                shrink();
            }
        }
    }

    private void shrink() {
        List<Stretch> halved = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i += 2) {
            Stretch one = stretches.get(i);
            halved.add(i + 1 < stretches.size() ? one.and(stretches.get(i + 1)) : one);
        }
        // If the number of stretches is even, the last one was merged with a full one.
        inLast = stretches.size() % 2 == 0 ? inLast + length : inLast;
        length *= 2;
        stretches = halved;
    }

    /** Returns the number of values that were added, which is more than the points if some are not shown. */
    public long added() {
        return added;
    }

    /** Returns the points as pairs of time and value. */
    public List<double[]> pairs() {
        return points().stream()
                .map(point -> new double[] {point.at(), point.value()})
                .toList();
    }

    /** Returns the points in the order of time. A stretch with one value has one point. */
    public List<TimedValue> points() {
        List<TimedValue> points = new ArrayList<>();
        for (Stretch stretch : stretches) {
            boolean leastFirst = stretch.least.at <= stretch.greatest.at;
            points.add(leastFirst ? stretch.least : stretch.greatest);
            if (!stretch.least.equals(stretch.greatest)) {
                points.add(leastFirst ? stretch.greatest : stretch.least);
            }
        }
        return points;
    }
}
