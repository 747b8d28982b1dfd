package io.ceiling.harness.verdict.law;

import io.ceiling.harness.result.law.LoadLevel.AnswerRate;
import io.ceiling.harness.result.law.LoadLevel.Bursts;
import io.ceiling.harness.stats.StudentT;
import java.util.List;
import java.util.OptionalLong;

/**
 * Fits a rate to the number of answers that was read again and again. Pure functions.
 *
 * <p>Notes. A pool whose requests all take the same time answers in bursts, one for each round. The number between two
 * moments may then be wrong by a whole burst, which is a share of 1 / rounds. The slope of a straight line through all
 * readings depends on the readings at both ends least, and is wrong by about the square of that share. Its residuals
 * are correlated for about one service time, so a window has as many independent ones as it has service times.
 */
public final class Completions {

    // Shortest time of a request within which readings are close enough to each other.
    private static final double SHORTEST_SEEN_SECONDS = 0.1;

    // Time of the opening, as a share of that of a request, that makes no difference.
    private static final double LONGEST_OPENING = 0.3;

    // Time in which first answers come, as a multiple of that of a single request.
    private static final double FIRST_ROUND_FACTOR = 1.2;

    private Completions() {}

    /**
     * A reading.
     *
     * @param nanos time of the reading, in ns
     * @param answered answers so far
     */
    public record AnswerCount(long nanos, long answered) {}

    /**
     * Returns the rate of answers.
     *
     * @param points readings at about even distances, oldest first; at least two
     * @param serviceSeconds time of a single request
     */
    public static AnswerRate rate(List<AnswerCount> points, double serviceSeconds) {
        if (points.size() < 2) {
            throw new IllegalArgumentException("readings must be >= 2, were %d".formatted(points.size()));
        }
        long first = points.get(0).nanos();
        double meanTime = points.stream()
                .mapToDouble(point -> seconds(point, first))
                .average()
                .orElseThrow();
        double meanCount =
                points.stream().mapToLong(AnswerCount::answered).average().orElseThrow();
        double times = 0;
        double products = 0;
        for (AnswerCount point : points) {
            double time = seconds(point, first) - meanTime;
            times += time * time;
            products += time * (point.answered() - meanCount);
        }
        double slope = products / times;
        if (slope <= 0) {
            return new AnswerRate(0, 0);
        }
        double residuals = points.stream()
                .mapToDouble(point -> point.answered() - meanCount - slope * (seconds(point, first) - meanTime))
                .map(residual -> residual * residual)
                .average()
                .orElseThrow();
        double window = seconds(points.get(points.size() - 1), first);
        double independent = Math.max(1, window / serviceSeconds);
        double error = StudentT.OF_MANY * Math.sqrt(residuals * 12 / independent) / window;
        return new AnswerRate(slope, error / slope);
    }

    /**
     * Returns how many requests were answered within short times.
     *
     * @param points readings from the moment on at which the load began, oldest first
     * @param openingSeconds time in which as many requests were sent as are served at once
     * @param serviceSeconds time of a single request
     */
    public static Bursts bursts(List<AnswerCount> points, double openingSeconds, double serviceSeconds) {
        if (points.size() < 2 || serviceSeconds < SHORTEST_SEEN_SECONDS) {
            return Bursts.NOT_SEEN;
        }
        long first = points.get(0).nanos();
        OptionalLong atFirst = openingSeconds > LONGEST_OPENING * serviceSeconds
                ? OptionalLong.empty()
                : points.stream()
                        .filter(point -> seconds(point, first) <= openingSeconds + FIRST_ROUND_FACTOR * serviceSeconds)
                        .mapToLong(AnswerCount::answered)
                        .max();
        long most = 0;
        int from = 0;
        for (AnswerCount point : points) {
            while (seconds(point, points.get(from).nanos()) > serviceSeconds / 2) {
                from++;
            }
            most = Math.max(most, point.answered() - points.get(from).answered());
        }
        return new Bursts(atFirst, OptionalLong.of(most));
    }

    private static double seconds(AnswerCount point, long first) {
        return (point.nanos() - first) / 1e9;
    }
}
