package io.ceiling.harness.verdict.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.prediction.LimitPrediction;
import io.ceiling.harness.model.prediction.PredictedLimit;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Decides at how many connections a server is read for a prediction: few at first, then up to a tenth of the nearest
 * limit as it is predicted so far. Pure functions.
 */
public final class LevelPlan {

    /** Levels with connections that a prediction needs at least. */
    public static final int LEAST_LEVELS = 5;

    private static final int MOST_LEVELS = 8;

    /** Connections of the first level at most. */
    private static final int FIRST = 10;

    /** Divides a limit that can be counted, for the first level, of which no cost is known yet. */
    private static final int FIRST_SHARE = 100;

    /** Divides the nearest predicted limit. */
    private static final int SHARE = 10;

    /** A level has at most so many times the connections of the one before: a first line may be wrong. */
    private static final int GROWTH = 3;

    private LevelPlan() {}

    /**
     * Returns the number of connections of the first level, at least 1.
     *
     * @param zero reading without a connection
     * @param most most connections that may be opened
     */
    public static int first(Sample zero, int most) {
        ServerReading server = zero.server();
        long least = Stream.of(
                        room(server.maxConnections(), server.connections().orElse(0)),
                        room(server.maxThreads(), server.busyThreads().orElse(0)),
                        room(server.maxDescriptors(), server.openDescriptors().orElse(0)))
                .flatMapToLong(OptionalLong::stream)
                .min()
                .orElse(Long.MAX_VALUE);
        return (int) Math.max(1, Math.min(Math.min(FIRST, most / LEAST_LEVELS), least / FIRST_SHARE));
    }

    private static OptionalLong room(Limit limit, long used) {
        return limit.isNumber() ? OptionalLong.of(Math.max(0, limit.orElse(0) - used)) : OptionalLong.empty();
    }

    /**
     * Returns the number of connections of the next level; empty if there are enough levels.
     *
     * @param done number of levels with connections so far, at least 1
     * @param soFar prediction from these
     * @param most most connections that may be opened
     */
    public static OptionalInt next(int done, LimitPrediction soFar, int most) {
        int now = soFar.mostConnections();
        int budget = budget(soFar, most);
        boolean enough = done >= LEAST_LEVELS && (now >= budget || done >= MOST_LEVELS);
        if (enough || now >= most) {
            return OptionalInt.empty();
        }
        // Beyond the budget the fewest that make another level: fewer than five levels have no interval.
        int left = Math.max(1, LEAST_LEVELS - done);
        int step = Math.max(1, (budget - now + left - 1) / left);
        long next = Math.min((long) now + step, (long) GROWTH * now);
        return OptionalInt.of((int) Math.min(most, next));
    }

    /** Returns the connections of the highest level: a tenth of the nearest limit. */
    private static int budget(LimitPrediction soFar, int most) {
        return (int) Math.min(most, soFar.nearest().map(PredictedLimit::whole).orElse(Long.MAX_VALUE) / SHARE);
    }
}
