package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.text.Plural;
import java.time.Duration;
import java.util.List;

/**
 * Decides from rounds of warm-up whether the response times of a server have become steady. Pure functions.
 *
 * <p>Notes. A JVM answers its first requests in interpreted code, and its compilers take processors from the threads
 * that answer: a fresh server can be a hundred times slower than the same server some seconds later. A fixed warm-up is
 * too short on a slow host and too long on a fast one, so the end is measured. Two rounds in a row must be quiet: their
 * slowest answers are well within the SLO, or within it and not much slower than in the best round, and the compilers
 * used at most half of the processors. If compilation cannot be seen, three rounds must be quiet.
 */
public final class Steadiness {

    // Share of the SLO within which answers leave room for a server that is busier than in its warm-up.
    private static final double SHARE_OF_SLO = 0.1;

    private static final double NEAR_BEST = 1.5;

    // Share of the processors that compilers may use; they are never idle, since there is always code left to
    // optimise.
    private static final double COMPILERS_SHARE = 0.5;

    private static final int QUIET_ROUNDS = 2;
    private static final int BLIND_QUIET_ROUNDS = 3;

    private Steadiness() {}

    /**
     * The outcome of one round of a warm-up.
     *
     * @param elapsedNanos duration of the round, in ns
     * @param slowestNanos time within which at least 99 % of its answers came, in ns
     * @param compilationNanos time that compilers spent in the round, in ns
     * @param failed number of connections that were not served
     */
    public record Round(long elapsedNanos, long slowestNanos, Observation compilationNanos, long failed) {

        private double compilerShare() {
            return (double) compilationNanos.orElse(0) / Math.max(1, elapsedNanos);
        }

        private boolean isBlind() {
            return !compilationNanos.isSeen();
        }
    }

    /**
     * Returns true if the last rounds were steady.
     *
     * @param rounds all rounds of one server in their order
     * @param slo response time that answers must keep
     * @param processors number of processors that the server may use
     */
    public static boolean isSteady(List<Round> rounds, Duration slo, double processors) {
        int needed = rounds.stream().anyMatch(Round::isBlind) ? BLIND_QUIET_ROUNDS : QUIET_ROUNDS;
        if (rounds.size() <= needed) {
            return false;
        }
        long best = rounds.stream()
                .filter(round -> round.failed() == 0)
                .mapToLong(Round::slowestNanos)
                .min()
                .orElse(0);
        return rounds.subList(rounds.size() - needed, rounds.size()).stream()
                .allMatch(round -> isQuiet(round, best, slo, processors));
    }

    private static boolean isQuiet(Round round, long bestNanos, Duration slo, double processors) {
        boolean fast = round.slowestNanos() <= SHARE_OF_SLO * slo.toNanos()
                || (round.slowestNanos() <= NEAR_BEST * bestNanos && round.slowestNanos() <= slo.toNanos());
        return round.failed() == 0 && fast && round.compilerShare() <= COMPILERS_SHARE * processors;
    }

    /** Describes the last round, for the row of a server that did not become steady. */
    public static String describe(List<Round> rounds) {
        if (rounds.isEmpty()) {
            return "no round of warm-up was possible";
        }
        Round last = rounds.get(rounds.size() - 1);
        return "after %s the slowest answers took %.1f ms%s%s"
                .formatted(
                        Plural.of(rounds.size(), "round"),
                        last.slowestNanos() / 1e6,
                        last.isBlind()
                                ? ""
                                : ", compilers used %.0f %% of a processor".formatted(100 * last.compilerShare()),
                        last.failed() == 0 ? "" : ", %d were not served".formatted(last.failed()));
    }
}
