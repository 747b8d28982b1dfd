package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ReadingText;
import io.ceiling.harness.reading.Sample;
import java.util.Locale;
import java.util.Optional;

/**
 * The memory that a server keeps of clients that have left: sessions, objects of each request, or buffers for later
 * clients.
 *
 * @param words one sentence
 * @param isInCost true if it may be so large a share of a connection's heap that the row must say it
 */
public record DepartedClients(String words, boolean isInCost) {

    // Heap of a client below which the reading is no sign of a session.
    private static final long MIN_BYTES = 100;

    // Share of a connection's heap from which the row reports it.
    private static final double MIN_PART = 0.1;

    private static final double KIBIBYTE = 1024;

    /**
     * Returns the kept memory; empty if the server keeps none, or little without a cookie.
     *
     * @param before the server without a connection, before the first client of the ramp came
     * @param after the server without a connection, once all have left
     * @param maxClients largest number of clients at once
     * @param heapPerConnection slope of its heap over the connections, in bytes; NaN if it is not known
     */
    public static Optional<DepartedClients> of(Sample before, Sample after, int maxClients, double heapPerConnection) {
        long clients = after.load().connections().withCookies();
        long newClients = clients == 0
                ? maxClients
                : clients - before.load().connections().withCookies();
        Observation keptBytes = before.afterGc() && after.afterGc()
                ? after.server().heapUsedBytes().since(before.server().heapUsedBytes())
                : Observation.NOT_SEEN;
        if (!keptBytes.isSeen() || newClients <= 0) {
            return clients == 0 ? Optional.empty() : Optional.of(unread(clients));
        }
        double bytesPerClient = keptBytes.orElse(0) / (double) newClients;
        boolean inCost = bytesPerClient >= MIN_PART * heapPerConnection;
        if (bytesPerClient < MIN_BYTES || (clients == 0 && !inCost)) {
            return Optional.empty();
        }
        String words = String.format(
                Locale.ROOT,
                clients == 0
                        ? "per departed client %.1f KiB of heap stay in the server, of its requests or for the next client: %s of %d clients"
                        : "per departed client %.1f KiB of heap stay in the server, such as a session: %s of %d clients with a"
                                + " cookie, which a further run does not find until they time out",
                bytesPerClient / KIBIBYTE,
                ReadingText.mebibytes(keptBytes),
                newClients);
        return Optional.of(
                new DepartedClients(inCost ? words + without(bytesPerClient, heapPerConnection) : words, inCost));
    }

    private static DepartedClients unread(long clients) {
        return new DepartedClients(
                "%d clients were given a cookie and have left: a session that the server keeps for them stays until it times out, and its memory is missing to a further run"
                        .formatted(clients),
                false);
    }

    private static String without(double bytesPerClient, double heapPerConnection) {
        return String.format(
                Locale.ROOT,
                "; the heap of a connection, %.1f KiB, has up to that of it: without it %.1f KiB",
                heapPerConnection / KIBIBYTE,
                Math.max(0, heapPerConnection - bytesPerClient) / KIBIBYTE);
    }
}
