package io.ceiling.capacity.predict;

import io.ceiling.harness.command.probe.FullGcOptions.FullGcPolicy;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides whether a server collects its heap before a reading. A server that was started for the prediction does. A
 * collection of a server that runs already stops its other clients too: such a server does not collect if its JVM
 * refuses, nor after a collection that took too long. Not thread-safe.
 */
final class CollectionPolicy {

    // Longest collection after which a server that runs already is made to collect again.
    private static final long MAX_COLLECTION_NANOS = Duration.ofSeconds(1).toNanos();

    private static final double NANOS_PER_SECOND = 1e9;

    private final FullGcPolicy collections;
    private final boolean running;
    private final ServerSession session;
    private final RunClock clock;
    private Optional<String> whyNotCollected = Optional.empty();

    /**
     * Creates the decision, which holds from the first connection on.
     *
     * @param running true for a server that runs already
     */
    CollectionPolicy(FullGcPolicy collections, boolean running, ServerSession session, RunClock clock) {
        this.collections = collections;
        this.running = running;
        this.session = session;
        this.clock = clock;
        if (collections == FullGcPolicy.ALWAYS) {
            session.recorder().allowCollections(true);
        } else if (collections == FullGcPolicy.NEVER) {
            stop("--no-gc was given");
        } else {
            session.refusalOfCollections()
                    .ifPresent(refusal ->
                            stop("its JVM runs with %s, which is heeded. Hint: --force-gc collects all the same"
                                    .formatted(refusal)));
        }
    }

    /** Returns the reason why the server does not collect; empty if it does. */
    Optional<String> whyNotCollected() {
        return whyNotCollected;
    }

    /** Reads the server without a connection, after a first collection if that is allowed. Blocks meanwhile. */
    Sample readBaseline(LoadReading load) {
        long start = clock.nanoTime();
        Sample baseline = session.recorder().afterGc(load);
        long nanos = clock.nanoTime() - start;
        if (running
                && collections == FullGcPolicy.DEFAULT
                && whyNotCollected.isEmpty()
                && nanos > MAX_COLLECTION_NANOS) {
            stop(String.format(
                    Locale.ROOT,
                    "a full collection and its reading took %.1f s, more than 1 s, so it was not repeated. Hint: --force-gc collects all the same",
                    nanos / NANOS_PER_SECOND));
        }
        return baseline;
    }

    private void stop(String reason) {
        whyNotCollected = Optional.of(reason);
        session.recorder().allowCollections(false);
    }
}
