package io.ceiling.harness.verdict;

import io.ceiling.harness.model.Evidence;
import io.ceiling.harness.model.LimitingFactor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Names the limit that ended a recursion which went round several servers, from the evidence of each; a pure function.
 *
 * <p>Notes. Every server has limits of its own, so each is looked at by itself, and the first that shows one is blamed. A
 * server that is gone comes first, and then no living one is asked: what they show is how they lost it. An error in words
 * was said by the server of the deepest level; the words are nobody else's. A stall is the fault of the server that the
 * deepest level called, since it did not take the call.
 */
public final class RingAnalyst {

    /** What one server shows, and which it is. */
    private record Named(int index, Attribution attribution) {}

    private RingAnalyst() {}

    /**
     * The limit that fits the evidence best, with the server that met it; a single server is named by no number.
     *
     * @param servers in the order in which they call each other, the one with level 1 in front
     * @param deepest level that was entered in any of them
     */
    public static Attribution analyse(List<Evidence> servers, int deepest) {
        if (servers.size() == 1) {
            return LimitAnalyst.analyse(servers.get(0));
        }
        List<Named> named = order(servers, deepest).stream()
                .map(index -> new Named(index, LimitAnalyst.analyse(ofOne(servers, index, deepest))))
                .toList();
        Named blamed = named.stream()
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
                .filter(index -> isGone(servers.get(index)))
                .boxed()
                .toList();
        if (!gone.isEmpty()) {
            return gone;
        }
        int count = servers.size();
        int called = deepest % count;
        int calling = Math.floorMod(deepest - 1, count);
        List<Integer> order =
                new ArrayList<>(saysWhy(servers.get(0)) ? List.of(calling, called) : List.of(called, calling));
        IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.comparingInt(index -> Math.floorMod(index - called, count)))
                .filter(index -> !order.contains(index))
                .forEach(order::add);
        return order;
    }

    /** The evidence of one server; words about a limit are left to the one that said them. */
    private static Evidence ofOne(List<Evidence> servers, int index, int deepest) {
        Evidence own = servers.get(index);
        boolean saidByIt = index == Math.floorMod(deepest - 1, servers.size());
        return saidByIt || !saysWhy(own) ? own : own.withAnswer("");
    }

    private static boolean isGone(Evidence server) {
        return server.process().exitCode().isPresent() || server.process().crashFile();
    }

    /** The answer of the recursion is the same in the evidence of all. */
    private static boolean saysWhy(Evidence server) {
        return LogScanner.factorOf(server.answer()).isPresent();
    }
}
