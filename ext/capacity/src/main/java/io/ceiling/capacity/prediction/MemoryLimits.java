package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.NotPredicted;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.result.HeapReserve;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.ForkSpread;
import io.ceiling.harness.stats.Interval;
import io.ceiling.harness.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Predicts where limits of memory are met: of the JVM, of the control group and of the host. Pure functions. */
final class MemoryLimits {

    // The memory of the process that the JVM does not count: code, classes, stacks, what the C library keeps.
    private static final RisingFigure BESIDE =
            RisingFigure.bytes("memory of the JVM beside heap and direct buffers", sample -> own(sample)
                    .since(sample.server().heapUsedBytes())
                    .since(Seen.of(sample.server().directBytes().orElse(0))));

    private static final RisingFigure KERNEL = RisingFigure.bytes(
            "the kernel's memory", sample -> Seen.of(sample.host().kernelBytes().orElse(0)));

    private static final RisingFigure HALF_OF_KERNEL = RisingFigure.bytes(
            "the kernel's memory", sample -> Seen.of(sample.host().kernelBytes().orElse(0) / 2));

    private static final RisingFigure LOAD = RisingFigure.bytes("the load generator's memory", MemoryLimits::ofLoad);

    private final LevelLines lines;
    private final PredictionLimits limits;

    MemoryLimits(LevelLines lines, PredictionLimits limits) {
        this.lines = lines;
        this.limits = limits;
    }

    List<LimitAnswer> ofJvm() {
        return List.of(heap(), direct());
    }

    List<LimitAnswer> ofMachine() {
        return List.of(
                cgroup(),
                host(),
                lines.limited(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        "tcp_mem",
                        limits.host().tcpMemMaxBytes(),
                        RisingFigure.bytes(
                                "memory of TCP sockets", sample -> sample.host().socketMemoryBytes())));
    }

    private LimitAnswer heap() {
        Limit max = lines.server().heapMaxBytes();
        if (!max.isNumber()) {
            return LevelLines.unknown(LimitingFactor.SERVER_HEAP, "heap", max, "");
        }
        long uncollected = lines.levels().stream()
                .filter(level -> level.sample().server().heapUsedBytes().isSeen()
                        && !level.sample().afterGc())
                .count();
        String text = Threshold.mebibytes("heap", max);
        if (uncollected == lines.levels().size()) {
            return new NotPredicted(
                    LimitingFactor.SERVER_HEAP,
                    text,
                    "its heap was read with garbage in it: "
                            + (limits.whyNotCollected().isEmpty()
                                    ? "the JVM counted no full collection"
                                    : limits.whyNotCollected()));
        }
        Optional<HeapReserve> of = HeapReserve.of(limits.collector(), max.orElse(0));
        if (of.isEmpty()) {
            return new NotPredicted(LimitingFactor.SERVER_HEAP, text, whyNoReserve());
        }
        HeapReserve reserve = of.get();
        return lines.extended(
                LimitingFactor.SERVER_HEAP,
                RisingFigure.bytes(
                        "heap after a collection",
                        ForkSpread.HEAP,
                        sample -> sample.afterGc() ? sample.server().heapUsedBytes() : Seen.NOT),
                new Threshold(
                        text,
                        max.orElse(0) - reserve.mostBytes(),
                        max.orElse(0) - reserve.usualBytes(),
                        max.orElse(0) - reserve.leastBytes(),
                        reserve.inWords()
                                + (uncollected > 0
                                        ? "; %d levels have no counted collection and are left out"
                                                .formatted(uncollected)
                                        : "")));
    }

    private String whyNoReserve() {
        return limits.collector().isEmpty()
                ? "which collector the JVM has was not seen, and with it how much of the heap is not in live use when it is full"
                : "how much of a heap of %s is not in live use when it is full is not known; no ramp of it was measured"
                        .formatted(limits.collector());
    }

    private LimitAnswer direct() {
        Limit max = limits.directBytes();
        RisingFigure buffers = RisingFigure.bytes(
                "direct buffers", ForkSpread.DIRECT, sample -> sample.server().directBytes());
        return max.isNumber()
                ? lines.extended(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        buffers,
                        Threshold.exact(Threshold.mebibytes("direct memory", max), (double) max.orElse(0)))
                : LevelLines.unknown(LimitingFactor.SERVER_DIRECT_MEMORY, "direct memory", max, "");
    }

