package io.ceiling.harness.verdict.prediction;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.HostReading;
import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.Sample;
import io.ceiling.harness.model.Seen;
import io.ceiling.harness.model.ServerReading;
import io.ceiling.harness.model.ThreadRoom;
import io.ceiling.harness.model.prediction.LevelReading;
import io.ceiling.harness.model.prediction.LimitPrediction;
import io.ceiling.harness.model.prediction.LimitPrediction.NotPredicted;
import io.ceiling.harness.model.prediction.PredictedLimit;
import io.ceiling.harness.model.prediction.PredictedLimit.Basis;
import io.ceiling.harness.model.prediction.PredictedLimit.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Predicts at how many connections each limit is met: a line through what was read at a few levels, extended to the
 * limit. Pure functions.
 *
 * <p>Notes. Nothing is assumed about what a connection costs: a descriptor each is a measured slope as well. A quantity
 * that does not rise with the connections by more than chance has no prediction, only the number below which its limit is
 * not met. If the levels are on a curve, the interval is widened to the number that follows from the cost of the last
 * connections.
 */
public final class LimitPredictor {

    /** Share of the heap that is in use after a collection when a JVM cannot give a connection any more. */
    private static final double FULL_HEAP = 0.99;

    private static final double LEAST_FULL_HEAP = 0.97;

    /** Each thread needs two mappings: its stack and the guard page below it. */
    private static final int MAPPINGS_OF_THREAD = 2;

    private final List<LevelReading> levels;
    private final PredictionLimits limits;
    private final List<PredictedLimit> predicted = new ArrayList<>();
    private final List<NotPredicted> others = new ArrayList<>();

    private LimitPredictor(List<LevelReading> levels, PredictionLimits limits) {
        this.levels = levels;
        this.limits = limits;
    }

    /**
     * A quantity that rises with the connections towards a limit.
     *
     * @param name what it is, in words
     * @param unit unit; empty for a count
     * @param read reads it from a sample
     */
    private record Quantity(String name, String unit, Function<Sample, Seen> read) {}

    /**
     * A limit of a quantity.
     *
     * @param text its name and value
     * @param least value at which it may be met at the earliest
     * @param usual value at which it is met
     * @param most value at which it is met at the latest
     * @param assumed what the value rests on besides readings; empty for nothing
     */
    private record Bound(String text, double least, double usual, double most, String assumed) {

        private static Bound exact(String text, long value) {
            double exact = (double) value;
            return new Bound(text, exact, exact, exact, "");
        }
    }

    /**
     * Returns the predictions of all limits.
     *
     * @param levels readings in ascending order of their connections, the first without a connection if there is one
     * @throws IllegalArgumentException if there is no reading
     */
    public static LimitPrediction of(List<LevelReading> levels, PredictionLimits limits) {
        if (levels.isEmpty()) {
            throw new IllegalArgumentException("levels must be >= 1, were 0");
        }
        return new LimitPredictor(List.copyOf(levels), limits).predict();
    }

    private LimitPrediction predict() {
        // Of limits at the same number the first is named, as a ramp names them: the pool before the connections.
        threads();
        connections();
        descriptors();
        heap();
        direct();
        nativeThreads();
        memory();
        network();
        ProcessorPredictor.of(levels, limits).add(predicted, others);
        return new LimitPrediction(predicted, others, last().connections());
    }

    private LevelReading last() {
        return levels.get(levels.size() - 1);
    }

    private ServerReading server() {
        return last().sample().server();
    }

    private void threads() {
        limited(
                LimitingFactor.SERVER_THREADS,
                "maxThreads",
                server().maxThreads(),
                new Quantity("busy threads of the pool", "", sample -> sample.server()
                        .busyThreads()));
    }

    private void connections() {
        limited(
                LimitingFactor.SERVER_MAX_CONNECTIONS,
                "maxConnections",
                server().maxConnections(),
                new Quantity("connections of the connector", "", sample -> sample.server()
                        .connections()));
    }

    private void descriptors() {
        limited(
                LimitingFactor.SERVER_FILE_DESCRIPTORS,
                "nofile",
                server().maxDescriptors(),
                new Quantity("open descriptors", "", sample -> sample.server().openDescriptors()));
    }

    private void heap() {
        Limit max = server().heapMaxBytes();
        Quantity used = new Quantity(
                "heap after a collection",
                "bytes",
                sample -> sample.afterGc() ? sample.server().heapUsedBytes() : Seen.NOT);
        if (!max.isNumber()) {
            limited(LimitingFactor.SERVER_HEAP, "heap", max, used);
            return;
        }
        double bytes = max.orElse(0);
        predict(
                LimitingFactor.SERVER_HEAP,
                used,
                new Bound(
                        "heap=" + mebibytes(max),
                        LEAST_FULL_HEAP * bytes,
                        FULL_HEAP * bytes,
                        bytes,
                        "met at 99 % of the heap, 97 to 100 % in the interval"));
    }

