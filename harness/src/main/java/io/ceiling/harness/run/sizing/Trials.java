package io.ceiling.harness.run.sizing;

import io.ceiling.harness.model.RampSettings;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Verdict;
import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import io.ceiling.harness.process.MemoryGroup;
import io.ceiling.harness.report.console.SizeTable;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.verdict.sizing.Sizer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Tries settings on real servers: in a cgroup of their memory the connections must be held, and with a tenth less they must
 * not. Not thread-safe.
 */
final class Trials {

    private static final double LESS = 0.9;

    /** First level of a trial, as a share of the connections: the steps above it find where a server ends. */
    private static final double FIRST_SHARE = 0.8;

    private static final double TOLERANCE = 0.05;

    /** Forks 1 and 2 are first trials, 3 and 4 the second ones. */
    private static final int SECOND = 2;

    private final Run.Context context;
    private final Sizing sizing;
    private final long pagesOfOthersBytes;

    /**
     * Takes the settings.
     *
     * @param requestsPerSecond requests or messages in a second; empty for those of a ramp
     * @param pagesOfOthersBytes pages of files that another cgroup is charged for: the group is smaller by them, since
     *     it would be charged for them on a fresh host
     */
    Trials(Run.Context context, Sizing sizing, OptionalDouble requestsPerSecond, long pagesOfOthersBytes) {
        RampSettings ramp = context.request().ramp();
        int connections = sizing.scenario().capConnections();
        RampSettings other = ramp.toBuilder()
                .rates(new RampSettings.Rates(
                        ramp.rates().opensPerSecond(),
                        requestsPerSecond.orElse(ramp.rates().exchangesPerSecond())))
                .build()
                .with(new RampSettings.Levels(
                        Math.max(1, (int) (FIRST_SHARE * connections)), 1 / FIRST_SHARE, TOLERANCE));
        this.context = context.with(context.request().withRamp(other), context.facts());
        this.sizing = sizing;
        this.pagesOfOthersBytes = pagesOfOthersBytes;
    }

    /** Returns why the settings cannot be tried here, in one line; empty if they can. */
    static Optional<String> obstacle() {
        return MemoryGroup.obstacle()
                .map(why -> "--verify needs a memory cgroup: %s. Hint: run as root".formatted(why));
    }

    /** Tries the settings with their memory, and then with less, and tells the results. Returns the exit code. */
    int run() throws InterruptedException {
        int connections = sizing.scenario().capConnections();
        long memory = sizing.value(SettingKey.CONTAINER_MEMORY);
        context.out().println();
        if (pagesOfOthersBytes > 0) {
            context.out()
                    .println(
                            "verify: %s of the JDK's and the server's files are in this host's memory already, charged to others; the cgroups are smaller by them"
                                    .formatted(SizeTable.mebibytes(pagesOfOthersBytes)));
        }
        Trial enough = trialOrSecond(sizing.scenario(), memory);
        boolean held = enough.verdict().held().orElse(-1) >= connections;
        tell(sizing.scenario(), memory, enough);
        if (!held) {
            context.out().println("verify: the settings do not hold what they are for");
            return enough.verdict() instanceof Verdict.Reached ? ExitCode.MISSED : ExitCode.COULD_NOT_RUN;
        }
        long less = (long) (LESS * memory);
        Scenario squeezed = Sizer.squeezed(sizing, less).withFork(2);
        Trial fewer = trialOrSecond(squeezed, less);
        tell(squeezed, less, fewer);
        if (fewer.verdict().held().orElse(-1) >= connections) {
            context.out().println("verify: a tenth less memory holds them too, so the margins are too wide here");
            return ExitCode.MISSED;
        }
        if (!(fewer.verdict() instanceof Verdict.Reached)) {
            context.out().println("verify: which limit stops a server with a tenth less memory is not known");
            return ExitCode.COULD_NOT_RUN;
        }
        context.out().println("verify: the settings hold, and a tenth less memory does not");
        return ExitCode.OK;
    }

    /**
     * The result of a trial.
     *
     * @param verdict verdict on its ramp
     * @param limitBytes limit of the cgroup
     * @param peakBytes most memory that the cgroup was charged; empty if that is not kept
     */
    private record Trial(Verdict verdict, long limitBytes, OptionalLong peakBytes) {}

    /** Runs a trial, and another one if this host was too busy for the first to say something about the server. */
    private Trial trialOrSecond(Scenario scenario, long memoryBytes) throws InterruptedException {
        Trial first = trial(scenario, memoryBytes);
        if (!(first.verdict() instanceof Verdict.Invalid)) {
            return first;
        }
        context.out().println("verify: once more, " + first.verdict().summary());
        return trial(scenario.withFork(scenario.fork() + SECOND), memoryBytes);
    }

    private Trial trial(Scenario scenario, long memoryBytes) throws InterruptedException {
        long limit = Math.max(1, memoryBytes - pagesOfOthersBytes);
        MemoryGroup created;
        try {
            created = MemoryGroup.create(OptionalLong.of(limit));
        } catch (IOException e) {
            return new Trial(new Verdict.Skipped(String.valueOf(e.getMessage())), limit, OptionalLong.empty());
        }
        try (MemoryGroup group = created) {
            Verdict verdict = new GroupedServers(context, Optional.of(group), sample -> {})
                    .measure(scenario)
                    .verdict();
            return new Trial(verdict, limit, group.peakBytes());
        }
    }

    private void tell(Scenario scenario, long memoryBytes, Trial trial) {
        Verdict verdict = trial.verdict();
        String with = "verify: %s of memory, -Xmx%dm: "
                .formatted(
                        SizeTable.mebibytes(memoryBytes),
                        scenario.jvm().heapMaxBytes().orElse(0) >> 20);
        String held = verdict.held().orElse(-1) >= scenario.capConnections()
                ? "all %d connections are held, each answered".formatted(scenario.capConnections())
                : verdict instanceof Verdict.Reached reached
                        ? "%s: %s".formatted(reached.summary(), reached.evidence())
                        : verdict.summary();
        String peak = trial.peakBytes().isPresent()
                ? "; the cgroup had %s of %s at most"
                        .formatted(
                                SizeTable.mebibytes(trial.peakBytes().getAsLong()),
                                SizeTable.mebibytes(trial.limitBytes()))
                : "";
        context.out().println(with + held + peak);
    }
}