    private LimitAnswer cgroup() {
        Limit max = limits.host().cgroupMemoryBytes();
        Seen left = limits.room().cgroupBytes();
        Seen now = live(lines.last().sample());
        if (!max.isNumber() || max.orElse(0) == 0 || !left.isSeen() || !now.isSeen()) {
            return LevelLines.unknown(
                    LimitingFactor.SERVER_MEMORY, "cgroup memory", max, "or the memory in use of the control group");
        }
        return steadied(
                new Sum(
                        LimitingFactor.SERVER_MEMORY,
                        Threshold.mebibytes("cgroup memory", max),
                        RisingFigure.bytes(
                                "resident memory without free heap, and half of the kernel's",
                                ForkSpread.RESIDENT,
                                MemoryLimits::live),
                        left.orElse(0),
                        "%s left in the control group at the last level, inactive file cache counted as free; half of the kernel's memory is the server's"
                                .formatted(Figures.mebibytes(left.orElse(0)))),
                List.of(BESIDE, HALF_OF_KERNEL));
    }

    private LimitAnswer host() {
        Seen used = everything(lines.last().sample());
        Seen available = lines.last().sample().host().memoryAvailableBytes();
        if (!available.isSeen() || !used.isSeen()) {
            return LevelLines.unknown(
                    LimitingFactor.HOST_MEMORY, "host memory", Limit.NOT_SEEN, "or the memory of the process");
        }
        long floor = limits.host().memoryFloorBytes();
        return steadied(
                new Sum(
                        LimitingFactor.HOST_MEMORY,
                        "available memory=" + Figures.mebibytes(available.orElse(0)),
                        RisingFigure.bytes(
                                "memory of server, kernel and load generator on this host",
                                ForkSpread.RESIDENT,
                                MemoryLimits::everything),
                        Math.max(0, available.orElse(0) - floor),
                        "%s stay free; other processes keep what they have".formatted(Figures.mebibytes(floor))),
                List.of(BESIDE, KERNEL, LOAD));
    }

    // Memory of several owners under one limit.
    // left: memory left at the last level, in bytes
    private record Sum(LimitingFactor factor, String text, RisingFigure quantity, long left, String assumed) {}

    // Returns the answer about a sum without the parts that are not shown to be a cost of connections: a JVM that loads
    // and compiles code, and other processes of this host, change them too. The interval includes the number with these
    // parts.
    private LimitAnswer steadied(Sum sum, List<RisingFigure> parts) {
        LimitAnswer whole = extended(sum, sum.quantity(), sum.assumed());
        List<RisingFigure> unsteady = parts.stream().filter(lines::isUnsteady).toList();
        RisingFigure steady = sum.quantity().reading(sample -> {
            Seen rest = sum.quantity().of(sample);
            for (RisingFigure part : unsteady) {
                rest = rest.since(part.of(sample));
            }
            return rest;
        });
        String names = unsteady.stream().map(RisingFigure::name).collect(Collectors.joining(" and "));
        LimitAnswer answer = extended(
                sum,
                steady,
                "%s; without %s, not seen to be a cost of connections: on no clear line, or changed as much while the same ones were opened again; the interval has it"
                        .formatted(sum.assumed(), names));
        if (unsteady.isEmpty()
                || !(answer instanceof PredictedLimit without)
                || !(whole instanceof PredictedLimit with)) {
            return whole;
        }
        Interval both =
                with.interval().isKnown() ? with.interval() : new Interval(with.connections(), with.connections());
        return new PredictedLimit(
                without.factor(),
                without.limit(),
                without.connections(),
                without.interval().isKnown() ? without.interval().and(both) : both,
                without.basis());
    }

    private LimitAnswer extended(Sum sum, RisingFigure quantity, String assumed) {
        return lines.extended(
                sum.factor(),
                quantity,
                Threshold.exact(
                        sum.text(), (double) quantity.of(lines.last().sample()).orElse(0) + sum.left(), assumed));
    }

    // Returns the server's part of the memory that connections take; half of the kernel's is that of the clients.
    private static Seen live(Sample sample) {
        Seen kernel = sample.host().kernelBytes();
        return kernel.isSeen() ? own(sample).plus(Seen.of(kernel.orElse(0) / 2)) : own(sample);
    }

    private static Seen everything(Sample sample) {
        return own(sample).plus(sample.host().kernelBytes()).plus(ofLoad(sample));
    }

    private static Seen ofLoad(Sample sample) {
        Long load = sample.load().process().rssBytes();
        return load == null ? Seen.of(0) : Seen.of(load);
    }

    private static Seen own(Sample sample) {
        Seen resident = sample.server().rssWithoutFreeHeapBytes();
        return resident.isSeen() ? resident : sample.server().rssBytes();
    }
}
