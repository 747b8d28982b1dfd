package io.ceiling.aftermath;

import io.ceiling.harness.reading.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The outcomes of the next clients of a server at its ceiling, and its answers after the load is lowered.
 *
 * @param load load while the next clients connected
 * @param clients the next clients
 * @param loweredLoad the load after it was lowered; empty if it was not
 * @param reason reason why something was not measured; empty if all was
 * @param tookNanos duration of the measurement with the start of the server, in ns
 */
record Aftermath(
        HeldLoad load, List<NextClient> clients, Optional<LoweredLoad> loweredLoad, String reason, long tookNanos) {

    public Aftermath {
        clients = List.copyOf(clients);
    }

    public static Aftermath notMeasured(String why, long tookNanos) {
        return new Aftermath(new HeldLoad(0, 0, Duration.ZERO), List.of(), Optional.empty(), why, tookNanos);
    }

    /**
     * The load while the next clients connected.
     *
     * @param held served connections that were held without requests
     * @param lost held connections that the server closed meanwhile
     * @param clientTimeout time for which each client was observed before the load was lowered
     */
    public record HeldLoad(int held, int lost, Duration clientTimeout) {}

    /**
     * The load after it was lowered to 80 % of the ceiling.
     *
     * @param target number of connections to which it was lowered
     * @param keptPart connections that had been served before, and stayed
     * @param newPart new connections
     */
    public record LoweredLoad(int target, LoadPart keptPart, LoadPart newPart) {}

    /**
     * A group of connections after the load was lowered.
     *
     * @param connections connections of this part
     * @param served connections of this part that were served in time
     * @param lastNanos time until the last of them was served, in ns: of kept connections from lowering the load, of new
     *     ones from their opening; not seen if none was, or if these connections send no second request
     */
    public record LoadPart(int connections, int served, Observation lastNanos) {

        /** Returns the connections that were not served. */
        public int lost() {
            return connections - served;
        }
    }

    /** Returns the clients that were waiting when the load was lowered, as a part of the load. */
    public LoadPart waitingPart() {
        List<Observation> ends = clients.stream()
                .map(NextClient::laterOutcome)
                .filter(NextClient.LaterOutcome::waited)
                .map(NextClient.LaterOutcome::servedNanos)
                .toList();
        long[] served = ends.stream()
                .filter(Observation::isSeen)
                .mapToLong(end -> end.orElse(0))
                .sorted()
                .toArray();
        return new LoadPart(
                ends.size(),
                served.length,
                served.length == 0 ? Observation.NOT_SEEN : Observation.of(served[served.length - 1]));
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
