package io.ceiling.harness.engine.session;

import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.DutyCycle;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Reads server, host and load together: every 200 ms as evidence of the step, once a second and after collections for
 * samples.csv; more than four instances less often. Not thread-safe.
 */
public final class Recorder {

    private static final long EVIDENCE_PERIOD_NANOS = Duration.ofMillis(200).toNanos();
    private static final long CSV_PERIOD_NANOS = Duration.ofSeconds(1).toNanos();
    // Many instances are read less often, so that their readings take no more time than those of a few.
    private static final long PERIOD_NANOS_PER_INSTANCE = Duration.ofMillis(50).toNanos();

    private final Supplier<InstanceReadings> currentReadings;
    private final Supplier<InstanceReadings> glance;
    private final Function<Boolean, CollectedReadings> afterGc;
    private final HostWatch hosts;
    private final Consumer<Sample> toCsv;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private final long evidencePeriodNanos;
    private final List<Sample> stepSamples = new ArrayList<>();
    private long nextEvidenceNanos;
    private long nextCsvNanos;
    private boolean collects = true;
    private LongSupplier cpuNanos = () -> 0;

    /** Creates the recorder of a single server. */
    public Recorder(
            Supplier<ServerReading> currentReadings,
            Collecting afterGc,
            HostWatch hosts,
            Consumer<Sample> toCsv,
            LongSupplier nanoTime,
            long startNanos) {
        this(currentReadings, currentReadings, afterGc, hosts, toCsv, nanoTime, startNanos);
    }

    /**
     * Creates the recorder of a server that may be one of many.
     *
     * @param glance reads it at less cost, if it is one of many
     */
    public Recorder(
            Supplier<ServerReading> currentReadings,
            Supplier<ServerReading> glance,
            Collecting afterGc,
            HostWatch hosts,
            Consumer<Sample> toCsv,
            LongSupplier nanoTime,
            long startNanos) {
        this(
                () -> InstanceReadings.ofSingleServer(currentReadings.get()),
                () -> InstanceReadings.ofSingleServer(glance.get()),
                steady -> {
                    ServerProbe.Collected collected = afterGc.read(steady);
                    return new CollectedReadings(
                            collected.afterGc(), InstanceReadings.ofSingleServer(collected.reading()));
                },
                hosts,
                toCsv,
                nanoTime,
                startNanos,
                EVIDENCE_PERIOD_NANOS);
    }

    private Recorder(
            Supplier<InstanceReadings> currentReadings,
            Supplier<InstanceReadings> glance,
            Function<Boolean, CollectedReadings> afterGc,
            HostWatch hosts,
            Consumer<Sample> toCsv,
            LongSupplier nanoTime,
            long startNanos,
            long evidencePeriodNanos) {
        this.currentReadings = currentReadings;
        this.glance = glance;
        this.afterGc = afterGc;
        this.hosts = hosts;
        this.toCsv = toCsv;
        this.nanoTime = nanoTime;
        this.startNanos = startNanos;
        this.evidencePeriodNanos = evidencePeriodNanos;
    }

    /**
     * Returns the recorder of several instances.
     *
     * @param count number of instances
     * @param currentReadings reads them
     * @param glance reads them at less cost, for readings several times a second
     * @param afterGc reads them after a full collection of each; its argument is true to wait until their memory no
     *     longer changes
     */
    static Recorder ofInstances(
            int count,
            Supplier<InstanceReadings> currentReadings,
            Supplier<InstanceReadings> glance,
            Function<Boolean, CollectedReadings> afterGc,
            HostWatch hosts,
            Consumer<Sample> toCsv,
            LongSupplier nanoTime,
            long startNanos) {
        return new Recorder(
                currentReadings,
                glance,
                afterGc,
                hosts,
                toCsv,
                nanoTime,
                startNanos,
                Math.max(EVIDENCE_PERIOD_NANOS, count * PERIOD_NANOS_PER_INSTANCE));
    }

    /** Returns the shortest time between two readings of all servers, in ns: longer for many, which cost more to read. */
    public long periodNanos() {
        return evidencePeriodNanos;
    }

    /**
     * The readings of all servers of a scenario at one moment.
     *
     * @param all reading of the server, or the sum of several
     * @param each readings of several instances, in their order; empty for a single server
     */
    record InstanceReadings(ServerReading all, List<ServerReading> each) {

        private static InstanceReadings ofSingleServer(ServerReading reading) {
            return new InstanceReadings(reading, List.of());
        }
    }

