package io.ceiling.aftermath;

import io.ceiling.harness.reading.Seen;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The view of the next clients of a server at its ceiling, and what comes after the load has gone back.
 *
 * @param load load while the next clients tried
 * @param clients the next clients
 * @param back the load after it had gone back; empty if it could not be
 * @param why reason why nothing, or not all, was measured; empty if all was
 * @param tookNanos time that it took to measure this, in ns, with the start of the server
 */
record Aftermath(HeldLoad load, List<NextClient> clients, Optional<Back> back, String why, long tookNanos) {

    public Aftermath {
        clients = List.copyOf(clients);
    }

    /** Returns an aftermath that was not measured. */
    public static Aftermath not(String why, long tookNanos) {
        return new Aftermath(new HeldLoad(0, 0, Duration.ZERO), List.of(), Optional.empty(), why, tookNanos);
    }

    /**
     * The load while the next clients tried.
     *
     * @param held served connections that were held; nothing was asked over them
     * @param lost those of them that the server closed meanwhile
     * @param patience time for which each client was looked at before the load went back
     */
    public record HeldLoad(int held, int lost, Duration patience) {}

    /**
     * The load after it was lowered to 80 % of the ceiling.
     *
     * @param target connections that it went back to
     * @param kept connections that had been served before, and stayed
     * @param fresh new connections
     */
    public record Back(int target, LoadPart kept, LoadPart fresh) {}

    /**
     * A group of connections after the load was lowered.
     *
     * @param connections connections of this part
     * @param served those that were served in the time that was given to them
     * @param lastNanos time from the moment at which the load went back until the last of them was served, in ns; not
     *     seen if none was, or if these connections ask no second time
     */
    public record LoadPart(int connections, int served, Seen lastNanos) {

        /** Returns the connections that were not served. */
        public int lost() {
            return connections - served;
        }
    }

    /** Returns the clients that waited when the load went back, as a part of the load. */
    public LoadPart waited() {
        List<Seen> ends = clients.stream()
                .map(NextClient::later)
                .filter(NextClient.Later::waited)
                .map(NextClient.Later::servedNanos)
                .toList();
        long[] served = ends.stream()
                .filter(Seen::isSeen)
                .mapToLong(end -> end.orElse(0))
                .sorted()
                .toArray();
        return new LoadPart(
                ends.size(), served.length, served.length == 0 ? Seen.NOT : Seen.of(served[served.length - 1]));
    }

    /** Returns the clients with the same outcome together, in the order of the outcomes. */
    public List<List<NextClient>> byOutcome() {
        Map<String, List<NextClient>> groups = new LinkedHashMap<>();
        for (NextClient.ClientOutcome outcome : NextClient.ClientOutcome.values()) {
            clients.stream().filter(client -> client.outcome() == outcome).forEach(client -> groups.computeIfAbsent(
                            client.label(), label -> new ArrayList<>())
                    .add(client));
        }
        return List.copyOf(groups.values());
    }
}
