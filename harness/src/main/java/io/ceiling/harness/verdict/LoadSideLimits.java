package io.ceiling.harness.verdict;

import static io.ceiling.harness.text.Figures.cores;
import static io.ceiling.harness.text.Figures.percent;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.ReadingText;
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

/** Detects the load agents' own limits. If one of them was reached, the step says nothing about the server. */
public final class LoadSideLimits {

    // Share of late requests from which an agent has lost its schedule.
    private static final double LATE_SHARE = 0.1;
    // Share of late requests from which lateness is the rule rather than the exception.
    private static final double MOSTLY_LATE_SHARE = 0.5;

    private static final double FULL_CPU_SHARE = 0.9;

    // Share of the time from which an event loop that works has none left to send and to receive in time.
    private static final double FULL_LOOP_SHARE = 0.9;

    // Divisor of the SLO: a longer pause or lag of a load agent may explain late answers. A tick of a millisecond makes
    // most sends of a fast burst late, and does not matter to an answer of a second.
    private static final int PARTS_OF_SLO = 10;

    // Divisor of the wait for a missing answer: a longer pause may explain it.
    private static final int PARTS_OF_A_WAIT = 4;

    // The SLO of messages is a 99th percentile, which a pause of less than one percent of the time does not touch.
    private static final int PAUSE_PER_TIME = 100;

    private static final String MORE_PROCESSORS =
            "run on a host with more processors, or give the load generator more of them";

    private static final double FULL_HEAP_SHARE = 0.9;
    private static final double HEAVY_GC_SHARE = 0.2;
    // Minimum number of samples that can tell live data from garbage.
    private static final int MIN_SAMPLES = 3;

    private LoadSideLimits() {}

