package io.ceiling.climb;

import io.ceiling.harness.engine.ScenarioMeasurer;
import io.ceiling.harness.matrix.Change;
import io.ceiling.harness.report.console.EffortLine;
import io.ceiling.harness.report.console.LineInPlace;
import io.ceiling.harness.report.console.Progress;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.RunRequest;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Runs climbs: finds the ceiling, changes the setting that the plan names, finds the ceiling again, and judges whether
 * it moved as predicted, until the plan ends. Every step is a scenario with a row in ceilings.csv and a row in
 * climb.csv.
 */
final class ClimbRunner {

    private final Run run;

    public ClimbRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until every climb has ended. On return no forked process is left.
     *
     * @return the exit code: MISSED if a named limit did not bind and nothing explains why
     */
    public int run(ClimbRequest request) throws InterruptedException {
        return run.measure(request.run(), context -> {
            List<ClimbTable.Climb> climbs = new ArrayList<>();
            Path folder = context.folder().path();
            try (ClimbCsv file = new ClimbCsv(folder);
                    KernelSettings kernel = kernelSettings(folder)) {
                if (request.changesKernel()) {
                    // Before the first step: it reads limits that another climb may have raised.
                    kernel.lock();
                }
                for (ClimbPlan plan : request.plans()) {
                    climbs.add(climb(
                            plan,
                            move -> measure(move, kernel, context),
                            file,
                            context.out(),
                            begun -> line(begun, context),
                            context.request().verbose()));
                }
            }
            ClimbTable.lines(climbs, folder).forEach(context.out()::println);
            return exitCode(climbs);
        });
    }

    // Sets the source addresses of the step; without them it keeps the number of the option or the default.
    private static RunRequest with(ClimbMove.Measure move, RunRequest run) {
        return move.sourceAddresses().isEmpty()
                ? run
                : run.withRamp(run.ramp().toBuilder()
                        .sourceAddresses(move.sourceAddresses())
                        .build());
    }

    private static ScenarioResult measure(ClimbMove.Measure move, KernelSettings kernel, Run.Context context)
            throws InterruptedException {
        // The limits of the host are read again for each step, since the step before may have changed them.
        ScenarioMeasurer measuring = new ScenarioMeasurer(
                context.with(with(move, context.request()), context.facts().withFreshLimits()));
        try {
            move.sysctls().forEach(kernel::set);
        } catch (KernelSettingsException e) {
            return measuring.cannot(move.scenario(), String.valueOf(e.getMessage()));
        }
        return measuring.measure(move.scenario());
    }

    // Starts the progress line of a step, which shows on a terminal what the step holds.
    private static LineInPlace line(String begun, Run.Context context) {
        LineInPlace line = new LineInPlace(context.out(), begun, context.terminal());
        context.status().showIn(line::show, line::room);
        return line;
    }

    // Returns the kernel settings, with a shutdown hook that restores them after Ctrl-C or SIGTERM.
    private static KernelSettings kernelSettings(Path folder) {
        KernelSettings kernel = new KernelSettings(folder.resolve("sysctls-before.conf"));
        Runtime.getRuntime().addShutdownHook(new Thread(kernel::close, "kernel-settings"));
        return kernel;
    }

    /** Finds the ceiling of one step. Blocks until it is known. */
    @FunctionalInterface
    interface Measurer {
        ScenarioResult measure(ClimbMove.Measure move) throws InterruptedException;
    }

    /**
     * Runs one climb and blocks until its plan ends. Each row is on the disk before the next step starts.
     *
     * @param lines begins the line of a step
     * @param verbose true to print a second line with the time and processor time of each step
     */
    static ClimbTable.Climb climb(
            ClimbPlan plan,
            Measurer measurer,
            ClimbCsv file,
            PrintStream out,
            Function<String, LineInPlace> lines,
            boolean verbose)
            throws InterruptedException {
        out.println(plan.name() + ":");
        List<ClimbStep> steps = new ArrayList<>();
        List<String> conclusions = new ArrayList<>();
        ClimbMove move = plan.next(steps);
        while (move instanceof ClimbMove.Measure next) {
            LineInPlace line = lines.apply(ClimbTable.lineStart(steps.size() + 1, next.trial()));
            ClimbStep step = step(plan, steps, next, measurer.measure(next));
            steps.add(step);
            move = plan.next(steps);
            Optional<String> conclusion = conclusion(steps, move);
            conclusion.ifPresent(conclusions::add);
            file.append(step, endReason(move), conclusion.orElse(""));
            line.end(ClimbTable.lineEnd(step));
            Progress.warningLines(step.result()).forEach(out::println);
            if (verbose) {
                EffortLine.of(step.result().effort()).ifPresent(out::println);
            }
        }
        return new ClimbTable.Climb(
                plan.name(), steps, endReason(move), CausalProof.unexplainedLimits(steps), conclusions);
    }

    // Returns the conclusion of a raise after its last control.
    private static Optional<String> conclusion(List<ClimbStep> steps, ClimbMove next) {
        boolean goesOn =
                next instanceof ClimbMove.Measure measure && measure.trial().role() != Trial.Role.CLIMB;
        if (goesOn || !steps.get(steps.size() - 1).isControl()) {
            return Optional.empty();
        }
        int last = steps.size() - 1;
        while (steps.get(last).isControl()) {
            last--;
        }
        ClimbStep raise = steps.get(last);
        return lastClimbStep(steps.subList(0, last)).map(before -> ControlProof.of(
                        before,
                        raise,
                        steps.subList(raise.number(), steps.size()),
                        value -> Amounts.of(
                                raise.trial().change().map(Change::setting).orElse(""), value))
                .description());
    }

    private static Optional<ClimbStep> lastClimbStep(List<ClimbStep> steps) {
        return steps.stream()
                .filter(step -> !step.isRestoration() && !step.isControl())
                .reduce((earlier, later) -> later);
    }

    private static ClimbStep step(
            ClimbPlan plan, List<ClimbStep> before, ClimbMove.Measure measured, ScenarioResult result) {
        List<ClimbStep> climbed = before;
        if (measured.trial().role() != Trial.Role.CLIMB) {
            int raise = before.size() - 1;
            while (before.get(raise).isControl()) {
                raise--;
            }
            climbed = before.subList(0, raise);
        }
        OptionalInt heldBefore = lastClimbStep(climbed)
                .map(step -> step.result().verdict().passed())
                .orElse(OptionalInt.empty());
        Proof proof = CausalProof.judge(measured.trial(), heldBefore, result.verdict());
        return new ClimbStep(plan.name(), before.size() + 1, measured.trial(), heldBefore, result, proof);
    }

    private static String endReason(ClimbMove move) {
        return move instanceof ClimbMove.End end ? end.reason() : "";
    }

    static int exitCode(List<ClimbTable.Climb> climbs) {
        boolean allMeasured = climbs.stream()
                .flatMap(climb -> climb.steps().stream())
                .allMatch(step -> ScenarioMeasurer.done(step.result()));
        boolean endedInvalid = climbs.stream()
                .map(ClimbTable.Climb::steps)
                .anyMatch(steps ->
                        !steps.isEmpty() && steps.get(steps.size() - 1).result().verdict() instanceof Verdict.Invalid);
        if (!allMeasured || endedInvalid) {
            return ExitCode.COULD_NOT_RUN;
        }
        boolean explained =
                climbs.stream().allMatch(climb -> climb.unexplainedLimits().isEmpty());
        return explained ? ExitCode.OK : ExitCode.MISSED;
    }
}
