package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.Plural;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Detects late answers while the server's collector or processors were at their maximum.
 *
 * <p>These detectors come last: a busy server that also reached a hard limit failed because of the latter.
 */
public final class Saturation {

    // Share of the time in collections from which answers are late because of them.
    private static final double FULL_GC_SHARE = 0.3;

    private static final double FULL_CPU_SHARE = 0.85;

    /** Share of a processor from which a thread is full. */
    static final double FULL_THREAD_SHARE = 0.9;

    private Saturation() {}

    public static Optional<Attribution> gc(FailedStep step) {
        if (!step.onlyLate()
                || ReportedRefusals.exists(step)
                || step.cpu().gcShare().orElse(0) < FULL_GC_SHARE) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_GC,
                Confidence.MEDIUM,
                "%s of the time in collections, heap limit %s, %s collector; %s"
                        .formatted(
                                Figures.percent(step.cpu().gcShare()),
                                Figures.mebibytes(step.evidence()
                                        .scenario()
                                        .jvm()
                                        .heapMaxBytes()
                                        .orElse(0)),
                                step.evidence().scenario().jvm().garbageCollector(),
                                latenessInWords(step)),
                "raise -Xmx (now %s) or choose a concurrent collector"
                        .formatted(Figures.mebibytes(
                                step.evidence().scenario().jvm().heapMaxBytes().orElse(0)))));
    }

    public static Optional<Attribution> cpu(FailedStep step) {
        ProcessorUse cpu = step.cpu();
        if (!step.onlyLate() || ReportedRefusals.exists(step)) {
            return Optional.empty();
        }
        if (!isFull(step)) {
            return cpu.fullThread(FULL_THREAD_SHARE).map(thread -> oneThread(thread, step));
        }
        if (cpu.quotaBinds(FULL_CPU_SHARE)) {
            return Optional.of(quota(step));
        }
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_CPU,
                Confidence.MEDIUM,
                "server used %s of %s, %s %s of the host's %d; %s"
                        .formatted(
                                Figures.cores(cpu.server()),
                                Plural.of(step.evidence().processors().server(), "processor"),
                                step.loadSource(),
                                Figures.cores(cpu.load()),
                                step.evidence().processors().host(),
                                latenessInWords(step)),
                "give the server more processors, or send fewer requests"));
    }

    private static Attribution oneThread(ProcessorUse.FullThread thread, FailedStep step) {
        return new Attribution(
                LimitingFactor.SERVER_CPU,
                Confidence.MEDIUM,
                "thread \"%s\" used %.2f of one processor (median of %s); server used %s of %s, %s %s of the host's %d; %s"
                        .formatted(
                                thread.name(),
                                thread.cores(),
                                Plural.of(thread.readings(), "reading"),
                                Figures.cores(step.cpu().server()),
                                Plural.of(step.evidence().processors().server(), "processor"),
                                step.loadSource(),
                                Figures.cores(step.cpu().load()),
                                step.evidence().processors().host(),
                                latenessInWords(step)),
                "let more threads or processes do the work of that thread (event loops, workers): more processors do not help it; or send fewer requests");
    }

    private static Attribution quota(FailedStep step) {
        ProcessorUse cpu = step.cpu();
        return new Attribution(
                LimitingFactor.SERVER_CPU,
                Confidence.MEDIUM,
                "server used %s processors of a quota of %s (cpu.max or cpu.cfs_quota_us of its control group), which stopped it in %s of the periods; %s used %s of the host's %d; %s"
                        .formatted(
                                Figures.cores(cpu.server()),
                                Figures.cores(cpu.quota()),
                                Figures.percent(cpu.throttledShare()),
                                step.loadSource(),
                                Figures.cores(cpu.load()),
                                step.evidence().processors().host(),
                                latenessInWords(step)),
                "raise the quota (cpu.max or cpu.cfs_quota_us of the control group, or the pod's cpu limit; now %s processors), or send fewer requests"
                        .formatted(Figures.cores(cpu.quota())));
    }

    /** Returns true if the server has all the processors that it can get. */
    static boolean isFull(FailedStep step) {
        return step.cpu().serverFull(FULL_CPU_SHARE) || takesMostOfAFullHost(step);
    }

    /**
     * Returns true if the server and the load agents fill this host together with the little that other processes may
     * use of it at any time, and the server uses more of it than the load agents.
     */
    static boolean takesMostOfAFullHost(FailedStep step) {
        OptionalDouble server = step.cpu().serverHere();
        OptionalDouble load = step.cpu().loadHere();
        return server.isPresent()
                && load.isPresent()
                && server.getAsDouble() >= load.getAsDouble()
                && step.cpu().serverAndLoad().orElse(0) + HostLimits.othersAllowance(step)
                        >= FULL_CPU_SHARE * step.evidence().processors().host()
                && step.cpu().hostFull(FULL_CPU_SHARE)
                && !HostLimits.othersFillHost(step);
    }

    /** Detects members that the application closed, because more messages waited for them than their outbox holds. */
    static Optional<Attribution> membersGivenUp(FailedStep step) {
        return step.evidence()
                .failed()
                .deliveries()
                .filter(messages -> messages.outboxes().givenUp() > 0 && messages.slowClients() == 0)
                // While other processes keep the processors busy, members that are given up say nothing
                // about the server.
                .filter(messages -> HostLimits.hostCpu(step).isEmpty())
                .map(messages -> new Attribution(
                        LimitingFactor.MEMBERS_GIVEN_UP,
                        Confidence.HIGH,
                        "the application gave up %s: more messages waited for each than its outbox holds; server %s of %s, load generator %s"
                                .formatted(
                                        Plural.of(messages.outboxes().givenUp(), "member"),
                                        Figures.cores(step.cpu().server()),
                                        Plural.of(step.evidence().processors().server(), "processor"),
                                        Figures.cores(step.cpu().load())),
                        "publish less (--publish), give the server more processors, or raise ceiling.channels.outbox"));
    }

    private static String latenessInWords(FailedStep step) {
        ResponseTimes response =
                step.evidence().failed().after().load().times().exchanges().response();
        return response.count() == 0
                ? step.evidence().failed().failure()
                : "response p99 %.1f ms; %s"
                        .formatted(
                                response.p99Nanos() / 1e6,
                                step.evidence().failed().failure());
    }
}
