package io.ceiling.harness.report.html;

import java.util.ArrayList;
import java.util.List;

/**
 * A line of any length in a bounded number of points that hides no peak: of each stretch of time the least and the greatest value
 * are kept, each at its own time. Nothing is averaged. Not thread-safe.
 *
 * <p>Stretches are as many points long as each other; whenever there are twice as many as wanted, each two neighbours become one.
 */
final class MinMaxSeries {

    /** A value at a time. */
    record Point(double at, double value) {}

    private record Stretch(Point least, Point greatest) {
        Stretch and(Stretch next) {
            return new Stretch(
                    next.least.value < least.value ? next.least : least,
                    next.greatest.value > greatest.value ? next.greatest : greatest);
        }
    }

    private List<Stretch> stretches = new ArrayList<>();
    private int wanted;
    private int length = 1;
    private int inLast;
    private long added;

    /** @param wanted stretches that are kept at most are twice as many, each with two points */
    MinMaxSeries(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("stretches must be >= 1, was " + wanted);
        }
        this.wanted = wanted;
    }

    void add(double at, double value) {
        Point point = new Point(at, value);
        Stretch one = new Stretch(point, point);
        added++;
        if (inLast > 0 && inLast < length) {
            int last = stretches.size() - 1;
            stretches.set(last, stretches.get(last).and(one));
            inLast++;
        } else {
            stretches.add(one);
            inLast = 1;
            if (stretches.size() > 2 * wanted) {
                shrink();
            }
        }
    }

    /** From now on with so many stretches at most. */
    void shrinkTo(int stretchesWanted) {
        wanted = Math.max(1, stretchesWanted);
        while (stretches.size() > 2 * wanted) {
            shrink();
        }
    }

    private void shrink() {
        List<Stretch> halved = new ArrayList<>();
        for (int i = 0; i < stretches.size(); i += 2) {
            Stretch one = stretches.get(i);
            halved.add(i + 1 < stretches.size() ? one.and(stretches.get(i + 1)) : one);
        }
        // The last stretch is as long as its own half, or as both.
        inLast = stretches.size() % 2 == 0 ? inLast + length : inLast;
        length *= 2;
        stretches = halved;
    }

    /** Values that were added; more than there are points if some are not shown. */
    long added() {
        return added;
    }

    /** In order of time; of a stretch with one value one point. */
    List<Point> points() {
        List<Point> points = new ArrayList<>();
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
