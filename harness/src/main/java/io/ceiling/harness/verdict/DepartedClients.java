package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import java.util.Locale;
import java.util.Optional;

/** Says what a server keeps of clients that have left, such as their sessions. Pure functions. */
public final class DepartedClients {

    /** Heap of a client below which the reading is no sign of a session. */
    private static final long LEAST_BYTES = 100;

    private DepartedClients() {}

    /**
     * Returns one sentence; empty if the server gave no cookie, or keeps nothing.
     *
     * @param before the server without a connection, before the first client of the ramp came
     * @param after the server without a connection, once all have left
     */
    public static Optional<String> words(Sample before, Sample after) {
        long clients = after.load().connections().withCookies();
        if (clients == 0) {
            return Optional.empty();
        }
        long further = clients - before.load().connections().withCookies();
        Seen kept = before.afterGc() && after.afterGc()
                ? after.server().heapUsedBytes().since(before.server().heapUsedBytes())
                : Seen.NOT;
        if (!kept.isSeen() || further <= 0) {
            return Optional.of(
                    "%d clients were given a cookie and have left: a session that the server keeps for them stays until it times out, and its memory is missing to a further run"
                            .formatted(clients));
        }
        if (kept.orElse(0) < further * LEAST_BYTES) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "per departed client %.1f KiB of heap stay in the server, such as a session: %s of %d clients with a"
                        + " cookie, which a further run does not find until they time out",
                kept.orElse(0) / 1024.0 / further,
                Facts.mebibytes(kept),
                further));
    }
}
