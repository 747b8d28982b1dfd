package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.verdict.ramp.CeilingFinder.HeldLevel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The knowledge of a ramp after its steps so far, and its next action.
 *
 * <p>A failure at a configured limit counts at once. A failure that can pass (a busy processor, a long collection, an
 * unknown factor) is tried again before it counts: at half the pace; an unknown factor once more at a quarter of it. A
 * failure of a step in which connects were dropped or repeated is tried again until connections are opened one after
 * the other, and a pace that cures it is kept. A server that reached a limit may be worse than before: if it cannot hold what it held
 * earlier, the failure does not count.
 *
 * <p>Requests in flight that are late, or refused, do a server no harm. Such a failure counts at once, and the lowest one is
 * held once more before the ramp ends: if it passes then, the failure is dropped.
 *
 * <p>Immutable, without I/O or a clock.
 */
public final class RampState {

    // Most servers of a ramp that starts its own servers.
    private static final int MAX_SERVERS = 8;

    // Most beginnings of a ramp against an external server, which starts no server: a failure of unknown cause begins
    // anew up to three times at each level.
    private static final int MAX_RESTARTS = 40;

    /** Number of halvings of the pace after which connections are opened one after the other. */
    public static final int MAX_HALVINGS = 5;

    private static final int MAX_RETRIES = 1;
    private static final int MAX_RETRIES_UNKNOWN = 2;
    private static final int MAX_RETRIES_UNEXPECTED = 2;

    // The server that the ramp uses.
    // number: number of the server, 1 for the first
    // failed: true after a step that failed in it
    // tainted: true after a failure that may have left traces, which would distort the cost of a connection
    private record RampServer(int number, boolean failed, boolean tainted) {}

    // The repetition of a level.
    // target: connections of that level; 0 if none is tried again
    // tries: repetitions so far
    // halvings: halvings of the pace that cured a failure with dropped connects
    // overrun: true if connects were dropped in the step that failed last
    private record Retry(int target, int tries, int halvings, boolean overrun) {}

    /** The possible damage of a failure to the server. */
    public enum Harm {
        /** The limit that was reached decides. */
        POSSIBLE,
        /** None: requests in flight were late or refused, and the server is as before once it has answered them. */
        NONE,
        /** None as well, and the server was expected to take that number, so that it is tried again at once. */
        NONE_UNEXPECTED,
        /** The server keeps responses of clients that have left: another try would not find it emptier. */
        KEPT
    }

    /**
     * A step that failed, with its cause.
     *
     * @param level the step
     * @param factor limiting factor of the failure
     * @param canPass true if the same number may be held a moment later, see {@link #canPass}
     * @param onlyLate true if answers were late and nothing else failed
     * @param overrun true if connects were dropped or repeated as well, see {@link io.ceiling.harness.verdict.FailedStep#isOverrun}
     * @param harm what the failure may have done to the server
     */
    public record Failure(
            HeldLevel level, LimitingFactor factor, boolean canPass, boolean onlyLate, boolean overrun, Harm harm) {

        private boolean isHarmless() {
            return harm != Harm.POSSIBLE;
        }

        private boolean isPaceFailure() {
            return canPass && (overrun || factor == LimitingFactor.ACCEPT_QUEUE);
        }
    }

    /** The server that takes the next step. */
    public enum Recovery {
        /** No server: there is no next step. */
        NONE,
        /** The server of the failed step, if it has released the excess connections. */
        SAME_SERVER,
        /** The server of the failed step, which still answers. */
        SAME_ANSWERING_SERVER,
        FRESH_SERVER
    }

    /**
     * The consequences of a step that failed.
     *
     * @param state state after the step
     * @param counts true if the step decides the ceiling
     * @param recovery server that takes the next step
     */
    public record FailureOutcome(RampState state, boolean counts, Recovery recovery) {}

    private final CeilingFinder finder;
    private final List<HeldLevel> countedLevels;
    private final RampServer server;
    private final Retry retry;
    // Levels with a single failure that a pause of the host may have caused, and that did the server no harm.
    private final Set<Integer> unconfirmed;

    private RampState(
            CeilingFinder finder, List<HeldLevel> counted, RampServer server, Retry retry, Set<Integer> unsure) {
        this.finder = finder;
        this.countedLevels = List.copyOf(counted);
        this.server = server;
        this.retry = retry;
        this.unconfirmed = Set.copyOf(unsure);
    }

    /** Returns the state before the first step. */
    public static RampState before(CeilingFinder finder) {
        return new RampState(finder, List.of(), new RampServer(1, false, false), new Retry(0, 0, 0, false), Set.of());
    }

    /**
     * Returns true if that limit may let the same connections pass at a slower pace. This includes a pool of threads
     * that is filled by requests rather than by connections.
     */
    public static boolean canPass(Scenario scenario, LimitingFactor factor) {
        boolean poolOfRequests = factor == LimitingFactor.SERVER_THREADS
                && scenario.work().repeatsRequests()
                && !scenario.holdsThread()
                && !scenario.mayHoldThread();
        return factor.isTransient() || poolOfRequests;
    }

    /** Returns the next level, or the end: a lowest failure that did no harm must occur twice first. */
    public NextAction next() {
        NextAction next = finder.next(countedLevels);
        return next instanceof NextAction.Done done
                        && done.firstFailure().isPresent()
                        && unconfirmed.contains(done.firstFailure().getAsInt())
                ? new NextAction.Hold(done.firstFailure().getAsInt())
                : next;
    }