    /**
     * Detects agents that ran out of descriptors, by their own errors; usage close to the limit alone proves nothing.
     */
    static Optional<Attribution> descriptors(FailedStep step) {
        long refused = step.newFailures(FailureCause.NO_DESCRIPTOR);
        if (refused == 0) {
            return Optional.empty();
        }
        LoadReading load = step.evidence().failed().after().load();
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_FILE_DESCRIPTORS,
                Confidence.HIGH,
                "%s failed in the load generator because it could open no more files%s; the fullest of its processes used %s of its limit"
                        .formatted(
                                Plural.of(refused, "connection"),
                                step.failureText(FailureCause.NO_DESCRIPTOR),
                                percent(load.process().descriptors().share())),
                "raise the hard limit of open files that the load generator starts with (ulimit -Hn, now %s)"
                        .formatted(ReadingText.words(
                                step.evidence().processLimits().limits().nofileSoft()))));
    }

    static Optional<Attribution> heap(FailedStep step) {
        Optional<String> text = outOfMemory(
                step.evidence().failed().after().load().failures().firstTexts().values());
        // A heap that fills with garbage empties now and then; one that is full of live data never does.
        double least = step.window().stream()
                .mapToDouble(sample -> sample.load().process().heap().share())
                .min()
                .orElse(0);
        boolean full = step.window().size() >= MIN_SAMPLES
                && least >= FULL_HEAP_SHARE
                && step.cpu().loadGcShare().orElse(0) >= HEAVY_GC_SHARE;
        if (text.isEmpty() && !full) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_HEAP,
                text.isPresent() ? Confidence.HIGH : Confidence.MEDIUM,
                "the heap of the load generator's fullest process never fell below %s of its limit, %s of the time went into collections%s"
                        .formatted(
                                percent(least),
                                percent(step.cpu().loadGcShare()),
                                text.map(t -> "; " + t).orElse("")),
                "lower --cap: the heap of the load generator is fixed"));
    }

    private static Optional<String> outOfMemory(Collection<String> texts) {
        return texts.stream().filter(LogScanner::isOutOfMemory).findFirst();
    }

    /**
     * Detects load agents that could not keep their own schedule.
     *
     * <p>This explains late answers only. It does not excuse a server that reports a shortage or that is gone.
     */
    static Optional<Attribution> cpu(FailedStep step) {
        if (step.evidence().failed().after().load().agents() == 0
                || !step.onlyLate()
                || ReportedRefusals.exists(step)
                || step.evidence().serverTraces().exitCode().isPresent()
                || DescriptorLimit.atLimit(step)) {
            return Optional.empty();
        }
        LoadReading round = lastRound(step);
        double late = round.exchanges().lateShare().orElse(0);
        boolean loopFull = step.cpu().fullestLoop().orElse(0) >= FULL_LOOP_SHARE;
        boolean delayIsOurs = late >= LATE_SHARE
                && (ownDelayDominates(round.times().exchanges())
                        || inTimeFromTheSend(round.times().exchanges(), step)
                        || (step.cpu().generatorHostFull(FULL_CPU_SHARE) && !Saturation.isFull(step)));
        boolean mostlyLate = late >= MOSTLY_LATE_SHARE
                && (step.cpu().generatorHostFull(FULL_CPU_SHARE)
                        || lagsBehind(round.times().exchanges(), step));
        boolean ours = ((delayIsOurs || mostlyLate) && !isKeptFromRunning(step)) || takesMostOfAFullHost(step);
        if (!loopFull && (!ours || MeasuredConcurrency.explainsLateness(step))) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_CPU,
                Confidence.MEDIUM,
                "%sthe fullest event loop of the load generator worked %s of the time; the load generator used %s processors, the server %s, its host %s of %d%s%s"
                        .formatted(
                                sends(round.exchanges()),
                                percent(step.cpu().fullestLoop()),
                                cores(step.cpu().load()),
                                cores(step.cpu().server()),
                                cores(step.cpu().busy()),
                                step.evidence().processors().host(),
                                step.cpu().loadHosts().words(),
                                times(round.times().exchanges())),
                MORE_PROCESSORS));
    }

    private static String sends(ExchangeCounts exchanges) {
        return exchanges.planned() == 0
                ? ""
                : "the load generator sent %s of %d requests late; "
                        .formatted(percent(exchanges.lateShare()), exchanges.planned());
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
    public static boolean takesMostOfAFullHost(FailedStep step) {
        if (step.cpu().loadHosts().filledByAgents(FULL_CPU_SHARE).isPresent()) {
            return true;
        }
        OptionalDouble processes = step.cpu().processes();
        double load = step.cpu().loadHere().orElse(0);
        if (processes.isEmpty() || load > processes.getAsDouble() || !step.cpu().hostFull(FULL_CPU_SHARE)) {
            return false;
        }
        OptionalDouble server = step.cpu().serverHere();
        double rest = processes.getAsDouble() - load - server.orElse(0);
        return load > server.orElse(0) && load > rest;
    }

    private static boolean isKeptFromRunning(FailedStep step) {
        return step.cpu().loadHosts().isEmpty()
                && !takesMostOfAFullHost(step)
                && (Saturation.takesMostOfAFullHost(step) || HostLimits.othersFillHost(step));
    }

    /**
     * Detects load agents that stood still while answers or messages were late, on a host that had processors left: whatever
     * came meanwhile was read late.
     *
     * <p>It comes after all configured limits, which would have stopped a server for an agent that ran as well.
     */
    static Optional<Attribution> paused(FailedStep step) {
        Step failed = step.evidence().failed();
        long pause = failed.after().load().process().longestPauseNanos();
        long slo = slo(step);
        long time = failed.deliveries().map(Deliveries::durationNanos).orElse(0L);
        if (failed.after().load().agents() == 0
                || !(step.onlyLate() || gaveUpMembers(step))
                || ReportedRefusals.exists(step)
                || MeasuredConcurrency.explainsLateness(step)
                || isKeptFromRunning(step)
                || pause <= slo / PARTS_OF_SLO
                || pause < time / PAUSE_PER_TIME
                || !explainsWait(pause, step)) {
            return Optional.empty();
        }
        return Optional.of(new Attribution(
                LimitingFactor.LOAD_CPU,
                Confidence.MEDIUM,
                "a process of the load generator was kept from running for %.1f ms at once, and what came meanwhile was read late; the SLO is %.1f ms; %s; %s of the time in its collections"
                        .formatted(
                                pause / 1e6,
                                slo / 1e6,
                                failed.failure(),
                                percent(step.cpu().loadGcShare())),
                "run on a host without other work, or " + MORE_PROCESSORS));
    }

    // A missing answer waited for at most four pauses. The SLO of messages is a percentile, so a pause explains them.
    private static boolean explainsWait(long pause, FailedStep step) {
        Step failed = step.evidence().failed();
        long slo = slo(step);
        if (failed.deliveries().isPresent()) {
            return true;
        }
        return step.waitingCount() > 0
                ? pause >= Math.max(slo, step.silenceNanos()) / PARTS_OF_A_WAIT
                : 2 * pause
                        >= failed.after().load().times().exchanges().response().maxNanos() - slo;
    }

    static boolean gaveUpMembers(FailedStep step) {
        Optional<Deliveries> deliveries = step.evidence().failed().deliveries();
        return deliveries.isPresent() && deliveries.get().outboxes().givenUp() > 0;
    }

    /**
     * Detects a publisher that could not keep its schedule: it is a part of the load, although it runs in the server.
     *
     * <p>Like any late sender it explains late messages, and also members that were given up because messages came in
     * bursts. If one thread publishes and serves and is full, it limits the server, and late messages are a symptom.
     */
    static Optional<Attribution> publisher(FailedStep step) {
        Optional<Deliveries> late = step.evidence().failed().deliveries().filter(messages -> !messages.sentInTime());
        if (step.evidence().serverTraces().exitCode().isPresent() || isFullServer(step)) {
            return Optional.empty();
        }
        return late.map(messages -> new Attribution(
                LimitingFactor.LOAD_CPU,
                Confidence.MEDIUM,
                "the publisher, which runs in the server, sent %d of %d messages more than 1 ms late; server %s of %s, load generator %s%s"
                        .formatted(
                                messages.published().late(),
                                messages.published().messages(),
                                cores(step.cpu().server()),
                                Plural.of(step.evidence().processors().server(), "processor"),
                                cores(step.cpu().load()),
                                messages.outboxes().givenUp() > 0
                                        ? "; the application gave up "
                                                + Plural.of(messages.outboxes().givenUp(), "member")
                                        : ""),
                "publish less (--publish), or " + MORE_PROCESSORS));
    }

    private static boolean isFullServer(FailedStep step) {
        return Containers.find(step.evidence().scenario().container())
                        .map(ContainerKind::publishesInItsOnlyThread)
                        .orElse(false)
                && step.cpu().fullThread(Saturation.FULL_THREAD_SHARE).isPresent();
    }

    // Response time counts from the intended start, service time from the send, so their difference is the delay of
    // the sender.
    private static boolean ownDelayDominates(Latencies times) {
        ResponseTimes service = times.service();
        return service.count() > 0 && times.response().p99Nanos() >= 2 * service.p99Nanos();
    }

    private static boolean lagsBehind(Latencies times, FailedStep step) {
        return times.response().p99Nanos() - times.service().p99Nanos() > slo(step) / PARTS_OF_SLO;
    }

    private static long slo(FailedStep step) {
        return step.evidence().failed().outcome().slo().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    // Returns true if every answer came within the SLO of its send, so that the step failed only because requests
    // were sent late.
    private static boolean inTimeFromTheSend(Latencies times, FailedStep step) {
        return !times.service().isEmpty()
                && times.service().maxNanos() <= slo(step)
                && times.response().maxNanos() > slo(step);
    }

    // Returns the latest reading of a round of exchanges that began in this step; the counts of an earlier round do
    // not concern it.
    private static LoadReading lastRound(FailedStep step) {
        LoadReading before = step.evidence().failed().before().load();
        return step.window().stream()
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
}
