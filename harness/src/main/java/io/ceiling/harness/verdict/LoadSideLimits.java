package io.ceiling.harness.verdict;

import static io.ceiling.harness.verdict.FailedStep.cores;
import static io.ceiling.harness.verdict.FailedStep.percent;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Deliveries;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.text.Plural;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Detects the load agents' own limits and shortage of this host's memory or processors. If one of them was reached, the
 * step says nothing about the server.
 */
public final class LoadSideLimits {

    /** Share of late requests from which an agent has lost its schedule. */
    private static final double LATE_SHARE = 0.1;
    /** Share of late requests from which lateness is the rule rather than the exception. */
    private static final double MOSTLY_LATE_SHARE = 0.5;

    private static final double FULL_CPU_SHARE = 0.9;

    /** Share of the time from which an event loop that works has none left to send and to receive in time. */
    private static final double FULL_LOOP_SHARE = 0.9;

    /**
     * Part of the SLO from which a pause or the lag of a load agent may be the reason for late answers: a tick of a
     * millisecond makes most of the sends of a fast burst late, and matters to no answer that takes a second.
     */
    private static final int PARTS_OF_SLO = 10;

    /** The SLO of messages is a 99th percentile, which a pause of less than one percent of the time does not touch. */
    private static final int PAUSE_PER_TIME = 100;

    private static final String MORE_PROCESSORS =
            "run on a host with more processors, or give the load agents more of them";

    /** Lower than {@link #FULL_CPU_SHARE}, because this is an average, which has quiet moments in it. */
    private static final double FULL_HOST_SHARE = 0.8;

    /** Share of the processors that other processes, including this harness, may use at any time. */
    private static final double OTHERS_SHARE = 0.15;

    private static final double FULL_HEAP_SHARE = 0.9;
    private static final double HEAVY_GC_SHARE = 0.2;
    /** Minimum number of samples that can tell live data from garbage. */
    private static final int MIN_SAMPLES = 3;

    private LoadSideLimits() {}

