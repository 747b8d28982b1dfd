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
    private static final Set<LimitingFactor> MEMORY_FACTORS = EnumSet.of(
            LimitingFactor.SERVER_HEAP,
            LimitingFactor.SERVER_DIRECT_MEMORY,
            LimitingFactor.SERVER_MEMORY,
            LimitingFactor.SERVER_GC);

    // Limits, other than memory, that this command sets.
    private static final Set<LimitingFactor> SETTING_FACTORS = EnumSet.of(
            LimitingFactor.SERVER_THREADS,
            LimitingFactor.SERVER_MAX_CONNECTIONS,
            LimitingFactor.ACCEPT_QUEUE,
            LimitingFactor.SERVER_FILE_DESCRIPTORS,
            LimitingFactor.SERVER_NATIVE_THREADS);

    private final Run.Context context;
    private final Sizing sizing;
    private final SizingGoal goal;
    private int trialCount;

    /** Creates trials of these settings for the wanted connections. */
    Trials(Run.Context context, Sizing sizing, SizingGoal goal) {
        RampSettings ramp = context.request().ramp();
        int connections = sizing.scenario().capConnections();
        RampSettings trialRamp = ramp.toBuilder()
                .rates(new RampSettings.Rates(
                        ramp.rates().opensPerSecond(),
                        goal.requestsPerSecond().orElse(ramp.rates().exchangesPerSecond())))
                .build()
                .with(new RampSettings.Levels(
                        Math.max(1, (int) (FIRST_SHARE * connections)), 1 / FIRST_SHARE, TOLERANCE));
        this.context = context.with(context.request().withRamp(trialRamp), context.facts());
        this.sizing = sizing;
        this.goal = goal;
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
        List<SmallestMemory.MemoryTrial> memoryTrials = new ArrayList<>();
        OptionalLong next = OptionalLong.of(sizing.value(SettingKey.CONTAINER_MEMORY));
        while (next.isPresent()) {
            Trial trial = runTrialWithRetry(sizing.scenario(), next.getAsLong());
            printTrial(sizing.scenario(), trial);
            boolean ofSettings = memoryTrials.isEmpty() && trial.isStoppedBy(SETTING_FACTORS);
            if (!trial.held() && !trial.isStoppedBy(MEMORY_FACTORS) && !ofSettings) {
                context.out()
                        .println(
                                "verify: this server was not stopped by its memory, so nothing is known about the sizes");
                return new TrialsResult(ExitCode.COULD_NOT_RUN, withLeastMemory(memoryTrials));
            }
            if (!trial.held() && memoryTrials.isEmpty()) {
                context.out().println("verify: the settings do not hold what they are for");
                return new TrialsResult(ExitCode.MISSED, Optional.empty());
            }
            memoryTrials.add(new SmallestMemory.MemoryTrial(trial.memoryBytes(), trial.held(), trial.peakBytes()));
            next = SmallestMemory.next(memoryTrials);
        }
        Optional<Sizing> found = withLeastMemory(memoryTrials);
        long least = SmallestMemory.smallestHeld(memoryTrials).orElse(0);
        if (!SmallestMemory.isFound(memoryTrials)) {
            context.out()
                    .println("verify: %s holds them too, after %d trials: the true edge is below it"
                            .formatted(SizeTable.mebibytes(least), memoryTrials.size()));
            return new TrialsResult(ExitCode.MISSED, found);
        }
        long predicted = sizing.value(SettingKey.CONTAINER_MEMORY);
        if (least < predicted) {
            context.out()
                    .println(
                            "verify: by the costs it would be %s, which is %.0f %% too much: memory beside the heap was overestimated"
                                    .formatted(SizeTable.mebibytes(predicted), PERCENT * (predicted - least) / least));
        }
        int exitCode = tryLessHeap(least);
        if (exitCode == ExitCode.OK) {
            context.out()
                    .println("verify: the settings hold with %s, and do not with a tenth less"
                            .formatted(SizeTable.mebibytes(least)));
        }
        return new TrialsResult(exitCode, found);
    }

    private Optional<Sizing> withLeastMemory(List<SmallestMemory.MemoryTrial> memoryTrials) {
        OptionalLong least = SmallestMemory.smallestHeld(memoryTrials);
        return least.isPresent()
                ? Optional.of(Sizer.withTrialMemory(sizing, goal, least.getAsLong()))
                : Optional.empty();
    }

    // Tries a heap that is smaller by a tenth of the memory: the user might shrink both. Returns the exit code.
    private int tryLessHeap(long memoryBytes) throws InterruptedException {
        long removedBytes = memoryBytes - (long) (SmallestMemory.NEXT_SHARE * memoryBytes);
        Scenario smallerServer = Sizer.withSmallerHeap(sizing, removedBytes);
        if (smallerServer.equals(sizing.scenario())) {
            return ExitCode.OK;
        }
        Trial trial = runTrialWithRetry(smallerServer, memoryBytes - removedBytes);
        printTrial(smallerServer, trial);
        if (!trial.held() && !trial.isStoppedBy(MEMORY_FACTORS)) {
            if (Sizer.isHeapTooSmall(sizing, smallerServer)) {
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
                            .formatted(SizeTable.mebibytes(removedBytes)));
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
    private Trial runTrialWithRetry(Scenario scenario, long memoryBytes) throws InterruptedException {
        Trial first = runTrial(scenario, memoryBytes);
        if (!(first.verdict() instanceof Verdict.Invalid)) {
            return first;
        }
        context.out().println("verify: once more, " + first.verdict().summary());
        return runTrial(scenario, memoryBytes);
    }

    private Trial runTrial(Scenario scenario, long memoryBytes) throws InterruptedException {
        trialCount++;
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
            UnchargedMemory uncharged = new UnchargedMemory(group, memoryBytes);
            Verdict verdict = new GroupedServers(context, Optional.of(group), uncharged)
                    .measure(scenario.withFork(trialCount))
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
    private static final class UnchargedMemory implements Consumer<Sample> {

        private final MemoryGroup group;
        private final long memoryBytes;
        private boolean seen;
        private long bytes;

        UnchargedMemory(MemoryGroup group, long memoryBytes) {
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

    private void printTrial(Scenario scenario, Trial trial) {
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
