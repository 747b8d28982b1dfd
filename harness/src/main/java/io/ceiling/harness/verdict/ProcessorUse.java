package io.ceiling.harness.verdict;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.CpuQuota;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Evidence;
import io.ceiling.load.report.ConnectionCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The use of processors during a failed step, in processors or as a share of the time.
 *
 * <p>Notes. What was not seen is empty, never zero and never a negative number, so that it cannot be added by mistake.
 * A server on another host uses none of this host's processors.
 *
 * <p>Most figures are medians between neighbouring samples: a step that ends in waiting for timeouts would dilute an
 * average, and one busy moment would inflate a maximum. If exchanges were outstanding or messages arrived, only that
 * part of the step counts, since before it connections were merely held. What the kernel counts in ticks is the average
 * over that part, as ticks are too coarse between two close samples.
 */
public record ProcessorUse(Evidence evidence, List<Sample> window) {

    // Processors that this host may seem to have in excess of those of the harness, because ticks are coarse.
    private static final double TICK_TOLERANCE = 0.5;

    // Share of throttled periods from which a server is short of processor time.
    private static final double MOSTLY_THROTTLED = 0.5;

    // Shortest part of a step that readings of threads must cover.
    private static final long MIN_COVERED_NANOS = 900_000_000;

    /** Returns the number of processors that the server kept busy, on whichever host it runs. */
    public OptionalDouble server() {
        return median((before, after) ->
                increase(before, after, sample -> sample.server().cpuNanos()));
    }

    /** Returns the number of this host's processors that the server kept busy. */
    OptionalDouble serverHere() {
        boolean elsewhere = evidence.scenario()
                .firstTarget()
                .filter(target -> !target.onThisHost())
                .isPresent();
        return elsewhere ? OptionalDouble.of(0) : server();
    }

    /** Returns the number of processors that all load agents together kept busy. */
    public OptionalDouble load() {
        return agents() == 0
                ? OptionalDouble.of(0)
                : median((before, after) -> increase(
                        before,
                        after,
                        sample -> Observation.ofNegativeNotSeen(
                                sample.load().process().cpuNanos())));
    }

    /** Returns the number of processors of the server's host that load agents kept busy. */
    OptionalDouble loadHere() {
        Sample last = window.get(window.size() - 1);
        if (last.load().hosts().isEmpty()) {
            return load();
        }
        String here = last.host().host();
        return LoadHosts.names(last).contains(here)
                ? average(sample -> LoadHosts.agents(sample, here))
                : OptionalDouble.of(0);
    }

    /** Returns the share of the time that the fullest event loop of all load agents worked instead of waiting. */
    OptionalDouble fullestLoop() {
        boolean unseen = window.stream()
                .anyMatch(sample -> sample.load().process().loops().count() == 0);
        return unseen
                ? OptionalDouble.empty()
                : median((before, after) -> Observation.of(after.load()
                        .process()
                        .since(before.load().process())
                        .loops()
                        .busiestNanos()));
    }

    /** Returns the share of the time that the server's threads were stopped for collections. */
    OptionalDouble gcShare() {
        // A collection is counted when it ends, and may be longer than the time between two samples.
        OptionalDouble share = median((before, after) ->
                increase(before, after, sample -> sample.server().cpu().gcNanos()));
        return share.isPresent() ? OptionalDouble.of(Math.min(1, share.getAsDouble())) : share;
    }

    /** Returns the share of the time that the average load agent was stopped for collections. */
    OptionalDouble loadGcShare() {
        OptionalDouble all = median((before, after) -> increase(
                before,
                after,
                sample -> Observation.ofNegativeNotSeen(sample.load().process().gcNanos())));
        return agents() == 0 || all.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(all.getAsDouble() / agents());
    }

    /**
     * Returns the number of this host's processors that ran processes, except this one and processes of lower priority.
     */
    OptionalDouble processes() {
        return average(sample -> sample.host().cpu().cpuNanos());
    }

