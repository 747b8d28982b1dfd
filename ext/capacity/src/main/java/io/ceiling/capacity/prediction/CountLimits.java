package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ThreadHeadroom;
import io.ceiling.harness.result.ServerLimit;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Predicts where limits of counts are met: threads, connections, descriptors, ports. Pure functions. */
final class CountLimits {

    // Each thread needs two mappings: its stack and the guard page below it.
    private static final int MAPPINGS_OF_THREAD = 2;

    private final LevelLines lines;
    private final PredictionLimits limits;

    CountLimits(LevelLines lines, PredictionLimits limits) {
        this.lines = lines;
        this.limits = limits;
    }

    // A limit of threads, and the number of threads that it still allows.
    private record ThreadsLeft(String text, double left) {

        private static Optional<ThreadsLeft> of(String name, ThreadHeadroom.ThreadUse use, int perThread) {
            return use.headroom().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ThreadsLeft(
                            "%s=%s".formatted(name, use.limit()),
                            (double) use.headroom().getAsLong() / perThread));
        }
    }

    /** Returns the answers about the server's own counts, in the order in which a ramp names them: the pool first. */
    List<LimitAnswer> ofServer() {
        return ServerLimit.counted().stream()
                .map(limit -> lines.answerFor(
                        limit.factor(),
                        limit.setting(),
                        limit.limitOf(lines.server()),
                        RisingQuantity.count(limit.unit(), sample -> limit.useOf(sample.server()))))
                .toList();
    }

    /** Returns the answer about the limit of threads with the least room: all of them limit the same count. */
    LimitAnswer nativeThreads() {
        ThreadHeadroom room = limits.room().threads();
        Observation now = lines.server().threads();
        Optional<ThreadsLeft> least = Stream.of(
                        ThreadsLeft.of("pids.max", room.groupPids(), 1),
                        ThreadsLeft.of("ulimit -u", room.userThreads(), 1),
                        ThreadsLeft.of("kernel.threads-max", room.hostThreads(), 1),
                        ThreadsLeft.of("kernel.pid_max", room.usedPids(), 1),
                        ThreadsLeft.of("vm.max_map_count", room.mappings(), MAPPINGS_OF_THREAD))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(ThreadsLeft::left));
        if (least.isEmpty() || !now.isSeen()) {
            return new UnpredictedLimit(
                    LimitingFactor.SERVER_NATIVE_THREADS,
                    "threads of kernel, user and control group",
                    "their limits or the threads of the process were not seen");
        }
        return lines.extrapolate(
                LimitingFactor.SERVER_NATIVE_THREADS,
                RisingQuantity.count(
                        "threads of the process", sample -> sample.server().threads()),
                Threshold.exact(
                        least.get().text(),
                        now.orElse(0) + least.get().left(),
                        "the least room of all limits of threads; other processes keep what they have"));
    }

    /** Returns the answers about the tables of the kernel. */
    List<LimitAnswer> ofKernel() {
        return List.of(
                lines.answerFor(
                        LimitingFactor.CONNTRACK_TABLE,
                        "nf_conntrack_max",
                        lines.highestLevel().sample().host().conntrack().conntrackMax(),
                        RisingQuantity.count(
                                "tracked connections",
                                sample -> sample.host().conntrack().conntrackEntries())),
                ports());
    }

    private LimitAnswer ports() {
        Limit ports = limits.host().localPorts();
        if (limits.clients().recursive()) {
            return lines.answerFor(
                    LimitingFactor.EPHEMERAL_PORTS,
                    "local ports",
                    ports,
                    RisingQuantity.count("levels", sample -> sample.server().recursionLevelsNow()));
        }
        int addresses = limits.clients().addresses();
        if (addresses > 0 && ports.isNumber()) {
            return lines.extrapolate(
                    LimitingFactor.LOAD_EPHEMERAL_PORTS,
                    RisingQuantity.count(
                            "connections of the load generator",
                            sample -> Observation.of(sample.load().connections().alive())),
                    Threshold.exact(
                            "local ports=%s%s".formatted(ports, addresses == 1 ? "" : " x" + addresses),
                            (double) ports.orElse(0) * addresses,
                            "clients on this host; each client address elsewhere has as many of its own"));
        }
        return new UnpredictedLimit(
                LimitingFactor.LOAD_EPHEMERAL_PORTS,
                ports.isNumber() ? "local ports=" + ports : "local ports",
                "of a client on another host, not of the server: each client address has so many to one port of a server");
    }
}