    /** The readings of all servers; {@code afterGc} is true if each of them had a full collection before. */
    record CollectedReadings(boolean afterGc, InstanceReadings servers) {}

    /**
     * Takes samples so rarely from now on that readings use a tenth of a processor: the readings of a proxy scan all
     * sockets of the host.
     *
     * @param processorNanos processor time of the thread that reads, in ns
     */
    public Recorder limitCpuUse(LongSupplier processorNanos) {
        cpuNanos = processorNanos;
        return this;
    }

    /** Forgets the samples of the step before. */
    public void beginStep() {
        stepSamples.clear();
    }

    /** Returns the samples since the step began, oldest first. */
    public List<Sample> stepSamples() {
        return List.copyOf(stepSamples);
    }

    /** Reads the processors of the servers' host without taking a sample. */
    public HostReading.HostCpu hostCpu() {
        return hosts.servers().cpu();
    }

    /** Reads the server without taking a sample. */
    public ServerReading read() {
        return currentReadings.get().all();
    }

    /** Reads the server at less cost, without taking a sample. */
    public ServerReading glance() {
        return glance.get().all();
    }

    /**
     * Returns the processor time of the server, in ns; of a server that is gone, the last value of this step.
     *
     * @param now current reading, in ns
     */
    public Observation cpuNanos(Observation now) {
        OptionalLong last = stepSamples.stream()
                .flatMapToLong(sample -> sample.server().cpuNanos().value().stream())
                .max();
        return last.isEmpty() || now.isAtLeast(last.getAsLong()) ? now : Observation.of(last.getAsLong());
    }

    /**
     * Reads the server after a full collection, without taking a sample. Blocks meanwhile.
     *
     * @param steady true to wait until its memory no longer changes
     */
    public ServerProbe.Collected collected(boolean steady) {
        CollectedReadings collected = collect(steady);
        return new ServerProbe.Collected(
                collected.afterGc(), collected.servers().all());
    }

    /** Reads all servers after a full collection of each, if it is allowed, without taking a sample. Blocks meanwhile. */
    CollectedReadings collect(boolean steady) {
        return collects ? afterGc.apply(steady) : new CollectedReadings(false, currentReadings.get());
    }

    /** Takes a sample if the evidence period, or that of costly readings, has passed since the last one; cheap otherwise. */
    public void tick(LoadReading load) {
        long now = nanoTime.getAsLong();
        if (now >= nextEvidenceNanos) {
            long before = cpuNanos.getAsLong();
            keep(sample(false, currentReadings(), load));
            nextEvidenceNanos = now + DutyCycle.TENTH.nanos(evidencePeriodNanos, cpuNanos.getAsLong() - before);
        }
    }

    /** Takes a sample if the next row of samples.csv is due, once a second; cheap otherwise. */
    public void tickForCsv(LoadReading load) {
        if (nanoTime.getAsLong() >= nextCsvNanos) {
            tick(load);
        }
    }

    /** Takes a sample like {@link #sampleNow}, at less cost for many instances. */
    public Sample sampleCheaply(LoadReading load) {
        Sample sample = sample(false, currentReadings(), load);
        keep(sample);
        return sample;
    }

    private InstanceReadings currentReadings() {
        return evidencePeriodNanos > EVIDENCE_PERIOD_NANOS ? glance.get() : currentReadings.get();
    }

    /** Takes a sample now, regardless of the periods. */
    public Sample sampleNow(LoadReading load) {
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

    /** Allows or forbids full collections. Without them, all samples include garbage in the heap. */
    public void allowCollections(boolean allowed) {
        collects = allowed;
    }

    private Sample afterGc(LoadReading load, boolean steady) {
        CollectedReadings collected = collect(steady);
        Sample sample = sample(collected.afterGc(), collected.servers(), load);
        // Written regardless of the period, since costs are fitted to these samples.
        toCsv.accept(sample);
        return sample;
    }

    private Sample read(LoadReading load) {
        return sample(false, currentReadings.get(), load);
    }

    private Sample sample(boolean collected, InstanceReadings servers, LoadReading load) {
        return new Sample(
                nanoTime.getAsLong() - startNanos,
                collected,
                servers.all(),
                hosts.servers(),
                load.withHostStates(hosts.load()),
                servers.each(),
                hosts.ofInstances());
    }

    private void keep(Sample sample) {
        long now = nanoTime.getAsLong();
        nextEvidenceNanos = now + evidencePeriodNanos;
        stepSamples.add(sample);
        if (now >= nextCsvNanos) {
            nextCsvNanos = now + CSV_PERIOD_NANOS;
            toCsv.accept(sample);
        }
    }
}
