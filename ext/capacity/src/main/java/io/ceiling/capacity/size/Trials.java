package io.ceiling.capacity.size;

import io.ceiling.harness.os.MemoryGroup;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Tries settings on real servers: the same settings in smaller and smaller cgroups, until one does not hold the connections,
 * and then a smaller heap. Not thread-safe.
 */
final class Trials {

    // First level of a trial, as a share of the connections: the steps above it find where a server ends.
    private static final double FIRST_SHARE = 0.8;

    private static final double TOLERANCE = 0.05;
    private static final double PERCENT = 100.0;

    // Limits that show too little memory. Any other limit says nothing about the sizes.
    private static final Set<LimitingFactor> OF_MEMORY = EnumSet.of(
            LimitingFactor.SERVER_HEAP,
            LimitingFactor.SERVER_DIRECT_MEMORY,
            LimitingFactor.SERVER_MEMORY,
            LimitingFactor.SERVER_GC);

    // Limits, other than memory, that this command sets.
    private static final Set<LimitingFactor> OF_SETTINGS = EnumSet.of(
            LimitingFactor.SERVER_THREADS,
            LimitingFactor.SERVER_MAX_CONNECTIONS,
            LimitingFactor.ACCEPT_QUEUE,
            LimitingFactor.SERVER_FILE_DESCRIPTORS,
            LimitingFactor.SERVER_NATIVE_THREADS);

    private final Run.Context context;
    private final Sizing sizing;
    private final SizingGoal wanted;
    private int trials;

    /** Creates trials of these settings for the wanted connections. */
    Trials(Run.Context context, Sizing sizing, SizingGoal wanted) {
        RampSettings ramp = context.request().ramp();
        int connections = sizing.scenario().capConnections();
        RampSettings other = ramp.toBuilder()
                .rates(new RampSettings.Rates(
                        ramp.rates().opensPerSecond(),
                        wanted.requestsPerSecond().orElse(ramp.rates().exchangesPerSecond())))
                .build()
                .with(new RampSettings.Levels(
                        Math.max(1, (int) (FIRST_SHARE * connections)), 1 / FIRST_SHARE, TOLERANCE));
        this.context = context.with(context.request().withRamp(other), context.facts());
        this.sizing = sizing;
        this.wanted = wanted;
    }

    /** Returns why the settings cannot be tried here, in one line; empty if they can. */
    static Optional<String> obstacle() {
        return MemoryGroup.obstacle().map(why -> "--verify needs a memory cgroup: " + why);
    }

    /**
     * The result of all trials.
     *
     * @param exitCode exit code of the command
     * @param sizing settings with the least memory that held the connections; empty if none did
     */
    record TrialsResult(int exitCode, Optional<Sizing> sizing) {}

    /** Tries the settings with less and less memory, and then with less heap, and prints the results. */
    TrialsResult run() throws InterruptedException {
        context.out().println();
        List<SmallestMemory.MemoryTrial> tried = new ArrayList<>();
        OptionalLong next = OptionalLong.of(sizing.value(SettingKey.CONTAINER_MEMORY));
        while (next.isPresent()) {
            Trial trial = trialOrSecond(sizing.scenario(), next.getAsLong());
            tell(sizing.scenario(), trial);
            boolean ofSettings = tried.isEmpty() && trial.isStoppedBy(OF_SETTINGS);
            if (!trial.held() && !trial.isStoppedBy(OF_MEMORY) && !ofSettings) {
                context.out()
                        .println(
                                "verify: this server was not stopped by its memory, so nothing is known about the sizes");
                return new TrialsResult(ExitCode.COULD_NOT_RUN, found(tried));
            }
            if (!trial.held() && tried.isEmpty()) {
                context.out().println("verify: the settings do not hold what they are for");
                return new TrialsResult(ExitCode.MISSED, Optional.empty());
            }
            tried.add(new SmallestMemory.MemoryTrial(trial.memoryBytes(), trial.held(), trial.peakBytes()));
            next = SmallestMemory.next(tried);
        }
        Optional<Sizing> found = found(tried);
        long least = SmallestMemory.least(tried).orElse(0);
        if (!SmallestMemory.isFound(tried)) {
            context.out()
                    .println("verify: %s holds them too, after %d trials: the true edge is below it"
                            .formatted(SizeTable.mebibytes(least), tried.size()));
            return new TrialsResult(ExitCode.MISSED, found);
        }
        long predicted = sizing.value(SettingKey.CONTAINER_MEMORY);
        if (least < predicted) {
            context.out()
                    .println(
                            "verify: by the costs it would be %s, which is %.0f %% too much: memory beside the heap was overestimated"
                                    .formatted(SizeTable.mebibytes(predicted), PERCENT * (predicted - least) / least));
        }
        int exitCode = lessHeap(least);
        if (exitCode == ExitCode.OK) {
            context.out()
                    .println("verify: the settings hold with %s, and do not with a tenth less"
                            .formatted(SizeTable.mebibytes(least)));
        }
        return new TrialsResult(exitCode, found);
    }

    private Optional<Sizing> found(List<SmallestMemory.MemoryTrial> tried) {
        OptionalLong least = SmallestMemory.least(tried);
        return least.isPresent() ? Optional.of(Sizer.tried(sizing, wanted, least.getAsLong())) : Optional.empty();
    }

