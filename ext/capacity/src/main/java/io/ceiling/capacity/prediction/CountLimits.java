package io.ceiling.capacity.prediction;

import io.ceiling.capacity.prediction.LimitPrediction.NotPredicted;
import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.reading.ThreadRoom;
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

        private static Optional<ThreadsLeft> of(String name, ThreadRoom.ThreadUse use, int ofEach) {
            return use.left().isEmpty()
                    ? Optional.empty()
                    : Optional.of(new ThreadsLeft(
                            "%s=%s".formatted(name, use.limit()),
                            (double) use.left().getAsLong() / ofEach));
        }
    }

    /** Returns the answers about the server's own counts, in the order in which a ramp names them: the pool first. */
    List<LimitAnswer> ofServer() {
        return ServerLimit.counted().stream()
                .map(limit -> lines.limited(
                        limit.factor(),
                        limit.setting(),
                        limit.most(lines.server()),
                        RisingFigure.count(limit.what(), sample -> limit.used(sample.server()))))
                .toList();
    }

    /** Returns the answer about the limit of threads with the least room: all of them limit the same count. */
    LimitAnswer nativeThreads() {
        ThreadRoom room = limits.room().threads();
        Seen now = lines.server().threads();
        Optional<ThreadsLeft> least = Stream.of(
                        ThreadsLeft.of("pids.max", room.groupPids(), 1),
                        ThreadsLeft.of("ulimit -u", room.userThreads(), 1),
                        ThreadsLeft.of("kernel.threads-max", room.hostThreads(), 1),
                        ThreadsLeft.of("kernel.pid_max", room.processNumbers(), 1),
                        ThreadsLeft.of("vm.max_map_count", room.mappings(), MAPPINGS_OF_THREAD))
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(ThreadsLeft::left));
        if (least.isEmpty() || !now.isSeen()) {
            return new NotPredicted(
                    LimitingFactor.SERVER_NATIVE_THREADS,
                    "threads of kernel, user and control group",
                    "their limits or the threads of the process were not seen");
        }
        return lines.extended(
                LimitingFactor.SERVER_NATIVE_THREADS,
                RisingFigure.count(
                        "threads of the process", sample -> sample.server().threads()),
                Threshold.exact(
                        least.get().text(),
                        now.orElse(0) + least.get().left(),
                        "the least room of all limits of threads; other processes keep what they have"));
    }

    /** Returns the answers about the tables of the kernel. */
    List<LimitAnswer> ofKernel() {
        return List.of(
                lines.limited(
                        LimitingFactor.CONNTRACK_TABLE,
                        "nf_conntrack_max",
                        lines.last().sample().host().conntrack().conntrackMax(),
                        RisingFigure.count(
                                "tracked connections",
                                sample -> sample.host().conntrack().conntrackEntries())),
                ports());
    }

    private LimitAnswer ports() {
        Limit ports = limits.host().localPorts();
        if (limits.clients().recursive()) {
            return lines.limited(
                    LimitingFactor.EPHEMERAL_PORTS,
                    "local ports",
                    ports,
                    RisingFigure.count("levels", sample -> sample.server().recursionLevelsNow()));
        }
        int addresses = limits.clients().addresses();
        if (addresses > 0 && ports.isNumber()) {
            return lines.extended(
                    LimitingFactor.LOAD_EPHEMERAL_PORTS,
                    RisingFigure.count(
                            "connections of the load generator",
                            sample -> Seen.of(sample.load().connections().alive())),
                    Threshold.exact(
                            "local ports=%s%s".formatted(ports, addresses == 1 ? "" : " x" + addresses),
                            (double) ports.orElse(0) * addresses,
                            "clients on this host; each client address elsewhere has as many of its own"));
        }
        return new NotPredicted(
                LimitingFactor.LOAD_EPHEMERAL_PORTS,
                ports.isNumber() ? "local ports=" + ports : "local ports",
                "of a client on another host, not of the server: each client address has so many to one port of a server");
    }
}
