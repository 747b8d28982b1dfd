package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.verdict.FailedStep;
import io.ceiling.harness.verdict.LogScanner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Names the limit that ended a recursion round several servers, from the evidence of each. A pure function.
 *
 * <p>Notes. Every server has limits of its own, so each is analysed separately, and the first that shows a limit is
 * named. If a server is gone, only such servers are analysed: the evidence of the others only shows how they lost it.
 * An error message is attributed to the server of the deepest level, which produced it. A stall is attributed to the
 * server that the deepest level called, since it did not accept the call.
 */
public final class RingAnalyst {

    private record ServerAttribution(int index, Attribution attribution) {}

    private RingAnalyst() {}

    /**
     * Returns the limit that fits the evidence best, with the number of the server that reached it if there are
     * several.
     *
     * @param servers evidence in the order in which the servers call each other, starting with the server of level 1
     * @param deepest deepest level that was entered in any of them
     */
    public static Attribution analyse(List<Evidence> servers, int deepest) {
        if (servers.size() == 1) {
            return new FailedStep(servers.get(0)).attribution();
        }
        List<ServerAttribution> named = order(servers, deepest).stream()
                .map(index ->
                        new ServerAttribution(index, new FailedStep(evidenceOf(servers, index, deepest)).attribution()))
                .toList();
        ServerAttribution blamed = named.stream()
                .filter(one -> one.attribution().factor() != LimitingFactor.UNKNOWN)
                .findFirst()
                .orElse(named.get(0));
        Attribution attribution = blamed.attribution();
        if (attribution.factor().invalidates()) {
            return attribution;
        }
        return attribution.withEvidence(
                "server %d of %d: %s".formatted(blamed.index() + 1, servers.size(), attribution.evidence()));
    }

    private static List<Integer> order(List<Evidence> servers, int deepest) {
        List<Integer> gone = IntStream.range(0, servers.size())
                .filter(index -> servers.get(index).serverTraces().isGone())
                .boxed()
                .toList();
        if (!gone.isEmpty()) {
            return gone;
        }
        int count = servers.size();
        int called = deepest % count;
        int calling = Math.floorMod(deepest - 1, count);
        List<Integer> order =
                new ArrayList<>(namesLimit(servers.get(0)) ? List.of(calling, called) : List.of(called, calling));
        IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingInt(index -> Math.floorMod(index - called, count)))
                .filter(index -> !order.contains(index))
                .forEach(order::add);
        return order;
    }

    // Returns the evidence of one server; an error message is left only to the server that produced it.
    private static Evidence evidenceOf(List<Evidence> servers, int index, int deepest) {
        Evidence own = servers.get(index);
        boolean saidByIt = index == Math.floorMod(deepest - 1, servers.size());
        return saidByIt || !namesLimit(own) ? own : own.withAnswer("");
    }

    // The answer is the same in the evidence of all servers.
    private static boolean namesLimit(Evidence server) {
        return LogScanner.factorOf(server.answer()).isPresent();
    }
}
