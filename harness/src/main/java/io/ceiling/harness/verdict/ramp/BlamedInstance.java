package io.ceiling.harness.verdict.ramp;

import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Evidence.SilentServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.verdict.FailedStep;
import java.util.Comparator;
import java.util.List;

/**
 * Chooses, among several servers that each held a share of the connections, the one that made a step fail. A pure
 * function.
 *
 * <p>Notes. Every server has limits of its own, so each is analysed separately: in a sum, one full server among many
 * would be a few percent. A server that is gone explains the step by itself. Otherwise the servers whose own
 * connections failed come first, most failures first; the agents stop opening at the first failure, so it is seldom
 * more than one. If no server shows a limit, the one with the most failures stands for all.
 */
public final class BlamedInstance {

    private BlamedInstance() {}

    public static FailedStep of(List<Evidence> instances) {
        List<FailedStep> suspects =
                suspects(instances).stream().map(FailedStep::new).toList();
        return suspects.stream()
                .filter(suspect -> !suspect.attribution().factor().isByElimination())
                .findFirst()
                .orElse(suspects.get(0));
    }

    /**
     * Returns the servers that leave connections without an answer while others answer, by how many wait for each; empty if all
     * do, or none.
     */
    public static List<SilentServer> silentServers(List<Evidence> instances) {
        List<SilentServer> silent = instances.stream()
                .map(evidence -> new SilentServer(
                        evidence.serverTraces().instance(), new FailedStep(evidence).waitingCount(), ""))
                .filter(server -> server.waiting() > 0)
                .sorted(Comparator.comparingLong(SilentServer::waiting).reversed())
                .toList();
        return silent.size() < instances.size() ? silent : List.of();
    }

    private static List<Evidence> suspects(List<Evidence> instances) {
        List<Evidence> gone =
                instances.stream().filter(one -> one.serverTraces().isGone()).toList();
        if (!gone.isEmpty()) {
            return gone;
        }
        List<Evidence> failed = instances.stream()
                .filter(evidence -> newFailures(evidence) > 0 || hasUnanswered(evidence.failed()))
                .sorted(Comparator.comparingLong(BlamedInstance::newFailures)
                        .reversed()
                        .thenComparing(evidence ->
                                evidence.failed().served() - evidence.failed().target()))
                .toList();
        return failed.isEmpty() ? instances : failed;
    }

    private static long newFailures(Evidence evidence) {
        Step step = evidence.failed();
        return step.after()
                .load()
                .failures()
                .since(step.before().load().failures())
                .total();
    }

    private static boolean hasUnanswered(Step step) {
        return step.served() < step.target()
                || step.after().load().exchanges().answered()
                        < step.after().load().exchanges().planned();
    }
}
