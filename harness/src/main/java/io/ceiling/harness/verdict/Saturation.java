package io.ceiling.harness.verdict;

import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Detects late answers while the server's collector or processors were at their maximum.
 *
 * <p>These detectors come last: a busy server that also reached a hard limit failed because of the latter.
 */
public final class Saturation {

    /** Share of the time in collections from which answers are late because of them. */
    private static final double FULL_GC_SHARE = 0.3;

    private static final double FULL_CPU_SHARE = 0.85;

    /** Share of a processor from which a thread is full. */
    static final double FULL_THREAD_SHARE = 0.9;

    private Saturation() {}

    public static Optional<Attribution> gc(FailedStep facts) {
        if (!facts.onlyLate() || Refusals.exists(facts) || facts.cpu().gcShare().orElse(0) < FULL_GC_SHARE) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_GC,
                Confidence.MEDIUM,
                "%s of the time in collections, heap limit %s, %s collector; %s"
                        .formatted(
                                FailedStep.percent(facts.cpu().gcShare()),
                                FailedStep.mebibytes(facts.evidence()
                                        .scenario()
                                        .jvm()
                                        .heapMaxBytes()
                                        .orElse(0)),
                                facts.evidence().scenario().jvm().garbageCollector(),
                                late(facts)),
                "raise -Xmx (now %s) or choose a concurrent collector"
                        .formatted(FailedStep.mebibytes(
                                facts.evidence().scenario().jvm().heapMaxBytes().orElse(0)))));
    }

    public static Optional<Attribution> cpu(FailedStep facts) {
        ProcessorUse cpu = facts.cpu();
        if (!facts.onlyLate() || Refusals.exists(facts)) {
            return Optional.empty();
        }
        if (!isFull(facts)) {
            return cpu.fullThread(FULL_THREAD_SHARE).map(thread -> oneThread(thread, facts));
        }
        if (cpu.quotaBinds(FULL_CPU_SHARE)) {
            return Optional.of(quota(facts));
        }
        return Optional.of(new Attribution(
                LimitingFactor.SERVER_CPU,
                Confidence.MEDIUM,
                "server used %s of %s, %s %s of the host's %d; %s"
                        .formatted(
                                FailedStep.cores(cpu.server()),
                                Plural.of(facts.evidence().processors().server(), "processor"),
                                facts.loaders(),
                                FailedStep.cores(cpu.load()),
                                facts.evidence().processors().host(),
                                late(facts)),
                "give the server more processors, or send fewer requests"));
    }

    private static Attribution oneThread(ProcessorUse.FullThread thread, FailedStep facts) {
        return new Attribution(
                LimitingFactor.SERVER_CPU,
                Confidence.MEDIUM,
                "thread \"%s\" used %.2f of one processor (median of %s); server used %s of %s, %s %s of the host's %d; %s"
                        .formatted(
                                thread.name(),
                                thread.cores(),
                                Plural.of(thread.readings(), "reading"),
                                FailedStep.cores(facts.cpu().server()),
                                Plural.of(facts.evidence().processors().server(), "processor"),
                                facts.loaders(),
                                FailedStep.cores(facts.cpu().load()),
                                facts.evidence().processors().host(),
                                late(facts)),
                "let more threads or processes do the work of that thread (event loops, workers): more processors do not help it; or send fewer requests");
    }

    private static Attribution quota(FailedStep facts) {
        ProcessorUse cpu = facts.cpu();
        return new Attribution(
                LimitingFactor.SERVER_CPU,
                Confidence.MEDIUM,
                "server used %s processors of a quota of %s (cpu.max or cpu.cfs_quota_us of its control group), which stopped it in %s of the periods; %s used %s of the host's %d; %s"
                        .formatted(
                                FailedStep.cores(cpu.server()),
                                FailedStep.cores(cpu.quota()),
                                FailedStep.percent(cpu.throttledShare()),
                                facts.loaders(),
                                FailedStep.cores(cpu.load()),
                                facts.evidence().processors().host(),
                                late(facts)),
                "raise the quota (cpu.max or cpu.cfs_quota_us of the control group, or the pod's cpu limit; now %s processors), or send fewer requests"
                        .formatted(FailedStep.cores(cpu.quota())));
    }

    /** Returns true if the server has all the processors that it can get. */
    static boolean isFull(FailedStep facts) {
        return facts.cpu().serverFull(FULL_CPU_SHARE) || takesMostOfAFullHost(facts);
    }

    /** Returns true if the server and the load agents fill this host, and the server uses more of it. */
    private static boolean takesMostOfAFullHost(FailedStep facts) {
        OptionalDouble server = facts.cpu().serverHere();
        OptionalDouble load = facts.cpu().loadHere();
        return server.isPresent()
                && load.isPresent()
                && server.getAsDouble() >= load.getAsDouble()
                && facts.cpu().ours().orElse(0)
                        >= FULL_CPU_SHARE * facts.evidence().processors().host()
                && facts.cpu().hostFull(FULL_CPU_SHARE);
    }

    /** Detects members that the application closed, because more messages waited for them than their outbox holds. */
    static Optional<Attribution> membersGivenUp(FailedStep facts) {
        return facts.evidence()
                .failed()
                .deliveries()
                .filter(messages -> messages.outboxes().givenUp() > 0 && messages.slowClients() == 0)
                // While other processes keep the processors busy, members that are given up say nothing
                // about the server.
                .filter(messages -> LoadSideLimits.hostCpu(facts).isEmpty())
                .map(messages -> new Attribution(
                        LimitingFactor.MEMBERS_GIVEN_UP,
                        Confidence.HIGH,
                        "the application gave up %s: more messages waited for each than its outbox holds; server %s of %s, load agents %s"
                                .formatted(
                                        Plural.of(messages.outboxes().givenUp(), "member"),
                                        FailedStep.cores(facts.cpu().server()),
                                        Plural.of(facts.evidence().processors().server(), "processor"),
                                        FailedStep.cores(facts.cpu().load())),
                        "publish less (--publish), give the server more processors, or raise ceiling.channels.outbox"));
    }

    private static String late(FailedStep facts) {
        ResponseTimes response =
                facts.evidence().failed().after().load().times().exchanges().response();
        return response.count() == 0
                ? facts.evidence().failed().failure()
                : "response p99 %.1f ms; %s"
                        .formatted(
                                response.p99Nanos() / 1e6,
                                facts.evidence().failed().failure());
    }
}