    private void direct() {
        Quantity buffers = new Quantity(
                "direct buffers", "bytes", sample -> sample.server().directBytes());
        if (!limits.directBytes().isNumber()) {
            limited(LimitingFactor.SERVER_DIRECT_MEMORY, "direct memory", limits.directBytes(), buffers);
            return;
        }
        predict(
                LimitingFactor.SERVER_DIRECT_MEMORY,
                buffers,
                Bound.exact(
                        "direct memory=" + mebibytes(limits.directBytes()),
                        limits.directBytes().orElse(0)));
    }

    private void nativeThreads() {
        Quantity count = new Quantity(
                "threads of the process", "", sample -> sample.server().threads());
        Seen now = server().threads();
        ThreadRoom room = limits.threads();
        boolean any = nativeThreads(count, now, "pids.max", room.groupPids(), 1);
        any |= nativeThreads(count, now, "ulimit -u", room.userThreads(), 1);
        any |= nativeThreads(count, now, "kernel.threads-max", room.hostThreads(), 1);
        any |= nativeThreads(count, now, "kernel.pid_max", room.processNumbers(), 1);
        any |= nativeThreads(count, now, "vm.max_map_count", room.mappings(), MAPPINGS_OF_THREAD);
        if (!any) {
            others.add(new NotPredicted(
                    LimitingFactor.SERVER_NATIVE_THREADS,
                    "threads of kernel, user and control group",
                    "their limits or the threads of the process were not seen"));
        }
    }

    private boolean nativeThreads(Quantity count, Seen now, String name, ThreadRoom.Use use, int ofEach) {
        OptionalLong left = use.left();
        if (left.isEmpty() || !now.isSeen()) {
            return false;
        }
        predict(
                LimitingFactor.SERVER_NATIVE_THREADS,
                count,
                new Bound(
                        "%s=%s".formatted(name, use.limit()),
                        now.orElse(0) + (double) left.getAsLong() / ofEach,
                        now.orElse(0) + (double) left.getAsLong() / ofEach,
                        now.orElse(0) + (double) left.getAsLong() / ofEach,
                        "other processes keep what they have"));
        return true;
    }

    private void memory() {
        Seen resident = server().rssBytes();
        Limit cgroup = limits.host().cgroupMemoryBytes();
        Quantity live = new Quantity(
                "resident memory without free heap, and half of the kernel's", "bytes", LimitPredictor::live);
        Seen now = live(last().sample());
        if (cgroup.isNumber() && cgroup.orElse(0) > 0 && resident.isSeen() && now.isSeen()) {
            double value = now.orElse(0) + cgroup.orElse(0) - resident.orElse(0);
            predict(
                    LimitingFactor.SERVER_MEMORY,
                    live,
                    new Bound(
                            "cgroup memory=" + mebibytes(cgroup),
                            value,
                            value,
                            value,
                            "the heap keeps the free pages that it has now; half of the kernel's memory is the server's"));
        } else {
            unknown(LimitingFactor.SERVER_MEMORY, "cgroup memory", cgroup, "or the memory of the process");
        }
        HostReading host = last().sample().host();
        Quantity all = new Quantity(
                "memory of server, kernel and load agents on this host", "bytes", LimitPredictor::everything);
        Seen used = everything(last().sample());
        Seen available = host.memoryAvailableBytes();
        if (available.isSeen() && used.isSeen()) {
            double value = used.orElse(0)
                    + Math.max(0, available.orElse(0) - limits.host().memoryFloorBytes());
            predict(
                    LimitingFactor.HOST_MEMORY,
                    all,
                    new Bound(
                            "available memory=" + mebibytes(Limit.of(available.orElse(0))),
                            value,
                            value,
                            value,
                            "%s stay free; other processes keep what they have"
                                    .formatted(mebibytes(Limit.of(limits.host().memoryFloorBytes())))));
        } else {
            unknown(LimitingFactor.HOST_MEMORY, "host memory", Limit.NOT_SEEN, "or the memory of the process");
        }
    }

    /** Returns the server's part of the memory that connections take; half of the kernel's is that of the clients. */
    private static Seen live(Sample sample) {
        Seen resident = sample.server().rssWithoutFreeHeapBytes();
        Seen own = resident.isSeen() ? resident : sample.server().rssBytes();
        Seen kernel = sample.host().kernelBytes();
        return kernel.isSeen() ? own.plus(Seen.of(kernel.orElse(0) / 2)) : own;
    }

