package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
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
    private static final RisingQuantity OTHER_JVM_MEMORY =
            RisingQuantity.bytes("memory of the JVM beside heap and direct buffers", sample -> processMemory(sample)
                    .since(sample.server().heapUsedBytes())
                    .since(Observation.of(sample.server().directBytes().orElse(0))));

    private static final RisingQuantity KERNEL = RisingQuantity.bytes(
            "the kernel's memory",
            sample -> Observation.of(sample.host().kernelBytes().orElse(0)));

    private static final RisingQuantity HALF_OF_KERNEL = RisingQuantity.bytes(
            "the kernel's memory",
            sample -> Observation.of(sample.host().kernelBytes().orElse(0) / 2));

    private static final RisingQuantity LOAD =
            RisingQuantity.bytes("the load generator's memory", MemoryLimits::ofLoad);

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
                lines.answerFor(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        "tcp_mem",
                        limits.host().tcpMemMaxBytes(),
                        RisingQuantity.bytes(
                                "memory of TCP sockets", sample -> sample.host().socketMemoryBytes())));
    }

    private LimitAnswer heap() {
        Limit max = lines.server().heapMaxBytes();
        if (!max.isNumber()) {
            return LevelLines.unpredicted(LimitingFactor.SERVER_HEAP, "heap", max, "");
        }
        long uncollected = lines.levels().stream()
                .filter(level -> level.sample().server().heapUsedBytes().isSeen()
                        && !level.sample().afterGc())
                .count();
        String text = Threshold.mebibytes("heap", max);
        if (uncollected == lines.levels().size()) {
            return new UnpredictedLimit(
                    LimitingFactor.SERVER_HEAP,
                    text,
                    "its heap was read with garbage in it: "
                            + (limits.whyNotCollected().isEmpty()
                                    ? "the JVM counted no full collection"
                                    : limits.whyNotCollected()));
        }
        Optional<HeapReserve> knownReserve = HeapReserve.of(limits.collector(), max.orElse(0));
        if (knownReserve.isEmpty()) {
            return new UnpredictedLimit(LimitingFactor.SERVER_HEAP, text, whyNoReserve());
        }
        HeapReserve reserve = knownReserve.get();
        return lines.extrapolate(
                LimitingFactor.SERVER_HEAP,
                RisingQuantity.bytes(
                        "heap after a collection",
                        ForkSpread.HEAP,
                        sample -> sample.afterGc() ? sample.server().heapUsedBytes() : Observation.NOT_SEEN),
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
        RisingQuantity buffers = RisingQuantity.bytes(
                "direct buffers", ForkSpread.DIRECT, sample -> sample.server().directBytes());
        return max.isNumber()
                ? lines.extrapolate(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        buffers,
                        Threshold.exact(Threshold.mebibytes("direct memory", max), (double) max.orElse(0)))
                : LevelLines.unpredicted(LimitingFactor.SERVER_DIRECT_MEMORY, "direct memory", max, "");
    }

    private LimitAnswer cgroup() {
        Limit max = limits.host().cgroupMemoryBytes();
        Observation left = limits.room().cgroupBytes();
        Observation now = serverMemory(lines.highestLevel().sample());
        if (!max.isNumber() || max.orElse(0) == 0 || !left.isSeen() || !now.isSeen()) {
            return LevelLines.unpredicted(
                    LimitingFactor.SERVER_MEMORY, "cgroup memory", max, "or the memory in use of the control group");
        }
        return answerForSteadyParts(
                new MemorySum(
                        LimitingFactor.SERVER_MEMORY,
                        Threshold.mebibytes("cgroup memory", max),
                        RisingQuantity.bytes(
                                "resident memory without free heap, and half of the kernel's",
                                ForkSpread.RESIDENT,
                                MemoryLimits::serverMemory),
                        left.orElse(0),
                        "%s left in the control group at the last level, inactive file cache counted as free; half of the kernel's memory is the server's"
                                .formatted(Figures.mebibytes(left.orElse(0)))),
                List.of(OTHER_JVM_MEMORY, HALF_OF_KERNEL));
    }

    private LimitAnswer host() {
        Observation used = totalMemory(lines.highestLevel().sample());
        Observation available = lines.highestLevel().sample().host().memoryAvailableBytes();
        if (!available.isSeen() || !used.isSeen()) {
            return LevelLines.unpredicted(
                    LimitingFactor.HOST_MEMORY, "host memory", Limit.NOT_SEEN, "or the memory of the process");
        }
        long floor = limits.host().memoryFloorBytes();
        return answerForSteadyParts(
                new MemorySum(
                        LimitingFactor.HOST_MEMORY,
                        "available memory=" + Figures.mebibytes(available.orElse(0)),
                        RisingQuantity.bytes(
                                "memory of server, kernel and load generator on this host",
                                ForkSpread.RESIDENT,
                                MemoryLimits::totalMemory),
                        Math.max(0, available.orElse(0) - floor),
                        "%s stay free; other processes keep what they have".formatted(Figures.mebibytes(floor))),
                List.of(OTHER_JVM_MEMORY, KERNEL, LOAD));
    }

    // Memory of several owners under one limit.
    // bytesLeft: memory left at the last level, in bytes
    private record MemorySum(
            LimitingFactor factor, String text, RisingQuantity quantity, long bytesLeft, String assumption) {}

    // Returns the answer about a sum without the parts that are not shown to be a cost of connections: a JVM that loads
    // and compiles code, and other processes of this host, change them too. The interval includes the number with these
    // parts.
    private LimitAnswer answerForSteadyParts(MemorySum sum, List<RisingQuantity> parts) {
        LimitAnswer fullAnswer = extrapolate(sum, sum.quantity(), sum.assumption());
        List<RisingQuantity> unsteadyParts =
                parts.stream().filter(lines::isUnsteady).toList();
        RisingQuantity steady = sum.quantity().withReader(sample -> {
            Observation rest = sum.quantity().valueIn(sample);
            for (RisingQuantity part : unsteadyParts) {
                rest = rest.since(part.valueIn(sample));
            }
            return rest;
        });
        String names = unsteadyParts.stream().map(RisingQuantity::name).collect(Collectors.joining(" and "));
        LimitAnswer answer = extrapolate(
                sum,
                steady,
                "%s; without %s, not seen to be a cost of connections: on no clear line, or changed as much while the same ones were opened again; the interval has it"
                        .formatted(sum.assumption(), names));
        if (unsteadyParts.isEmpty()
                || !(answer instanceof PredictedLimit steadyLimit)
                || !(fullAnswer instanceof PredictedLimit fullLimit)) {
            return fullAnswer;
        }
        Interval fullInterval = fullLimit.interval().isKnown()
                ? fullLimit.interval()
                : new Interval(fullLimit.connections(), fullLimit.connections());
        return new PredictedLimit(
                steadyLimit.factor(),
                steadyLimit.limit(),
                steadyLimit.connections(),
                steadyLimit.interval().isKnown() ? steadyLimit.interval().and(fullInterval) : fullInterval,
                steadyLimit.basis());
    }

    private LimitAnswer extrapolate(MemorySum sum, RisingQuantity quantity, String assumed) {
        return lines.extrapolate(
                sum.factor(),
                quantity,
                Threshold.exact(
                        sum.text(),
                        (double) quantity.valueIn(lines.highestLevel().sample()).orElse(0) + sum.bytesLeft(),
                        assumed));
    }

    // Returns the server's part of the memory that connections take; half of the kernel's is that of the clients.
    private static Observation serverMemory(Sample sample) {
        Observation kernel = sample.host().kernelBytes();
        return kernel.isSeen()
                ? processMemory(sample).plus(Observation.of(kernel.orElse(0) / 2))
                : processMemory(sample);
    }

    private static Observation totalMemory(Sample sample) {
        return processMemory(sample).plus(sample.host().kernelBytes()).plus(ofLoad(sample));
    }

    private static Observation ofLoad(Sample sample) {
        Long load = sample.load().process().rssBytes();
        return load == null ? Observation.of(0) : Observation.of(load);
    }

    private static Observation processMemory(Sample sample) {
        Observation resident = sample.server().rssWithoutFreeHeapBytes();
        return resident.isSeen() ? resident : sample.server().rssBytes();
    }
}
