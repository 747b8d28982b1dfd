package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.load.report.FailureCause;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Finds the refusal that the server itself reported: in the answer of a recursion, otherwise in its log.
 *
 * <p>Notes. One refusal causes others (a JVM without heap fails to accept, one without threads runs out of memory), so
 * the first in the log is the cause. An answer comes from the deepest level and is better still. A message that
 * contradicts the readings of the step is ignored: the log also holds what happened in earlier, larger steps.
 */
final class ReportedRefusals {

    private static final Set<LimitingFactor> REPORTED_FACTORS = Set.of(
            LimitingFactor.SERVER_FILE_DESCRIPTORS,
            LimitingFactor.SERVER_NATIVE_THREADS,
            LimitingFactor.SERVER_HEAP,
            LimitingFactor.SERVER_DIRECT_MEMORY,
            LimitingFactor.EPHEMERAL_PORTS);

    // Share of its limit below which a resource was not exhausted, regardless of an old line in the log.
    private static final double CREDIBLE_SHARE = 0.9;

    /** A refused resource with the text that named it. */
    record Refusal(LimitingFactor factor, String source) {}

    private ReportedRefusals() {}

    static boolean exists(FailedStep step) {
        return first(step).isPresent();
    }

    /** Returns the text of the first credible refusal, if it is of that factor. */
    static Optional<String> of(LimitingFactor factor, FailedStep step) {
        return first(step).filter(refusal -> refusal.factor() == factor).map(Refusal::source);
    }

    private static Optional<Refusal> first(FailedStep step) {
        Optional<Refusal> answered = LogScanner.factorOf(step.evidence().answer())
                .filter(REPORTED_FACTORS::contains)
                .map(factor -> new Refusal(
                        factor, "the answer says: " + step.evidence().answer().strip()));
        return answered.or(() -> logged(step, false)).or(() -> logged(step, true));
    }

    private static Optional<Refusal> logged(FailedStep step, boolean nameless) {
        return step.evidence().serverTraces().log().stream()
                .filter(finding -> REPORTED_FACTORS.contains(finding.factor()))
                .filter(finding -> LogScanner.factorOf(finding.line()).isPresent())
                .filter(finding -> nameless == LogScanner.isNamelessOutOfMemory(finding.line()))
                .filter(finding -> isCredible(finding, step))
                .findFirst()
                .map(finding -> new Refusal(finding.factor(), quote(finding)));
    }

    /** Returns a line of the log as evidence, with its time on the scale of samples.csv. */
    static String quote(LogFinding finding) {
        String time = finding.elapsedNanos() < 0 ? "" : " at " + Figures.secondsOf(finding.elapsedNanos());
        return "log line %d%s: %s"
                .formatted(finding.lineNumber(), time, finding.line().strip());
    }

    private static boolean isCredible(LogFinding finding, FailedStep step) {
        boolean recursive = step.evidence().scenario().workload().isRecursive();
        return switch (finding.factor()) {
            // A recursion unwinds at once, so samples may miss its peak; held connections stay.
            case SERVER_FILE_DESCRIPTORS ->
                recursive || isCredibleShare(step, ServerReading::openDescriptors, ServerReading::maxDescriptors);
            case SERVER_HEAP ->
                !LogScanner.isNamelessOutOfMemory(finding.line())
                        || isCredibleShare(step, ServerReading::heapUsedBytes, ServerReading::heapMaxBytes);
            case EPHEMERAL_PORTS -> recursive || isFromOwnCalls(step);
            default -> true;
        };
    }

    // Returns true if the application's own calls may have run out of ports: the load agents found theirs, and nearly
    // all ports of the host are in use, without those of the load. A server with a wrong listen address
    // reports the same.
    private static boolean isFromOwnCalls(FailedStep step) {
        long ports = step.evidence().processLimits().limits().localPorts().orElse(0);
        Observation taken = step.hostPeak(reading -> reading.tcp().tcpSockets())
                .plus(step.hostPeak(reading -> reading.tcp().tcpTimeWait()));
        // Both ends of a connection are sockets of this host, unless its agent is on another.
        long ofLoad = (step.cpu().loadHosts().isEmpty() ? 2L : 1L)
                * step.evidence().failed().target();
        return step.evidence().scenario().application().isPresent()
                && step.newFailures(FailureCause.NO_LOCAL_PORT) == 0
                && ports > 0
                && taken.orElse(0) - ofLoad >= CREDIBLE_SHARE * ports;
    }

    private static boolean isCredibleShare(
            FailedStep step, Function<ServerReading, Observation> used, Function<ServerReading, Limit> limit) {
        Observation most = step.peak(used);
        long limited = step.limit(limit).orElse(0);
        return !most.isSeen() || limited == 0 || most.orElse(0) >= CREDIBLE_SHARE * limited;
    }
}
