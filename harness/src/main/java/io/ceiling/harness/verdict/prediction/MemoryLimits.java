package io.ceiling.harness.verdict.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.HeapReserve;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.prediction.LimitAnswer;
import io.ceiling.harness.model.prediction.LimitPrediction.NotPredicted;
import java.util.List;

/** Predicts where limits of memory are met: of the JVM, of the control group and of the host. Pure functions. */
final class MemoryLimits {

    private final LevelLines lines;
    private final PredictionLimits limits;

    MemoryLimits(LevelLines lines, PredictionLimits limits) {
        this.lines = lines;
        this.limits = limits;
    }

    /** Returns the answers about the memory of the JVM. */
    List<LimitAnswer> ofJvm() {
        return List.of(heap(), direct());
    }

    /** Returns the answers about the memory of the machine. */
    List<LimitAnswer> ofMachine() {
        return List.of(
                cgroup(),
                host(),
                lines.limited(
                        LimitingFactor.KERNEL_TCP_MEMORY,
                        "tcp_mem",
                        limits.host().tcpMemMaxBytes(),
                        Quantity.bytes(
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
        String text = Bound.mebibytes("heap", max);
        if (uncollected == lines.levels().size()) {
            return new NotPredicted(
                    LimitingFactor.SERVER_HEAP,
                    text,
                    "its heap was read with garbage in it: "
                            + (limits.whyNotCollected().isEmpty()
                                    ? "the JVM counted no full collection"
                                    : limits.whyNotCollected()));
        }
        HeapReserve reserve = HeapReserve.of(max.orElse(0));
        return lines.extended(
                LimitingFactor.SERVER_HEAP,
                Quantity.bytes(
                        "heap after a collection",
                        sample -> sample.afterGc() ? sample.server().heapUsedBytes() : Seen.NOT),
                new Bound(
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

    private LimitAnswer direct() {
        Limit max = limits.directBytes();
        Quantity buffers =
                Quantity.bytes("direct buffers", sample -> sample.server().directBytes());
        return max.isNumber()
                ? lines.extended(
                        LimitingFactor.SERVER_DIRECT_MEMORY,
                        buffers,
                        Bound.exact(Bound.mebibytes("direct memory", max), (double) max.orElse(0)))
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
        return lines.extended(
                LimitingFactor.SERVER_MEMORY,
                Quantity.bytes("resident memory without free heap, and half of the kernel's", MemoryLimits::live),
                Bound.exact(
                        Bound.mebibytes("cgroup memory", max),
                        (double) now.orElse(0) + left.orElse(0),
                        "%s left in the control group at the last level, inactive file cache counted as free; half of the kernel's memory is the server's"
                                .formatted(Bound.mebibytes(left.orElse(0)))));
    }

    private LimitAnswer host() {
        Seen used = everything(lines.last().sample());
        Seen available = lines.last().sample().host().memoryAvailableBytes();
        if (!available.isSeen() || !used.isSeen()) {
            return LevelLines.unknown(
                    LimitingFactor.HOST_MEMORY, "host memory", Limit.NOT_SEEN, "or the memory of the process");
        }
        long floor = limits.host().memoryFloorBytes();
        return lines.extended(
                LimitingFactor.HOST_MEMORY,
                Quantity.bytes("memory of server, kernel and load agents on this host", MemoryLimits::everything),
                Bound.exact(
                        "available memory=" + Bound.mebibytes(available.orElse(0)),
                        (double) used.orElse(0) + Math.max(0, available.orElse(0) - floor),
                        "%s stay free; other processes keep what they have".formatted(Bound.mebibytes(floor))));
    }

    /** Returns the server's part of the memory that connections take; half of the kernel's is that of the clients. */
    private static Seen live(Sample sample) {
        Seen kernel = sample.host().kernelBytes();
        return kernel.isSeen() ? own(sample).plus(Seen.of(kernel.orElse(0) / 2)) : own(sample);
    }

    private static Seen everything(Sample sample) {
        Long load = sample.load().process().rssBytes();
        return own(sample).plus(sample.host().kernelBytes()).plus(load == null ? Seen.of(0) : Seen.of(load));
    }

    private static Seen own(Sample sample) {
        Seen resident = sample.server().rssWithoutFreeHeapBytes();
        return resident.isSeen() ? resident : sample.server().rssBytes();
    }
}
