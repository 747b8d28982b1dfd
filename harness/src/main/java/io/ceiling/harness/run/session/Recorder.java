package io.ceiling.harness.run.session;

import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.probe.ServerProbe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads server, host and load together: every 200 ms as evidence of the step, once a second and after collections for
 * samples.csv. Not thread-safe.
 */
public final class Recorder {

    private static final long EVIDENCE_PERIOD_NANOS = Duration.ofMillis(200).toNanos();
    private static final long CSV_PERIOD_NANOS = Duration.ofSeconds(1).toNanos();

    private final Supplier<ServerReading> live;
    private final Collecting afterGc;
    private final Supplier<HostReading> host;
    private final Consumer<Sample> toCsv;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private final List<Sample> ofThisStep = new ArrayList<>();
    private long nextEvidenceNanos;
    private long nextCsvNanos;

    public Recorder(
            Supplier<ServerReading> live,
            Collecting afterGc,
            Supplier<HostReading> host,
            Consumer<Sample> toCsv,
            LongSupplier nanoTime,
            long startNanos) {
        this.live = live;
        this.afterGc = afterGc;
        this.host = host;
        this.toCsv = toCsv;
        this.nanoTime = nanoTime;
        this.startNanos = startNanos;
    }

    /** Forgets the samples of the step before. */
    public void beginStep() {
        ofThisStep.clear();
    }

    /** Returns the samples since the step began, oldest first. */
    public List<Sample> ofThisStep() {
        return List.copyOf(ofThisStep);
    }

    /** Takes a sample if the evidence period has passed since the last one; cheap otherwise. */
    public void tick(LoadReading load) {
        if (nanoTime.getAsLong() >= nextEvidenceNanos) {
            keep(read(load));
        }
    }

    /** Takes a sample now, regardless of the periods. */
    public Sample now(LoadReading load) {
        Sample sample = read(load);
        keep(sample);
        return sample;
    }

    /** Reads the server after a full collection; see {@link ServerProbe#readingAfterGc}. */
    public interface Collecting {
        ServerProbe.Collected read(boolean steady);
    }

    /**
     * Makes the server run a full collection, and takes a sample once its memory no longer changes. Blocks meanwhile.
     */
    public Sample afterGc(LoadReading load) {
        return afterGc(load, true);
    }

    /**
     * Makes the server run a full collection and takes a sample at once, for a load that keeps changing. Blocks for the
     * collection.
     */
    public Sample rightAfterGc(LoadReading load) {
        return afterGc(load, false);
    }

    private Sample afterGc(LoadReading load, boolean steady) {
        ServerProbe.Collected collected = afterGc.read(steady);
        Sample sample = new Sample(
                nanoTime.getAsLong() - startNanos, collected.afterGc(), collected.reading(), host.get(), load);
        // Written regardless of the period, since costs are fitted to these samples.
        toCsv.accept(sample);
        return sample;
    }

    private Sample read(LoadReading load) {
        return new Sample(nanoTime.getAsLong() - startNanos, false, live.get(), host.get(), load);
    }

    private void keep(Sample sample) {
        long now = nanoTime.getAsLong();
        nextEvidenceNanos = now + EVIDENCE_PERIOD_NANOS;
        ofThisStep.add(sample);
        if (now >= nextCsvNanos) {
            nextCsvNanos = now + CSV_PERIOD_NANOS;
            toCsv.accept(sample);
        }
    }
}
