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

/** Reads server, host and load together, several times a second as evidence for the step; once a second and after collections for samples.csv. */
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

    /** Forgets the evidence of the step before. */
    public void beginStep() {
        ofThisStep.clear();
    }

    /** What was read since the step began, oldest first. */
    public List<Sample> ofThisStep() {
        return List.copyOf(ofThisStep);
    }

    /** Reads if a period has passed since the last reading; cheap otherwise. */
    public void tick(LoadReading load) {
        if (nanoTime.getAsLong() >= nextEvidenceNanos) {
            keep(read(load));
        }
    }

    /** Reads now, whatever the periods say. */
    public Sample now(LoadReading load) {
        Sample sample = read(load);
        keep(sample);
        return sample;
    }

    /** Reads the server after a full collection; see {@link ServerProbe#readingAfterGc}. */
    public interface Collecting {
        ServerProbe.Collected read(boolean steady);
    }

    /** Has the server collect its garbage and reads once its memory stands still. */
    public Sample afterGc(LoadReading load) {
        return afterGc(load, true);
    }

    /** Has the server collect its garbage and reads at once: for something that does not stand still. */
    public Sample rightAfterGc(LoadReading load) {
        return afterGc(load, false);
    }

    private Sample afterGc(LoadReading load, boolean steady) {
        ServerProbe.Collected collected = afterGc.read(steady);
        Sample sample = new Sample(
                nanoTime.getAsLong() - startNanos, collected.afterGc(), collected.reading(), host.get(), load);
        // Whatever the period says: costs are fitted to these.
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