    private static Seen everything(Sample sample) {
        Long load = sample.load().process().rssBytes();
        Seen resident = sample.server().rssWithoutFreeHeapBytes();
        Seen own = resident.isSeen() ? resident : sample.server().rssBytes();
        return own.plus(sample.host().kernelBytes()).plus(load == null ? Seen.of(0) : Seen.of(load));
    }

    private void network() {
        limited(
                LimitingFactor.CONNTRACK_TABLE,
                "nf_conntrack_max",
                last().sample().host().conntrackMax(),
                new Quantity("tracked connections", "", sample -> sample.host().conntrackEntries()));
        limited(
                LimitingFactor.KERNEL_TCP_MEMORY,
                "tcp_mem",
                limits.host().tcpMemMaxBytes(),
                new Quantity("memory of TCP sockets", "bytes", sample -> sample.host()
                        .socketMemoryBytes()));
        Limit ports = limits.host().localPorts();
        if (limits.recursive()) {
            Quantity levels =
                    new Quantity("levels", "", sample -> sample.server().recursionLevelsNow());
            limited(LimitingFactor.EPHEMERAL_PORTS, "local ports", ports, levels);
        } else {
            others.add(new NotPredicted(
                    LimitingFactor.EPHEMERAL_PORTS,
                    ports.isNumber() ? "local ports=" + ports : "local ports",
                    "of a client, not of the server: each client address has so many to one port of a server; what the"
                            + " application opens itself is not told apart"));
        }
    }

    /** Adds the prediction of a limit that readings tell, or the reason why there is none. */
    private void limited(LimitingFactor factor, String name, Limit limit, Quantity quantity) {
        if (limit.isNumber()) {
            predict(factor, quantity, Bound.exact("%s=%s".formatted(name, limit), limit.orElse(0)));
        } else {
            unknown(factor, name, limit, "");
        }
    }

    private void unknown(LimitingFactor factor, String name, Limit limit, String more) {
        others.add(new NotPredicted(
                factor,
                limit.isSeen() ? "%s=%s".formatted(name, limit) : name,
                limit.isUnlimited()
                        ? "has no limit"
                        : limit.isDefault()
                                ? "its default is not known"
                                : "the limit%s was not seen".formatted(more.isEmpty() ? "" : " " + more)));
    }

    private void predict(LimitingFactor factor, Quantity quantity, Bound bound) {
        List<LevelReading> seen = levels.stream()
                .filter(level -> quantity.read().apply(level.sample()).isSeen())
                .toList();
        InverseRegression line = InverseRegression.of(
                seen.stream().mapToDouble(LevelReading::connections).toArray(),
                seen.stream()
                        .mapToDouble(
                                level -> quantity.read().apply(level.sample()).orElse(0))
                        .toArray());
        if (!line.isLine()) {
            others.add(new NotPredicted(
                    factor, bound.text(), "%s: seen at fewer than two levels".formatted(quantity.name())));
        } else if (!line.rises()) {
            others.add(new NotPredicted(factor, bound.text(), flat(quantity, line, bound)));
        } else {
            predicted.add(new PredictedLimit(
                    factor,
                    bound.text(),
                    line.at(bound.usual()),
                    interval(quantity, line, bound),
                    new Basis(
                            quantity.name(),
                            quantity.unit(),
                            line.line().perConnection(),
                            line.line().standardError(),
                            line.line().base(),
                            line.points(),
                            line.line().curved(),
                            bound.assumed())));
        }
    }

    private static Interval interval(Quantity quantity, InverseRegression line, Bound bound) {
        Interval least = line.interval(bound.least());
        Interval most = line.interval(bound.most());
        if (!least.isKnown()) {
            return Interval.UNKNOWN;
        }
        // Connections are whole, and one may wait in the listen queue, where it is held and not counted yet.
        int slack = quantity.unit().isEmpty() ? 1 : 0;
        Interval both = new Interval(least.low() - slack, most.high() + slack);
        double curve = line.atCurve(bound.usual());
        return line.line().curved() && !Double.isNaN(curve) ? both.and(new Interval(curve, curve)) : both;
    }

    /** Returns why a quantity has no prediction: it does not rise, or not by more than chance. */
    private String flat(Quantity quantity, InverseRegression line, Bound bound) {
        double steepest = line.steepest();
        if (!(steepest > 0)) {
            return "%s: does not rise with connections".formatted(quantity.name());
        }
        double base = line.line().base() + line.line().perConnection() * last().connections();
        double atLeast = last().connections() + Math.max(0, bound.least() - base) / steepest;
        return Double.isFinite(steepest)
                ? "%s: does not rise by more than chance, so not below %d connections"
                        .formatted(quantity.name(), (long) Math.floor(atLeast))
                : "%s: does not rise with connections".formatted(quantity.name());
    }

    private static String mebibytes(Limit bytes) {
        return "%d MiB".formatted(bytes.orElse(0) >> 20);
    }
}