    /**
     * Returns the number of this host's processors that ran processes which are neither the server nor the load agents.
     */
    OptionalDouble others() {
        OptionalDouble processes = processes();
        OptionalDouble server = serverHere();
        OptionalDouble load = loadHere();
        return processes.isEmpty() || server.isEmpty() || load.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, processes.getAsDouble() - server.getAsDouble() - load.getAsDouble()));
    }

    /**
     * Returns the number of this host's processors that were busy: with processes, with interrupts, or stolen by a
     * hypervisor.
     */
    public OptionalDouble busy() {
        return average(sample -> sample.host().cpu().busyNanos());
    }

    /**
     * Returns true if at least that share of this host's processors was busy; false if that was not seen.
     *
     * <p>If the kernel has more processors than the harness may use, as in a container, its counters are not about
     * those processors; then the server and the load agents must fill them alone.
     */
    public boolean hostFull(double share) {
        OptionalDouble all = average(sample -> sample.host().cpu().totalNanos());
        boolean ofTheseProcessors = all.isPresent() && all.getAsDouble() <= processors() + TICK_TOLERANCE;
        OptionalDouble busy = ofTheseProcessors ? busy() : serverAndLoad();
        return busy.isPresent() && busy.getAsDouble() >= share * processors();
    }

    /**
     * Returns true if the server kept at least that share of its own processors busy, or of those that its quota grants;
     * false if that was not seen.
     */
    boolean serverFull(double share) {
        OptionalDouble server = server();
        return quotaBinds(share)
                || (server.isPresent()
                        && server.getAsDouble() >= share * evidence.processors().server());
    }

    /** Returns the number of processors that the quota of the server's control groups grants; empty without a quota. */
    OptionalDouble quota() {
        // A quota may be changed while the server runs: the largest one of the step counts.
        return window.stream()
                .map(sample -> sample.server().cpu().quota().millicores())
                .filter(Limit::isNumber)
                .mapToDouble(millicores -> millicores.orElse(0) / 1000.0)
                .max();
    }

    /** Returns the share of the periods of the quota in which the kernel stopped the server because it was used up. */
    OptionalDouble throttledShare() {
        OptionalDouble periods = total(CpuQuota::periods);
        OptionalDouble throttled = total(CpuQuota::throttledPeriods);
        return periods.isEmpty() || throttled.isEmpty() || periods.getAsDouble() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(1, throttled.getAsDouble() / periods.getAsDouble()));
    }

    /**
     * Returns true if the server used at least that share of its quota, and the kernel stopped it for that where this is
     * counted, or if the kernel stopped it in most periods: threads that run at the same moments use a quota up although
     * their average stays below it.
     */
    boolean quotaBinds(double share) {
        OptionalDouble quota = quota();
        OptionalDouble throttled = throttledShare();
        boolean used = quota.isPresent() && server().orElse(0) >= share * quota.getAsDouble();
        return quota.isPresent()
                && (throttled.isEmpty()
                        ? used
                        : throttled.getAsDouble() >= MOSTLY_THROTTLED || (used && throttled.getAsDouble() > 0));
    }

    /**
     * A thread that used a whole processor.
     *
     * @param id number of the thread
     * @param name name of the thread
     * @param cores processors that it used, the median of its readings
     * @param readings number of readings, each of which covers the time since the one before
     */
    record FullThread(Observation id, String name, double cores, int readings) {}

    /**
     * Returns the thread that used at least that share of a processor while connections were opened or asked; empty if
     * there is none, or if its readings cover less than a second.
     *
     * <p>A thread that was as busy while connections were merely held works for something else.
     */
    Optional<FullThread> fullThread(double share) {
        Set<Integer> counted = relevantIndices().boxed().collect(Collectors.toSet());
        List<BusiestThread> working = new ArrayList<>();
        Set<Observation> busyWhileHeld = new HashSet<>();
        for (int i = 1; i < window.size(); i++) {
            BusiestThread thread = window.get(i).server().cpu().busiestThread();
            if (thread.cores().isEmpty()) {
                continue;
            }
            long begin = window.get(i).elapsedNanos() - thread.spanNanos().orElse(0);
            List<Boolean> idle = IntStream.rangeClosed(1, i)
                    .filter(at -> window.get(at).elapsedNanos() > begin)
                    .mapToObj(at -> !counted.contains(at) && !isOpening(at))
                    .toList();
            if (!idle.contains(true)) {
                working.add(thread);
            } else if (!idle.contains(false) && thread.cores().orElse(0) >= share) {
                busyWhileHeld.add(thread.id());
            }
        }
        return singleThread(working, share).filter(thread -> !busyWhileHeld.contains(thread.id()));
    }

    private static Optional<FullThread> singleThread(List<BusiestThread> readings, double share) {
        List<BusiestThread> sorted = readings.stream()
                .sorted(Comparator.comparingDouble(thread -> thread.cores().orElse(0)))
                .toList();
        long covered = readings.stream()
                .mapToLong(thread -> thread.spanNanos().orElse(0))
                .sum();
        if (covered < MIN_COVERED_NANOS) {
            return Optional.empty();
        }
        BusiestThread median = sorted.get(sorted.size() / 2);
        boolean one = sorted.stream().allMatch(thread -> thread.id().equals(median.id()));
        return one && median.cores().orElse(0) >= share
                ? Optional.of(new FullThread(
                        median.id(), median.name(), median.cores().orElse(0), sorted.size()))
                : Optional.empty();
    }

    private boolean isOpening(int i) {
        ConnectionCounts before = window.get(i - 1).load().connections();
        ConnectionCounts after = window.get(i).load().connections();
        return after.requested() > before.requested() || before.pending() > 0 || after.pending() > 0;
    }

    private OptionalDouble total(Function<CpuQuota, Observation> counter) {
        return relevantIndices()
                .mapToObj(i -> increase(
                        window.get(i - 1),
                        window.get(i),
                        sample -> counter.apply(sample.server().cpu().quota())))
                .filter(growth -> growth.isAtLeast(0))
                .mapToDouble(growth -> growth.orElse(0))
                .reduce(Double::sum);
    }

    /** Returns the hosts of load agents other than the server's. */
    LoadHosts loadHosts() {
        return new LoadHosts(window, this);
    }

    /** Returns true if at least that share of a host's processors on which load agents run was busy. */
    boolean generatorHostFull(double share) {
        LoadHosts elsewhere = loadHosts();
        boolean here = elsewhere.isEmpty() || loadHere().orElse(0) > 0;
        return (here && hostFull(share)) || elsewhere.full(share).isPresent();
    }

    /**
     * Returns the number of this host's processors that the server and the load agents kept busy together; empty if one
     * of them was not seen.
     */
    OptionalDouble serverAndLoad() {
        OptionalDouble server = serverHere();
        OptionalDouble load = loadHere();
        return server.isEmpty() || load.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(server.getAsDouble() + load.getAsDouble());
    }

    private int processors() {
        return evidence.processors().host();
    }

    private int agents() {
        return evidence.failed().after().load().agents();
    }

    private interface Growth {
        Observation between(Sample before, Sample after);
    }

    private static Observation increase(Sample before, Sample after, Function<Sample, Observation> counter) {
        return counter.apply(after).since(counter.apply(before));
    }

    private OptionalDouble median(Growth growth) {
        double[] rates = relevantIndices()
                .filter(i -> growth.between(window.get(i - 1), window.get(i)).isAtLeast(0))
                .mapToDouble(
                        i -> growth.between(window.get(i - 1), window.get(i)).orElse(0) / elapsed(i))
                .sorted()
                .toArray();
        return rates.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(rates[rates.length / 2]);
    }

    /** Returns the average growth of a counter in the part of the step that counts, per ns. */
    OptionalDouble average(Function<Sample, Observation> counter) {
        double nanos = 0;
        double elapsed = 0;
        for (int i : relevantIndices().toArray()) {
            Observation growth = increase(window.get(i - 1), window.get(i), counter);
            if (growth.isAtLeast(0)) {
                nanos += growth.orElse(0);
                elapsed += elapsed(i);
            }
        }
        return elapsed > 0 ? OptionalDouble.of(nanos / elapsed) : OptionalDouble.empty();
    }

    private double elapsed(int i) {
        return window.get(i).elapsedNanos() - window.get(i - 1).elapsedNanos();
    }

    private IntStream relevantIndices() {
        boolean exchanged = IntStream.range(1, window.size()).anyMatch(this::hasTraffic);
        return IntStream.range(1, window.size()).filter(i -> elapsed(i) > 0 && (!exchanged || hasTraffic(i)));
    }

    // Returns true if requests or messages went over the connections between that sample and the one before.
    private boolean hasTraffic(int i) {
        return isExchanging(window.get(i - 1))
                || isExchanging(window.get(i))
                || window.get(i).load().channels().messages()
                        > window.get(i - 1).load().channels().messages();
    }

    private static boolean isExchanging(Sample sample) {
        return sample.load().exchanges().pending() > 0;
    }
}