    /**
     * Detects agents that ran out of descriptors, by their own errors; usage close to the limit alone proves nothing.
     */
    static Optional<Attribution> descriptors(FailedStep facts) {
        long refused = facts.newFailures(FailureCause.NO_DESCRIPTOR);
        if (refused == 0) {
            return Optional.empty();
        }
        LoadReading load = facts.evidence().failed().after().load();
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_FILE_DESCRIPTORS,
                Confidence.HIGH,
                "%s failed in the load agents because no descriptor was free%s; the fullest agent used %s of its limit"
                        .formatted(
                                Plural.of(refused, "connection"),
                                facts.failureText(FailureCause.NO_DESCRIPTOR),
                                percent(load.process().descriptors().share())),
                "raise the hard limit of open files that the load agents start with (ulimit -Hn, now %s)"
                        .formatted(FailedStep.words(
                                facts.evidence().room().limits().nofileSoft()))));
    }

    static Optional<Attribution> heap(FailedStep facts) {
        Optional<String> text = outOfMemory(
                facts.evidence().failed().after().load().failures().firstTexts().values());
        // A heap that fills with garbage empties now and then; one that is full of live data never does.
        double least = facts.window().stream()
                .mapToDouble(sample -> sample.load().process().heap().share())
                .min()
                .orElse(0);
        boolean full = facts.window().size() >= MIN_SAMPLES
                && least >= FULL_HEAP_SHARE
                && facts.cpu().loadGcShare().orElse(0) >= HEAVY_GC_SHARE;
        if (text.isEmpty() && !full) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_HEAP,
                text.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                "the fullest agent's heap never fell below %s of its limit, %s of the time went into collections%s"
                        .formatted(
                                percent(least),
                                percent(facts.cpu().loadGcShare()),
                                text.map(t -> "; " + t).orElse("")),
                "lower --cap: the heap of a load agent is fixed"));
    }

    private static Optional<String> outOfMemory(Collection<String> texts) {
        return texts.stream().filter(text -> text.contains("OutOfMemoryError")).findFirst();
    }

    /**
     * Detects load agents that could not keep their own schedule.
     *
     * <p>This explains late answers only. It does not excuse a server that reports a shortage or that is gone.
     */
    static Optional<Attribution> cpu(FailedStep facts) {
        if (facts.evidence().failed().after().load().agents() == 0
                || !facts.onlyLate()
                || Refusals.exists(facts)
                || facts.evidence().process().exitCode().isPresent()
                || DescriptorLimit.atLimit(facts)) {
            return Optional.empty();
        }
        LoadReading round = lastRound(facts);
        double late = round.exchanges().lateShare().orElse(0);
        boolean loopFull = facts.cpu().fullestLoop().orElse(0) >= FULL_LOOP_SHARE;
        boolean delayIsOurs = late >= LATE_SHARE
                && (ownDelayDominates(round.times().exchanges())
                        || inTimeFromTheSend(round.times().exchanges(), facts)
                        || (facts.cpu().generatorHostFull(FULL_CPU_SHARE) && !Saturation.isFull(facts)));
        boolean mostlyLate = late >= MOSTLY_LATE_SHARE
                && (facts.cpu().generatorHostFull(FULL_CPU_SHARE)
                        || lagsBehind(round.times().exchanges(), facts));
        boolean ours = delayIsOurs || mostlyLate || takesMostOfAFullHost(facts);
        if (!loopFull && (!ours || ConcurrencyLimits.explainsLateness(facts))) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_CPU,
                Confidence.MEDIUM,
                "%sthe fullest event loop of the load agents worked %s of the time; load agents used %s processors, the server %s, its host %s of %d%s%s"
                        .formatted(
                                sends(round.exchanges()),
                                percent(facts.cpu().fullestLoop()),
                                cores(facts.cpu().load()),
                                cores(facts.cpu().server()),
                                cores(facts.cpu().busy()),
                                facts.evidence().processors().host(),
                                facts.cpu().loadHosts().words(),
                                times(round.times().exchanges())),
                MORE_PROCESSORS));
    }

    private static String sends(ExchangeCounts exchanges) {
        return exchanges.asked() == 0
                ? ""
                : "agents sent %s of %d requests late; ".formatted(percent(exchanges.lateShare()), exchanges.asked());
    }

    private static String times(Latencies times) {
        return times.response().isEmpty()
                ? ""
                : "; p99 %.1f ms from the intended start, %.1f ms from the send"
                        .formatted(
                                times.response().p99Nanos() / 1e6,
                                times.service().p99Nanos() / 1e6);
    }

    /**
     * Returns true if a host is full, and the load agents use more of it than the server and than all others. Load
     * agents that use more than the server's host has are elsewhere.
     */
    public static boolean takesMostOfAFullHost(FailedStep facts) {
        if (facts.cpu().loadHosts().filledByAgents(FULL_CPU_SHARE).isPresent()) {
            return true;
        }
        OptionalDouble processes = facts.cpu().processes();
        double load = facts.cpu().loadHere().orElse(0);
        if (processes.isEmpty()
                || load > processes.getAsDouble()
                || !facts.cpu().hostFull(FULL_CPU_SHARE)) {
            return false;
        }
        OptionalDouble server = facts.cpu().serverHere();
        double rest = processes.getAsDouble() - load - server.orElse(0);
        return load > server.orElse(0) && load > rest;
    }

    /**
     * Detects load agents that were kept from running while answers or messages were late: whatever came meanwhile was
     * read late.
     *
     * <p>It comes after all configured limits, which would have stopped a server for an agent that ran as well.
     */
    static Optional<Attribution> paused(FailedStep facts) {
        Step failed = facts.evidence().failed();
        long pause = failed.after().load().process().longestPauseNanos();
        long slo = slo(facts);
        long time = failed.deliveries().map(Deliveries::durationNanos).orElse(0L);
        if (failed.after().load().agents() == 0
                || !(facts.onlyLate() || gaveUpMembers(facts))
                || Refusals.exists(facts)
                || ConcurrencyLimits.explainsLateness(facts)
                || pause <= slo / PARTS_OF_SLO
                || pause < time / PAUSE_PER_TIME) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_CPU,
                Confidence.MEDIUM,
                "a load agent was kept from running for %.1f ms at once, and what came meanwhile was read late; the SLO is %.1f ms; %s; %s of the time in its collections"
                        .formatted(
                                pause / 1e6,
                                slo / 1e6,
                                failed.failure(),
                                percent(facts.cpu().loadGcShare())),
                "run on a host without other work, or " + MORE_PROCESSORS));
    }

    private static boolean gaveUpMembers(FailedStep facts) {
        Optional<Deliveries> deliveries = facts.evidence().failed().deliveries();
        return deliveries.isPresent() && deliveries.get().outboxes().givenUp() > 0;
    }

    /**
     * Detects a publisher that could not keep its schedule: it is a part of the load, although it runs in the server.
     *
     * <p>Like any late sender it explains late messages, and also members that were given up because messages came in
     * bursts. Where one thread publishes and serves, a full one is the limit of the server, and late messages are its symptom.
     */
    static Optional<Attribution> publisher(FailedStep facts) {
        Optional<Deliveries> late = facts.evidence().failed().deliveries().filter(messages -> !messages.sentInTime());
        if (facts.evidence().process().exitCode().isPresent() || isFullServer(facts)) {
            return Optional.empty();
        }
        return late.map(messages -> new Attribution(
                LimitingFactor.LOAD_CPU,
                Confidence.MEDIUM,
                "the publisher, which runs in the server, sent %d of %d messages more than 1 ms late; server %s of %s, load agents %s%s"
                        .formatted(
                                messages.published().late(),
                                messages.published().messages(),
                                cores(facts.cpu().server()),
                                Plural.of(facts.evidence().processors().server(), "processor"),
                                cores(facts.cpu().load()),
                                messages.outboxes().givenUp() > 0
                                        ? "; the application gave up "
                                                + Plural.of(messages.outboxes().givenUp(), "member")
                                        : ""),
                "publish less (--publish), or " + MORE_PROCESSORS));
    }

    private static boolean isFullServer(FailedStep facts) {
        return Containers.find(facts.evidence().scenario().container())
                        .map(ContainerKind::publishesInItsOnlyThread)
                        .orElse(false)
                && facts.cpu().fullThread(Saturation.FULL_THREAD_SHARE).isPresent();
    }

    /**
     * Returns true if most of the response time is the agents' own delay. Response time counts from the intended start,
     * service time from the send, so their difference is the delay of the sender.
     */
    private static boolean ownDelayDominates(Latencies times) {
        ResponseTimes service = times.service();
        return service.count() > 0 && times.response().p99Nanos() >= 2 * service.p99Nanos();
    }

    /** Returns true if requests were sent so late that it matters to the SLO. */
    private static boolean lagsBehind(Latencies times, FailedStep facts) {
        return times.response().p99Nanos() - times.service().p99Nanos() > slo(facts) / PARTS_OF_SLO;
    }

    private static long slo(FailedStep facts) {
        return facts.evidence().failed().outcome().slo().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /**
     * Returns true if every answer came within the SLO of its send, so that the step failed only because requests were
     * sent late.
     */
    private static boolean inTimeFromTheSend(Latencies times, FailedStep facts) {
        return !times.service().isEmpty()
                && times.service().maxNanos() <= slo(facts)
                && times.response().maxNanos() > slo(facts);
    }

    /**
     * Returns the latest reading of a round of exchanges that began in this step; the counts of an earlier round do not
     * concern it.
     */
    private static LoadReading lastRound(FailedStep facts) {
        LoadReading before = facts.evidence().failed().before().load();
        return facts.window().stream()
                .map(Sample::load)
                .filter(load -> !load.exchanges().equals(before.exchanges()))
                // Only the last reading has percentiles.
                .reduce((earlier, later) -> later)
                .orElse(LoadReading.NONE);
    }

    /** Returns the limit that ended an agent, from its own error message; UNKNOWN if the message names no limit. */
    public static LimitingFactor ofFailedAgent(String words) {
        LimitingFactor named = LogScanner.factorOf(words).orElse(LimitingFactor.UNKNOWN);
        return switch (named) {
            case SERVER_HEAP -> LimitingFactor.LOAD_HEAP;
            case SERVER_FILE_DESCRIPTORS -> LimitingFactor.LOAD_FILE_DESCRIPTORS;
            default -> LimitingFactor.UNKNOWN;
        };
    }

    /**
     * Detects late answers on a host whose processors were busy with other processes.
     *
     * <p>It comes after all configured limits, which would have stopped a server on an idle host as well.
     */
    public static Optional<Attribution> hostCpu(FailedStep facts) {
        boolean late = (facts.onlyLate() || gaveUpMembers(facts)) && !Refusals.exists(facts);
        Optional<LoadHosts.HostUse> elsewhere = facts.cpu().loadHosts().filledByOthers(FULL_HOST_SHARE, OTHERS_SHARE);
        if (late && elsewhere.isPresent()) {
            return elsewhere.map(LoadSideLimits::busyHost);
        }
        int processors = facts.evidence().processors().host();
        // Empty if the server's process is not visible: the other processor time may be its own.
        OptionalDouble others = facts.cpu().others();
        // Most of the other processor time is that of the other instances, which the readings of one server do not
        // include.
        boolean amongOthers = facts.evidence().scenario().instances() > 1;
        if (amongOthers
                || ConcurrencyLimits.explainsLateness(facts)
                || others.isEmpty()
                || !late
                || !facts.cpu().hostFull(FULL_HOST_SHARE)
                || others.getAsDouble() < OTHERS_SHARE * processors) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.HOST_CPU,
                Confidence.MEDIUM,
                "%s of %s were busy: %s with other processes of %s, %s with the server, %s with %s"
                        .formatted(
                                cores(facts.cpu().busy()),
                                Plural.of(processors, "processor"),
                                cores(others),
                                facts.hostName(),
                                cores(facts.cpu().serverHere()),
                                cores(facts.cpu().loadHere()),
                                facts.loaders()),
                "run on a host without other work"));
    }

    private static Attribution busyHost(LoadHosts.HostUse host) {
        return new Attribution(
                LimitingFactor.HOST_CPU,
                Confidence.MEDIUM,
                "%s of %s of host %s were busy: %s with processes that are not of this run, %s with its load agents"
                        .formatted(
                                cores(host.busy()),
                                Plural.of(host.processors(), "processor"),
                                host.name(),
                                cores(host.others()),
                                cores(host.agents())),
                "let load agents run on a host without other work");
    }

    static Optional<Attribution> hostMemory(FailedStep facts) {
        Optional<LoadHosts.Low> elsewhere = facts.cpu().loadHosts().shortOfMemory();
        if (elsewhere.isPresent()) {
            return elsewhere.map(host -> new Attribution(
                    LimitingFactor.HOST_MEMORY,
                    Confidence.HIGH,
                    "host %s, on which load agents run, had %s of memory left, its safety floor is %s"
                            .formatted(
                                    host.name(),
                                    FailedStep.mebibytes(host.availableBytes()),
                                    FailedStep.mebibytes(host.floorBytes())),
                    "use more hosts for load agents, or one with more memory"));
        }
        long floor = facts.evidence().room().limits().memoryFloorBytes();
        long least = facts.window().stream()
                .flatMapToLong(sample -> sample.host().memoryAvailableBytes().value().stream())
                .min()
                .orElse(Long.MAX_VALUE);
        if (floor <= 0 || least >= floor) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.HOST_MEMORY,
                Confidence.HIGH,
                "%s had %s of memory left, the safety floor is %s"
                        .formatted(facts.hostName(), FailedStep.mebibytes(least), FailedStep.mebibytes(floor)),
                "run on a host with more memory, or move the load agents to another one"));
    }
}
