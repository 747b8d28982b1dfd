package io.ceiling.capacity.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Decides at how many connections a server is read for a prediction: few at first, then up to a tenth of the nearest
 * predicted limit, and never more than half of the room that a limit may have left. Pure functions.
 */
public final class LevelPlan {

    /** Levels with connections that a prediction needs for intervals. */
    public static final int MIN_LEVELS = 5;

    private static final int MAX_LEVELS = 8;

    // Most connections of the first level.
    private static final int MAX_FIRST_LEVEL = 10;

    // Divides the room of a counted limit for the first level, when no cost is known yet.
    private static final int FIRST_LEVEL_DIVISOR = 100;

    // Divides the nearest predicted limit.
    private static final int NEAREST_LIMIT_DIVISOR = 10;

    // Divisor of the rest of a limit, which bounds the connections to open: the server may have other clients.
    private static final int SAFETY_DIVISOR = 2;

    // A level has at most so many times the connections of the one before: a first line may be wrong.
    private static final int GROWTH = 3;

    // The limits of which at least one must be seen before a server is trusted with many connections.
    private static final List<LimitingFactor> KEY_LIMITS = List.of(
            LimitingFactor.SERVER_HEAP, LimitingFactor.SERVER_FILE_DESCRIPTORS, LimitingFactor.SERVER_MAX_CONNECTIONS);

    private LevelPlan() {}

    /**
     * The most connections that may be opened.
     *
     * @param connections number of connections, at least 1
     * @param chosen true if the user chose the number
     */
    public record ConnectionCap(int connections, boolean chosen) {

        public ConnectionCap {
            if (connections < 1) {
                throw new IllegalArgumentException("connections must be >= 1, were %d".formatted(connections));
            }
        }
    }

    /**
     * The next level.
     *
     * @param connections number of connections; empty if there is none
     * @param endReason reason why there is none, for the user; empty if there are enough levels
     */
    public record NextLevel(OptionalInt connections, String endReason) {

        private static NextLevel of(long connections) {
            return new NextLevel(OptionalInt.of(Math.toIntExact(connections)), "");
        }

        private static NextLevel end(String why) {
            return new NextLevel(OptionalInt.empty(), why);
        }
    }

    // A limit that can be counted, and how many more it allows.
    private record CountLeft(String limit, long left) {

        private static Optional<CountLeft> of(String name, Limit limit, long used) {
            return limit.isNumber()
                    ? Optional.of(new CountLeft("%s=%s".formatted(name, limit), Math.max(0, limit.orElse(0) - used)))
                    : Optional.empty();
        }
    }

    /**
     * Returns the number of connections of the first level, at least 1; none if a limit that can be counted has too little
     * room for a single one.
     *
     * @param server reading before a connection is opened
     */
    public static NextLevel first(ServerReading server, ConnectionCap cap) {
        Optional<CountLeft> least = Stream.of(
                        CountLeft.of(
                                "maxThreads",
                                server.maxThreads(),
                                server.busyThreads().orElse(0)),
                        CountLeft.of(
                                "maxConnections",
                                server.maxConnections(),
                                server.connections().orElse(0)),
                        CountLeft.of(
                                "nofile",
                                server.maxDescriptors(),
                                server.openDescriptors().orElse(0)))
                .flatMap(Optional::stream)
                .min(Comparator.comparingLong(CountLeft::left));
        if (least.isPresent() && least.get().left() < SAFETY_DIVISOR) {
            return NextLevel.end("too little room left: %d of %s, of which half may be used"
                    .formatted(least.get().left(), least.get().limit()));
        }
        long share = least.map(CountLeft::left).orElse(Long.MAX_VALUE) / FIRST_LEVEL_DIVISOR;
        return NextLevel.of(Math.max(1, Math.min(Math.min(MAX_FIRST_LEVEL, cap.connections() / MIN_LEVELS), share)));
    }

    /**
     * Returns the number of connections of the next level.
     *
     * @param completedLevels connections of the levels so far, at least one level
     * @param soFar prediction from these
     */
    public static NextLevel next(List<Integer> completedLevels, LimitPrediction soFar, ConnectionCap cap) {
        int now = completedLevels.get(completedLevels.size() - 1);
        boolean blind = !soFar.knowsAnyOf(KEY_LIMITS) && !cap.chosen();
        long budget = Math.min(
                cap.connections(), blind ? (long) MIN_LEVELS * completedLevels.get(0) : connectionBudget(soFar));
        boolean enough = completedLevels.size() >= MIN_LEVELS;
        if (enough && (now >= budget || completedLevels.size() >= MAX_LEVELS)) {
            return NextLevel.end(
                    blind
                            ? "stopped after %d levels: neither heap, descriptors nor maxConnections are predicted. Hint: --cap=N opens more"
                                    .formatted(completedLevels.size())
                            : "");
        }
        if (now >= cap.connections()) {
            return NextLevel.end("");
        }
        long safe = soFar.earliestConnections().orElse(Long.MAX_VALUE) / SAFETY_DIVISOR;
        if (now >= safe) {
            return NextLevel.end(
                    "too little room left: a limit may be met at %d connections, of which half may be opened"
                            .formatted(soFar.earliestConnections().orElse(0)));
        }
        // Beyond the budget, each missing level adds one connection: fewer than five levels have wide intervals.
        long missingLevels = Math.max(1, MIN_LEVELS - completedLevels.size());
        long step = Math.max(1, (budget - now + missingLevels - 1) / missingLevels);
        long next = Math.min(now + step, (long) GROWTH * now);
        return NextLevel.of(Math.min(Math.min(cap.connections(), safe), next));
    }

    // Returns a tenth of the nearest limit, at most half of the number below which no other limit is met: up to there,
    // higher levels show whether another limit comes first. Without a nearest limit, a tenth of that number.
    private static long connectionBudget(LimitPrediction soFar) {
        long lowerBound = soFar.minLowerBound().orElse(Long.MAX_VALUE);
        return soFar.nearest()
                .map(PredictedLimit::wholeConnections)
                .map(near -> Math.min(near / NEAREST_LIMIT_DIVISOR, lowerBound / SAFETY_DIVISOR))
                .orElse(lowerBound / NEAREST_LIMIT_DIVISOR);
    }
}