    /**
     * Returns the ceiling and first failure that the steps so far have shown, whether or not the interval between them
     * is narrow enough.
     */
    public NextAction.Done bounds() {
        return CeilingFinder.bounds(countedLevels);
    }

    /** Returns how often the normal pace is halved for a step with that number of connections. */
    public int halvings(int target) {
        return Math.min(retry.halvings() + retries(target), MAX_HALVINGS);
    }

    /** Returns the number of the server that takes the next step, 1 for the first. */
    public int server() {
        return server.number();
    }

    /** Returns true if costs read in this server may include traces of an earlier failure. */
    public boolean isTainted() {
        return server.tainted();
    }

    /** Returns the state after a step that passed. */
    public RampState afterPass(HeldLevel level) {
        // A burst that overran a short queue once would do so at each higher level.
        int kept = retry.overrun() ? halvings(level.target()) : retry.halvings();
        Retry after = new Retry(retry.target(), retry.tries(), kept, false);
        // The earlier failure had no lasting reason.
        List<HeldLevel> others = new ArrayList<>(countedLevels);
        if (unconfirmed.contains(level.target())) {
            others.removeIf(other -> other.target() == level.target());
        }
        others.add(level);
        return new RampState(finder, others, server, after, unconfirmedWithout(level.target()));
    }

    private Set<Integer> unconfirmedWithout(int target) {
        Set<Integer> others = new HashSet<>(unconfirmed);
        others.remove(target);
        return others;
    }

    private Set<Integer> unconfirmedAfter(Failure failure, boolean counts, int tries) {
        int target = failure.level().target();
        boolean maySurprise = failure.isHarmless() && failure.harm() != Harm.KEPT;
        if (!counts || !maySurprise || tries > 0 || unconfirmed.contains(target)) {
            return counts ? unconfirmedWithout(target) : unconfirmed;
        }
        Set<Integer> more = new HashSet<>(unconfirmed);
        more.add(target);
        return more;
    }

    /** Returns the state in which a failure that was to be tried again counts. */
    public RampState withCountedFailure(HeldLevel level) {
        return new RampState(
                finder,
                with(level),
                server,
                new Retry(0, 0, retry.halvings(), false),
                unconfirmedWithout(level.target()));
    }

    /** Returns the consequences of a step that failed. */
    public FailureOutcome afterFailure(Failure failure) {
        int tries = retries(failure.level().target());
        boolean damaged =
                !failure.isHarmless() && server.failed() && failure.level().served() < bounds().ceiling();
        boolean retried = tries < maxRetries(failure);
        boolean overrun = retried && failure.isPaceFailure();
        boolean counts = !damaged && !retried;
        RampState state = new RampState(
                finder,
                counts ? with(failure.level()) : countedLevels,
                new RampServer(
                        server.number(),
                        true,
                        server.tainted() || !failure.factor().leavesNoTrace()),
                new Retry(retried ? failure.level().target() : 0, retried ? tries + 1 : 0, retry.halvings(), overrun),
                unconfirmedAfter(failure, counts, tries));
        boolean answers = retried && (tries == 0 || overrun) && failure.onlyLate() && !damaged;
        return new FailureOutcome(
                state,
                counts,
                failure.isHarmless() && !(state.next() instanceof NextAction.Done)
                        ? Recovery.SAME_SERVER
                        : state.recovery(failure.factor(), damaged, answers));
    }

    /** Returns how many servers a ramp uses at most; of an external server, how often the ramp begins. */
    public static int maxServers(Scenario scenario) {
        return scenario.isExternal() ? MAX_RESTARTS : MAX_SERVERS;
    }

    /** Returns the state with a fresh server; empty if that would exceed the given number of servers. */
    public Optional<RampState> inFreshServer(int most) {
        return server.number() >= most
                ? Optional.empty()
                : Optional.of(new RampState(
                        finder, countedLevels, new RampServer(server.number() + 1, false, false), retry, unconfirmed));
    }

    private Recovery recovery(LimitingFactor factor, boolean damaged, boolean answers) {
        if (next() instanceof NextAction.Done) {
            return Recovery.NONE;
        }
        if (answers) {
            return Recovery.SAME_ANSWERING_SERVER;
        }
        return damaged || factor.canHarmServer() ? Recovery.FRESH_SERVER : Recovery.SAME_SERVER;
    }

    private int retries(int target) {
        return target == retry.target() ? retry.tries() : 0;
    }

    // Returns how often a level is tried again at a slower pace before its failure counts.
    private static int maxRetries(Failure failure) {
        if (!failure.canPass() || failure.harm() == Harm.KEPT) {
            return 0;
        }
        // A listen queue limits a pace, and hardly ever a number of connections.
        if (failure.isPaceFailure()) {
            return MAX_HALVINGS;
        }
        if (failure.isHarmless()) {
            return failure.harm() == Harm.NONE_UNEXPECTED ? MAX_RETRIES_UNEXPECTED : 0;
        }
        return failure.factor() == LimitingFactor.UNKNOWN ? MAX_RETRIES_UNKNOWN : MAX_RETRIES;
    }

    private List<HeldLevel> with(HeldLevel level) {
        List<HeldLevel> all = new ArrayList<>(countedLevels);
        all.add(level);
        return all;
    }
}
