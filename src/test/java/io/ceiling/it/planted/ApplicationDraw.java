package io.ceiling.it.planted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An application with one limit, drawn at random, and what a probe of it has to find. A pure function of seed and index.
 *
 * @param size places of the limit; of NONE the connections at which the ramp ends, of PROCESSORS 0
 * @param threads request threads; 0 where the platform has none, and where they are the limit
 */
record ApplicationDraw(
        long seed, int index, Platform platform, Limit limit, int size, int threads, Times times, Way way) {

    /**
     * Time of a request that waits for nobody, and the longest one that is in time.
     *
     * @param rounds requests that can be served one after the other in the latter
     */
    record Times(int serviceMillis, int sloMillis, int rounds) {}

    /** How it is measured. */
    enum Way {
        PROBE,
        /** Started by the command, which sets threads itself. */
        JAR,
        NGINX,
        HAPROXY;

        boolean isProxy() {
            return this == NGINX || this == HAPROXY;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Pair(Platform platform, Limit limit) {}

    /** Each platform with each of its limits: a deck has all of them once. */
    private static final List<Pair> DECK = Arrays.stream(Platform.values())
            .flatMap(platform -> platform.limits().stream().map(limit -> new Pair(platform, limit)))
            .toList();

    private static final int LONGEST_SERVICE_MILLIS = 500;
    private static final int SHORTEST_SERVICE_MILLIS = 70;
    private static final int MAX_ROUNDS = 3;
    private static final int MAX_LOOPS = 8;
    private static final List<Integer> LARGEST_SIZES = List.of(4, 12, 40, 100, 200);

    static ApplicationDraw draw(long seed, int index) {
        // Apart from the numbers of the draws.
        Pair pair = new Dice(seed, -1L - index / DECK.size()).shuffled(DECK).get(index % DECK.size());
        Dice dice = new Dice(seed, index);
        Limit limit = pair.limit();
        int size = size(dice, pair);
        Times times = times(
                dice,
                limit,
                limit.hasOnePlace() ? 0 : size * 1000 / pair.platform().ease());
        boolean needsThreads = pair.platform().isMvc() && limit != Limit.THREADS && limit != Limit.NONE;
        int threads = needsThreads ? size * 3 / 2 + dice.between(20, 200) : 0;
        return new ApplicationDraw(
                seed, index, pair.platform(), limit, size, threads, times, way(dice, pair.platform()));
    }

    private static int size(Dice dice, Pair pair) {
        int most = pair.platform().ease() * LONGEST_SERVICE_MILLIS / 1000;
        int size = dice.between(1, Math.min(most, dice.oneOf(LARGEST_SIZES)));
        return switch (pair.limit()) {
            case NONE -> Math.min(most, 40 + size);
            case PROCESSORS -> 0;
            case LOOP ->
                switch (pair.platform()) {
                    case NODE, FASTAPI -> 1;
                    default -> Math.min(size, MAX_LOOPS);
                };
            case THREADS -> Math.max(size, 3 * pair.platform().ownThreads().highest());
            default -> pair.limit().hasOnePlace() ? 1 : size;
        };
    }

    /**
     * The end of the SLO is well apart from the end of each round, and from where TCP sends a lost SYN again, where the command
     * refuses it.
     */
    private static Times times(Dice dice, Limit limit, int shortestMillis) {
        if (limit == Limit.PROCESSORS) {
            int millis = dice.between(20, 50);
            return new Times(millis, 8 * millis, 8);
        }
        int millis = dice.between(Math.max(SHORTEST_SERVICE_MILLIS, shortestMillis), LONGEST_SERVICE_MILLIS);
        int rounds = dice.between(1, MAX_ROUNDS);
        int slo = millis * rounds + millis * dice.between(60, 85) / 100;
        return slo > 880 && slo < 1120 ? times(dice, limit, shortestMillis) : new Times(millis, slo, rounds);
    }

    private static Way way(Dice dice, Platform platform) {
        if (dice.oneIn(5)) {
            return dice.oneOf(List.of(Way.NGINX, Way.HAPROXY));
        }
        return platform.isMvc() && dice.oneIn(6) ? Way.JAR : Way.PROBE;
    }

    /** Requests that are served at once; empty where there is no such number. */
    Optional<Truth.Range> served() {
        if (!limit.hasPlaces()) {
            return Optional.empty();
        }
        Truth.Range own = limit == Limit.THREADS ? platform.ownThreads() : new Truth.Range(0, 0);
        return Optional.of(new Truth.Range(size - own.highest(), size - own.lowest()));
    }

    /**
     * Requests that are answered in time when all come at once: those of all whole rounds. Where who waits is not served in the
     * order of arrival, the last one may be a round late; where none may wait, there is one round.
     */
    Optional<Truth.Range> number() {
        if (limit == Limit.NONE) {
            return Optional.of(new Truth.Range(size, size));
        }
        int most = limit == Limit.REFUSE ? 1 : times.rounds();
        int fewest = limit.isFair() ? most : Math.max(1, most - 1);
        return served().map(range -> new Truth.Range(range.lowest() * fewest, range.highest() * most));
    }

    String settings() {
        List<String> words = new ArrayList<>();
        if (limit == Limit.NONE) {
            words.add("cap=" + size);
        } else if (limit.hasPlaces()) {
            words.add("size=" + size);
        }
        if (threads > 0) {
            words.add("threads=" + threads);
        }
        return String.join(" ", words);
    }

    String name() {
        return "draw %d of seed %d: %s, %s %s, %d ms, SLO %d ms, %s"
                .formatted(
                        index,
                        seed,
                        platform.label(),
                        limit.label(),
                        settings(),
                        times.serviceMillis(),
                        times.sloMillis(),
                        way.label());
    }
}
