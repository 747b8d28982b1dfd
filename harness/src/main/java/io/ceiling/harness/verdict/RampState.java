package io.ceiling.harness.verdict;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.verdict.CeilingFinder.Tried;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a ramp knows after its steps so far, and what it does next.
 *
 * <p>A failure counts at once if it is at a configured limit. One that can pass (a busy processor, a long collection, a burst that ran
 * over a listen queue, anything without a name) is tried again before it counts: at half the pace; one without a name once more at a
 * quarter of it; one of a listen queue until connections are opened one after the other, and a pace that cures it is kept. A server
 * that met a limit may be worse than before: if it cannot hold what it held earlier, the failure does not count.
 *
 * <p>Immutable, without I/O or a clock.
 */
public final class RampState {

    /** Servers that a ramp uses up at most. */
    public static final int MOST_SERVERS = 8;

    /** Halvings of the pace, after which connections are opened one after the other. */
    public static final int MOST_HALVINGS = 5;

    private static final int FURTHER_TRIES = 1;
    private static final int FURTHER_TRIES_WITHOUT_A_NAME = 2;

    /**
     * The server that the ramp uses.
     *
     * @param number 1 for the first
     * @param failed true after a step that failed in it
     * @param spoilt true after a failure that may have left traces, which are no cost of a connection
     */
    private record Server(int number, boolean failed, boolean spoilt) {}

    /**
     * How a level is tried again.
     *
     * @param target connections of that level; 0 if none is tried again
     * @param tries made before
     * @param halvings of the pace that cured a listen queue
     * @param overrun true if the last failure was a listen queue that ran over
     */
    private record Retry(int target, int tries, int halvings, boolean overrun) {}

    /**
     * A step that failed, and why.
     *
     * @param canPass true if the same number may be held a moment later, see {@link #canPass}
     * @param onlyLate true if nothing but time went wrong
     */
    public record Failure(Tried tried, LimitingFactor factor, boolean canPass, boolean onlyLate) {}

    /** Which server takes the next step. */
    public enum Recovery {
        /** There is no next step. */
        NONE,
        /** The same one, if it is rid of what was too much. */
        SAME_SERVER,
        /** The same one, which still answers. */
        SAME_ANSWERING_SERVER,
        FRESH_SERVER
    }

    /**
     * What follows a step that failed.
     *
     * @param counts true if the ceiling is decided with that step
     */
    public record Judged(RampState state, boolean counts, Recovery recovery) {}

    private final CeilingFinder finder;
    private final List<Tried> counted;
    private final Server server;
    private final Retry retry;

    private RampState(CeilingFinder finder, List<Tried> counted, Server server, Retry retry) {
        this.finder = finder;
        this.counted = List.copyOf(counted);
        this.server = server;
        this.retry = retry;
    }

    /** Returns the state before the first step. */
    public static RampState before(CeilingFinder finder) {
        return new RampState(finder, List.of(), new Server(1, false, false), new Retry(0, 0, 0, false));
    }

    /**
     * Returns true if that limit may let the same connections pass at a calmer pace: also a pool of threads that requests fill and
     * connections do not.
     */
    public static boolean canPass(Scenario scenario, LimitingFactor factor) {
        boolean poolOfRequests = factor == LimitingFactor.SERVER_THREADS
                && scenario.work().asksAgain()
                && !scenario.holdsThread()
                && !scenario.mayHoldThread();
        return factor.canPass() || poolOfRequests;
    }

    public Next next() {
        return finder.next(counted);
    }

    /** Returns what the steps so far have shown, whether or not that is narrow enough. */
    public Next.Done known() {
        return CeilingFinder.known(counted);
    }

    /** Returns how often the usual pace is halved for a step with that number of connections. */
    public int halvings(int target) {
        return Math.min(retry.halvings() + tries(target), MOST_HALVINGS);
    }

    /** Returns the number of the server that takes the next step; 1 for the first. */
    public int server() {
        return server.number();
    }

    /** Returns true if costs read in this server may be those of an earlier failure. */
    public boolean isSpoilt() {
        return server.spoilt();
    }

    /** Returns the state after a step that passed. */
    public RampState passed(Tried tried) {
        // What ran over a short queue once would do so at each further level.
        int kept = retry.overrun() ? halvings(tried.target()) : retry.halvings();
        return new RampState(finder, with(tried), server, new Retry(retry.target(), retry.tries(), kept, false));
    }

    /** Returns what follows a step that failed. */
    public Judged failed(Failure failure) {
        int tries = tries(failure.tried().target());
        boolean damaged = server.failed() && failure.tried().served() < known().ceiling();
        boolean again = tries < furtherTries(failure);
        boolean overrun = again && failure.factor() == LimitingFactor.ACCEPT_QUEUE;
        boolean counts = !damaged && !again;
        RampState state = new RampState(
                finder,
                counts ? with(failure.tried()) : counted,
                new Server(
                        server.number(),
                        true,
                        server.spoilt() || !failure.factor().leavesNoTrace()),
                new Retry(again ? failure.tried().target() : 0, again ? tries + 1 : 0, retry.halvings(), overrun));
        boolean answers = again && (tries == 0 || overrun) && failure.onlyLate() && !damaged;
        return new Judged(state, counts, state.recovery(failure.factor(), damaged, answers));
    }

    /** Returns the state with the next server; empty if that would be one too many. */
    public Optional<RampState> inFreshServer() {
        return server.number() == MOST_SERVERS
                ? Optional.empty()
                : Optional.of(new RampState(finder, counted, new Server(server.number() + 1, false, false), retry));
    }

    private Recovery recovery(LimitingFactor factor, boolean damaged, boolean answers) {
        if (next() instanceof Next.Done) {
            return Recovery.NONE;
        }
        if (answers) {
            return Recovery.SAME_ANSWERING_SERVER;
        }
        return damaged || factor.canHarmServer() ? Recovery.FRESH_SERVER : Recovery.SAME_SERVER;
    }

    private int tries(int target) {
        return target == retry.target() ? retry.tries() : 0;
    }

    /** Returns how often a level is tried again at a calmer pace before its failure counts. */
    private static int furtherTries(Failure failure) {
        if (!failure.canPass()) {
            return 0;
        }
        return switch (failure.factor()) {
            case UNKNOWN -> FURTHER_TRIES_WITHOUT_A_NAME;
            // A listen queue limits a pace, and hardly ever a number.
            case ACCEPT_QUEUE -> MOST_HALVINGS;
            default -> FURTHER_TRIES;
        };
    }

    private List<Tried> with(Tried tried) {
        List<Tried> all = new ArrayList<>(counted);
        all.add(tried);
        return all;
    }
}
