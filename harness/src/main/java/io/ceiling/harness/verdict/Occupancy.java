package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.FailureCause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Detects other occupants of a server: connections of other clients, connections whose clients have left, peers that do
 * not read, and output that nobody reads. They count in every limit, and the number of connections that the probe held
 * is smaller by them. Pure functions.
 */
final class Occupancy {

    // Fewer connections, or smaller shares, may be in transit or belong to health checks.
    private static final long MIN_OTHERS = 3;

    private static final double MIN_SHARE = 0.02;

    // Share of all connections from which on the others, and not the probe, fill the server.
    private static final double MAJORITY_SHARE = 0.5;

    private static final double FULL_SHARE = 0.99;

    // Share of a listen queue that is full while others are refused: its server accepts some at each moment.
    private static final double FULL_QUEUE_SHARE = 0.9;

    // Share of the served connections from which they have used up a resource, one unit each.
    private static final double OWN_SHARE = 0.9;

    // Share of the connections of a server that may have ended since they were served.
    private static final double ENDED_SHARE = 0.1;

    /** Relief of a write that nobody reads. */
    static final String READ_IT = "read what the server prints, or let it write to a file";

    private Occupancy() {}

    /** Adds the other occupants to the attribution; returns it unchanged if there are none. */
    static Attribution withOccupants(Attribution named, FailedStep step) {
        Occupants occupants = occupants(step);
        if (named.factor().invalidates() || !occupants.sockets().accepted().isSeen()) {
            return named;
        }
        List<String> words = new ArrayList<>(words(occupants.sockets(), foreignConnections(step)));
        words.addAll(writers(occupants));
        return words.isEmpty()
                ? named
                : named.withEvidence("%s; %s".formatted(named.evidence(), String.join("; ", words)))
                        .withRelief(relief(named, step));
    }

    /**
     * Returns the holders of other connections, one clause each.
     *
     * @param foreign open connections that the server has accepted and that are not of this probe
     */
    static List<String> words(Occupants.Sockets sockets, long foreign) {
        long accepted = sockets.accepted().orElse(0);
        long left = sockets.closedByClient().orElse(0);
        long unread = sockets.unreadByClient().orElse(0);
        List<String> words = new ArrayList<>();
        if (isMany(foreign, accepted + left)) {
            words.add("%d of the %d connections that it has accepted are not of this probe"
                    .formatted(foreign, accepted + left));
        }
        if (isMany(left, accepted + left)) {
            words.add(
                    "%d of the %d connections that it has accepted are of clients that have left: the server has not closed them (CLOSE_WAIT)"
                            .formatted(left, accepted + left));
        }
        if (unread > 0) {
            words.add("it cannot send on %s, since the peers do not read".formatted(Plural.of(unread, "connection")));
        }
        return words;
    }

    /** Returns the threads that are blocked in a write, each kind of them in a clause. */
    static List<String> writers(Occupants occupants) {
        return occupants.writers().stream().map(Occupancy::words).toList();
    }

    static String words(Occupants.BlockedWriters writers) {
        return "%s %s blocked in a write to %s"
                .formatted(
                        writers.count() == 1
                                ? "thread " + writers.threadName()
                                : "%d threads %s".formatted(writers.count(), writers.threadName()),
                        writers.count() == 1 ? "is" : "are",
                        writers.target().phrase());
    }

    private static String relief(Attribution named, FailedStep step) {
        Occupants occupants = occupants(step);
        long left = occupants.sockets().closedByClient().orElse(0);
        long all = occupants.sockets().accepted().orElse(0) + left;
        if (occupants.writers().stream().anyMatch(writers -> writers.target().isOutput())) {
            return READ_IT + "; then " + named.relief();
        }
        if (left >= MAJORITY_SHARE * all) {
            return "let the server close connections whose clients have left; then " + named.relief();
        }
        return foreignConnections(step) >= MAJORITY_SHARE * all
                ? "find whose connections these are (ss -tn state established); or " + named.relief()
                : named.relief();
    }

    /**
     * Detects that this server or the load has used up a resource that the kernel counts, other than descriptors and
     * threads. The server accepts connections without seeing their requests, or answers with an error of its own.
     */
    static Optional<Attribution> exhaustedResource(FailedStep step) {
        return step.hasTurnedAway()
                ? occupants(step).countedUses().stream()
                        .filter(use -> isFull(use, step.step().served()))
                        .findFirst()
                        .map(use -> attribution(use, step))
                : Optional.empty();
    }

    private static boolean isFull(Occupants.CountedUse use, int served) {
        long most = use.limit().orElse(0);
        return most > 0
                && use.totalUse() >= (use.holder().isEmpty() ? FULL_SHARE : FULL_QUEUE_SHARE) * most
                // A resource that others use up was full before the load.
                && use.ownUse() >= OWN_SHARE * Math.min(most, served);
    }

    private static Attribution attribution(Occupants.CountedUse use, FailedStep step) {
        boolean ofUser = use.holder().isEmpty();
        return new Attribution(
                ofUser ? LimitingFactor.USER_LIMIT : LimitingFactor.UNIX_QUEUE,
                Confidence.HIGH,
                "%d of %s %s%s; %s%s"
                        .formatted(
                                use.totalUse(),
                                use.limit(),
                                use.resource().phrase(),
                                ofUser
                                        ? ", %d of them of the server itself".formatted(use.ownUse())
                                        : ", " + use.holder(),
                                step.newFailuresInWords(),
                                step.failureText(FailureCause.UNEXPECTED_STATUS)),
                "raise %s (now %s)%s"
                        .formatted(
                                use.resource().setting(),
                                use.limit(),
                                ofUser ? "" : ", or serve more at once behind it"));
    }

    /** Returns a lower bound of the accepted open connections that are not of this probe. */
    static long foreignConnections(FailedStep step) {
        Occupants.Sockets sockets = occupants(step).sockets();
        Step failed = step.evidence().failed();
        ConnectionCounts own = failed.after().load().connections();
        // Of the connections that wait for their first answer, some may have been accepted.
        long onTheirWay = Math.max(0, own.pending() - sockets.waiting().orElse(0));
        boolean several = step.evidence().scenario().instances() > 1;
        return several || failed.after().load().agents() == 0
                ? 0
                : Math.max(
                        0,
                        sockets.accepted().orElse(0)
                                - sockets.fromHarness().orElse(0)
                                - own.alive()
                                - own.slowAlive()
                                - onTheirWay);
    }

    /**
     * Returns the connections that the server has accepted and keeps, as the kernel counts them, in words; empty if not seen,
     * or if more were served: then it accepts some in place of others.
     */
    static Optional<String> acceptedInWords(FailedStep step) {
        Occupants.Sockets sockets = occupants(step).sockets();
        long accepted = sockets.accepted().orElse(0) + sockets.closedByClient().orElse(0);
        boolean inPlaceOfOthers = step.evidence().failed().served() > accepted + Math.max(1, ENDED_SHARE * accepted);
        return sockets.accepted().isAtLeast(1) && !inPlaceOfOthers
                ? Optional.of(Plural.of(accepted, "connection"))
                : Optional.empty();
    }

    private static Occupants occupants(FailedStep step) {
        return step.evidence().processLimits().occupants();
    }

    private static boolean isMany(long some, long all) {
        return some >= MIN_OTHERS && some >= MIN_SHARE * all;
    }
}
