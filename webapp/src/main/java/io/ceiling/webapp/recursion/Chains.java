package io.ceiling.webapp.recursion;

import io.ceiling.protocol.Gauge;
import io.ceiling.protocol.Gauges;
import io.ceiling.protocol.Parameters;
import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Query;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The recursions of this WAR, both running ones and ones that ended recently. Thread-safe, does not block. */
public final class Chains {

    /** Name of the request header that passes the id of a chain from level to level. */
    static final String HEADER = "X-Ceiling-Chain";

    public static final int MIN_STALL_MILLIS = 50;
    private static final int ID_BYTES = 16;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{%d}".formatted(2 * ID_BYTES));
    private static final Set<String> PARAMETERS = Set.of("number", "limit", "stall-ms");

    // Time for which an ended chain is remembered. Levels that were queued in the server until a thread was free must
    // find their chain and stop; without it each would begin a new chain for which no client waits.
    private static final long REMEMBERED_NANOS = 600L * 1_000_000_000;

    private static final int MAX_REMEMBERED = 10_000;
    private static final int RESERVE_BYTES = 2 * 1024 * 1024;
    private static final long FORGETTING_NANOS = 1_000_000_000;

    private final Map<String, Chain> chains = new ConcurrentHashMap<>();
    // The running chains. An array, so that the watchdog finds them without an iterator, for which a full heap has no
    // room.
    private final AtomicReferenceArray<@Nullable Chain> running;

    private final SecureRandom random = new SecureRandom();
    private final int cap;
    private final int stallMillis;
    private final int mostStallMillis;
    private final Gauges gauges;
    private final @Nullable InetSocketAddress next;
    private long sinceForgettingNanos;
    // Memory that is freed when a chain stalls, so that the chain can unwind if the heap is full.
    private byte @Nullable [] reserve = new byte[RESERVE_BYTES];

    /**
     * Creates the registry, without chains.
     *
     * @param cap maximum number of levels of a chain
     * @param most maximum number of chains that run at the same time
     * @param stallMillis default time without progress after which a chain counts as stalled
     * @param mostStallMillis maximum of this time that a request may set
     * @param next address of the next instance of a ring; null if this server calls itself
     */
    public Chains(
            int cap, int most, int stallMillis, int mostStallMillis, Gauges gauges, @Nullable InetSocketAddress next) {
        this.cap = cap;
        this.running = new AtomicReferenceArray<>(most);
        this.stallMillis = stallMillis;
        this.mostStallMillis = mostStallMillis;
        this.gauges = gauges;
        this.next = next;
        // Seeds the generator now, and loads the classes needed at the end of a chain, while descriptors are available
        // for it.
        byte[] first = new byte[ID_BYTES];
        random.nextBytes(first);
        byte[] ignored = RecursionAnswer.answer(0, RecursionAnswer.describe(new LevelFailureException("\"")));
    }

    /** Returns the chain whose id is in the header of a request; null if there is none. */
    @Nullable
    public Chain find(HttpServletRequest request) {
        String id = request.getHeader(HEADER);
        return id == null ? null : chains.get(id);
    }

    /**
     * Returns the level that a request enters: of the chain in its header; in a ring, of a new chain with the id from
     * another instance; otherwise of a new chain with a new id.
     *
     * @throws RefusedException if a parameter is wrong or too many chains run
     */
    Level level(HttpServletRequest request) throws RefusedException, IOException {
        Parameters parameters = Query.of(request, PARAMETERS);
        int limit = parameters.number("limit", 1, cap, cap);
        int number = parameters.number("number", 1, limit);
        int stall = parameters.number("stall-ms", MIN_STALL_MILLIS, mostStallMillis, stallMillis);
        Chain existingChain = find(request);
        if (existingChain != null) {
            return new Level(existingChain, number, limit, false);
        }
        String id = comesFromRing(request) ? request.getHeader(HEADER) : newId();
        Chain newChain = new Chain(id, SelfCall.of(request, id, limit, stall, next), stall, next != null);
        run(newChain);
        Chain concurrentChain = chains.putIfAbsent(id, newChain);
        if (concurrentChain != null) {
            forgetRunning(newChain);
            return new Level(concurrentChain, number, limit, false);
        }
        return new Level(newChain, number, limit, true);
    }

    // Without a ring no id is accepted from a request.
    private boolean comesFromRing(HttpServletRequest request) {
        String id = request.getHeader(HEADER);
        return next != null && id != null && ID.matcher(id).matches();
    }

    private String newId() {
        byte[] bits = new byte[ID_BYTES];
        random.nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }

    private void run(Chain chain) throws RefusedException {
        for (int i = 0; i < running.length(); i++) {
            if (running.compareAndSet(i, null, chain)) {
                return;
            }
        }
        throw new RefusedException(
                RefusedException.UNAVAILABLE,
                "%d recursions run, no more are allowed. Hint: wait for one to end, or raise ceiling.recursion.chains"
                        .formatted(running.length()));
    }

    private void forgetRunning(Chain chain) {
        for (int i = 0; i < running.length(); i++) {
            running.compareAndSet(i, chain, null);
        }
    }

    /** Records that a level begins; returns false if it must answer at once, because its chain does not continue. */
    boolean enter(Level level) {
        if (!level.chain().enter(level.number())) {
            return false;
        }
        gauges.raise(Gauge.DEEPEST_LEVEL, level.number());
        gauges.increment(Gauge.LEVELS_IN_FLIGHT);
        return true;
    }

    /** Records that a level that was entered has its answer. */
    void leave(Level level) {
        gauges.decrement(Gauge.LEVELS_IN_FLIGHT);
        if (level.first()) {
            level.chain().end();
            forgetRunning(level.chain());
        }
    }

    /** Records that a level begins to wait without a thread. */
    void suspend() {
        gauges.increment(Gauge.ASYNC_LEVELS);
    }

    /** Records that a level that waited without a thread has its answer. */
    void resume() {
        gauges.decrement(Gauge.ASYNC_LEVELS);
    }

    /** Checks the running chains for progress, and forgets old ones. Only called by the watchdog. */
    public void checkProgress(long elapsedNanos) {
        for (int i = 0; i < running.length(); i++) {
            Chain chain = running.get(i);
            if (chain != null && chain.checkProgress(elapsedNanos)) {
                reserve = null;
            }
        }
        sinceForgettingNanos += elapsedNanos;
        if (sinceForgettingNanos > FORGETTING_NANOS) {
            forget(sinceForgettingNanos);
            sinceForgettingNanos = 0;
        }
    }

    private void forget(long elapsedNanos) {
        if (reserve == null && gauges.value(Gauge.LEVELS_IN_FLIGHT) == 0) {
            reserve = new byte[RESERVE_BYTES];
        }
        int remembered = 0;
        for (Iterator<Chain> all = chains.values().iterator(); all.hasNext(); ) {
            Chain chain = all.next();
            if (chain.ended() && (chain.ageNanos(elapsedNanos) > REMEMBERED_NANOS || ++remembered > MAX_REMEMBERED)) {
                all.remove();
            }
        }
    }
}