    // Tries a heap that is smaller by a tenth of the memory: the user might shrink both. Returns the exit code.
    private int lessHeap(long memoryBytes) throws InterruptedException {
        long gone = memoryBytes - (long) (SmallestMemory.LESS * memoryBytes);
        Scenario squeezed = Sizer.squeezed(sizing, gone);
        if (squeezed.equals(sizing.scenario())) {
            return ExitCode.OK;
        }
        Trial trial = trialOrSecond(squeezed, memoryBytes - gone);
        tell(squeezed, trial);
        if (!trial.held() && !trial.isStoppedBy(OF_MEMORY)) {
            if (Sizer.isTooSmallByTheCosts(sizing, squeezed)) {
                context.out()
                        .println(
                                "verify: it was not memory that stopped this server, so less heap was not tried; by the costs the live heap alone is larger");
                return ExitCode.OK;
            }
            context.out()
                    .println(
                            "verify: this server was not stopped by its memory, so nothing is known about the margin of the heap");
            return ExitCode.COULD_NOT_RUN;
        }
        if (trial.held()) {
            context.out()
                    .println("verify: %s less heap holds them too, so the margin of the heap is too wide here"
                            .formatted(SizeTable.mebibytes(gone)));
            return ExitCode.MISSED;
        }
        return ExitCode.OK;
    }

    // The result of a trial.
    // verdict: verdict on its ramp
    // connections: connections that were to be held
    // memoryBytes: memory of the container
    // unchargedBytes: part of it that the cgroup was not charged
    // peakBytes: most memory that the container had; empty if that is not kept
    private record Trial(
            Verdict verdict, int connections, long memoryBytes, long unchargedBytes, OptionalLong peakBytes) {

        boolean held() {
            return verdict.held().orElse(-1) >= connections;
        }

        boolean isStoppedBy(Set<LimitingFactor> limits) {
            return verdict instanceof Verdict.Reached reached && limits.contains(reached.factor());
        }
    }

    // Runs a trial, and repeats it once if this host was too busy for a valid result.
    private Trial trialOrSecond(Scenario scenario, long memoryBytes) throws InterruptedException {
        Trial first = trial(scenario, memoryBytes);
        if (!(first.verdict() instanceof Verdict.Invalid)) {
            return first;
        }
        context.out().println("verify: once more, " + first.verdict().summary());
        return trial(scenario, memoryBytes);
    }

    private Trial trial(Scenario scenario, long memoryBytes) throws InterruptedException {
        trials++;
        int connections = scenario.capConnections();
        MemoryGroup created;
        try {
            created = MemoryGroup.create(OptionalLong.of(memoryBytes));
        } catch (IOException e) {
            return new Trial(
                    new Verdict.Skipped(String.valueOf(e.getMessage())),
                    connections,
                    memoryBytes,
                    0,
                    OptionalLong.empty());
        }
        try (MemoryGroup group = created) {
            Uncharged uncharged = new Uncharged(group, memoryBytes);
            Verdict verdict = new GroupedServers(context, Optional.of(group), uncharged)
                    .measure(scenario.withFork(trials))
                    .verdict();
            OptionalLong peak = group.peakBytes();
            return new Trial(
                    verdict,
                    connections,
                    memoryBytes,
                    uncharged.bytes,
                    peak.isPresent() ? OptionalLong.of(peak.getAsLong() + uncharged.bytes) : peak);
        }
    }

    // Shrinks a group by the memory of its server that it is not charged for: once the server is up, and after each
    // collection. The group never grows again. Not thread-safe.
    private static final class Uncharged implements Consumer<Sample> {

        private final MemoryGroup group;
        private final long memoryBytes;
        private boolean seen;
        private long bytes;

        Uncharged(MemoryGroup group, long memoryBytes) {
            this.group = group;
            this.memoryBytes = memoryBytes;
        }

        @Override
        public void accept(Sample sample) {
            if (seen && !sample.afterGc()) {
                return;
            }
            seen = true;
            long now = group.unchargedBytes();
            if (now > bytes) {
                try {
                    group.limit(Math.max(1, memoryBytes - now));
                    bytes = now;
                } catch (IOException e) {
                    // The group already uses more than the new limit, so it is at its limit anyway.
                }
            }
        }
    }

    private void tell(Scenario scenario, Trial trial) {
        Verdict verdict = trial.verdict();
        String with = "verify: %s of memory, -Xmx%dm: "
                .formatted(
                        SizeTable.mebibytes(trial.memoryBytes()),
                        scenario.jvm().heapMaxBytes().orElse(0) >> 20);
        String held = trial.held()
                ? "all %d connections are held, each answered".formatted(trial.connections())
                : verdict instanceof Verdict.Reached reached
                        ? "%s: %s".formatted(reached.summary(), reached.evidence())
                        : verdict.summary();
        String peak = trial.peakBytes().isPresent()
                ? "; it had %s at most, %s of them not charged to its cgroup"
                        .formatted(
                                SizeTable.mebibytes(trial.peakBytes().getAsLong()),
                                SizeTable.mebibytes(trial.unchargedBytes()))
                : "";
        context.out().println(with + held + peak);
    }
}
