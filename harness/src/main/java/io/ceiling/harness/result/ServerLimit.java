package io.ceiling.harness.result;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The limits of a server whose use is in each reading. Near limits, the progress line, the target of a ramp,
 * predictions and proofs loop over this table, so a new entry appears in all of them.
 */
public enum ServerLimit {
    THREADS(
            LimitingFactor.SERVER_THREADS,
            "maxThreads",
            "request threads busy",
            ServerReading::busyThreads,
            ServerReading::maxThreads),
    CONNECTIONS(
            LimitingFactor.SERVER_MAX_CONNECTIONS,
            "maxConnections",
            "connections",
            ServerReading::connections,
            ServerReading::maxConnections),
    DESCRIPTORS(
            LimitingFactor.SERVER_FILE_DESCRIPTORS,
            "nofile",
            "open files of the server",
            ServerReading::openDescriptors,
            ServerReading::maxDescriptors),
    /** The heap, whose use includes garbage but for a reading after a full collection. */
    HEAP(LimitingFactor.SERVER_HEAP, "heap", LimitUse.BYTES, ServerReading::heapUsedBytes, ServerReading::heapMaxBytes),
    DIRECT_MEMORY(
            LimitingFactor.SERVER_DIRECT_MEMORY,
            "direct memory",
            LimitUse.BYTES,
            ServerReading::directBytes,
            ServerReading::directMaxBytes);

    private final LimitingFactor factor;
    private final String setting;
    private final String unit;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ServerReading, Observation> useOf;

    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<ServerReading, Limit> limitOf;

    ServerLimit(
            LimitingFactor factor,
            String setting,
            String what,
            Function<ServerReading, Observation> used,
            Function<ServerReading, Limit> most) {
        this.factor = factor;
        this.setting = setting;
        this.unit = what;
        this.useOf = used;
        this.limitOf = most;
    }

    /** Returns the limits that are numbers and no memory, in the order in which a ramp names them. */
    public static List<ServerLimit> counted() {
        return Arrays.stream(values()).filter(limit -> !limit.isBytes()).toList();
    }

    /** Returns the limit of a limiting factor; empty if no reading has it. */
    public static Optional<ServerLimit> find(LimitingFactor factor) {
        return Arrays.stream(values()).filter(limit -> limit.factor == factor).findFirst();
    }

    public LimitingFactor factor() {
        return factor;
    }

    /** Returns the setting in short, such as {@code maxThreads}. */
    public String setting() {
        return setting;
    }

    /** Returns what is counted, such as {@code request threads busy}. */
    public String unit() {
        return unit;
    }

    public boolean isBytes() {
        return this == HEAP || this == DIRECT_MEMORY;
    }

    public Observation useOf(ServerReading reading) {
        return useOf.apply(reading);
    }

    public Limit limitOf(ServerReading reading) {
        return limitOf.apply(reading);
    }

    /** Returns the use of the limit in a reading; empty if it has no number, or one of the two was not seen. */
    public Optional<LimitUse> use(ServerReading reading) {
        return LimitUse.of(factor, useOf(reading), limitOf(reading), unit);
    }
}
