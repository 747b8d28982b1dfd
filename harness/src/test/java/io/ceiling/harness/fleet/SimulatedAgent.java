package io.ceiling.harness.fleet;

import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import io.ceiling.load.workload.LoadPlan;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * An agent in memory whose server takes every connection at once, however many, with histograms as full as those of an
 * agent that has measured. Histograms are encoded once for each of a few seeds, so that a test measures the harness.
 */
public final class SimulatedAgent extends QuietAgent {

    private static final int SEEDS = 16;
    private static final int DISTINCT = 1_000;
    private static final Map<String, String> ENCODED = new ConcurrentHashMap<>();
    private static final AgentProcess PROCESS = new AgentProcess(
            1_000_000, 0, Usage.of(10_064, 20_000), Usage.of(20, 256), 3_000_000L, 0, 0, LoopTimes.NONE);

    private final int seed;
    private final AtomicLong alive = new AtomicLong();
    private volatile long exchanges;

    public SimulatedAgent(int number) {
        seed = number % SEEDS;
    }

    /** Returns the number of connections that its server holds. */
    public long alive() {
        return alive.get();
    }

    @Override
    public void prepare(LoadPlan plan) {
        alive.set(0);
        exchanges = 0;
    }

    @Override
    public void open(int connections, double perSecond) {
        alive.addAndGet(connections);
    }

    @Override
    public void exchange(double perSecond) {
        exchanges = alive.get();
    }

    @Override
    public void saturate(long durationNanos) {
        exchanges = alive.get();
    }

    @Override
    public void converse(Pace pace) {
        exchanges = alive.get();
    }

    @Override
    public void trim(int keep) {
        alive.accumulateAndGet(keep, Math::min);
    }

    @Override
    public AgentReport report() {
        long held = alive.get();
        return new AgentReport(
                1,
                "simulated",
                Counts.of(
                        new ConnectionCounts(held, 0, held, held, 0, 0, 0),
                        new Failures(Map.of(), Map.of()),
                        new ExchangeCounts(exchanges, exchanges, 0, 0)),
                PROCESS);
    }

    @Override
    public AgentHistograms histograms() {
        String none = Histograms.encode(Histograms.empty());
        return new AgentHistograms(
                encoded("connect", alive.get()),
                encoded("first-answer", alive.get()),
                encoded("response", exchanges),
                encoded("service", exchanges),
                none,
                none);
    }

    private String encoded(String what, long count) {
        return ENCODED.computeIfAbsent(
                what + ' ' + count + ' ' + seed, key -> encode(new Random((what + seed).hashCode()), count));
    }

    /** Times around a millisecond with a long tail. More values are those of fewer and others, as time goes on. */
    private static String encode(Random random, long count) {
        Histogram histogram = Histograms.empty();
        for (int i = 0; i < DISTINCT; i++) {
            histogram.recordValueWithCount(
                    (long) (1_000_000 * Math.exp(random.nextGaussian())),
                    count / DISTINCT + (i < count % DISTINCT ? 1 : 0));
        }
        return Histograms.encode(histogram);
    }
}
