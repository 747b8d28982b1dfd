package io.ceiling.capacity.size;

import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import java.util.Optional;

/** Runs {@code ceiling size}: measures what connections cost, and prints the settings that hold a number of them. */
final class SizeRunner {

    private final Run run;

    public SizeRunner(Run run) {
        this.run = run;
    }

    /**
     * Measures the costs, tries the settings if {@code --verify} was given, and prints them. Blocks until all is done.
     * On return no forked process is left.
     *
     * @return the exit code: 1 if the connections do not fit, or if the trials say that the settings are wrong
     */
    public int run(SizeRequest request) throws InterruptedException {
        Optional<String> obstacle = request.verify() ? Trials.obstacle() : Optional.empty();
        if (obstacle.isPresent()) {
            run.out().println(obstacle.get());
            return ExitCode.COULD_NOT_RUN;
        }
        Optional<ConnectionCosts> earlier;
        try {
            // Read before this run has a folder: --from=latest would find that one.
            earlier = request.earlierRun().map(folder -> new EarlierRun(folder)
                    .costs(request.measuredScenarios().get(0)));
            earlier.ifPresent(SizeRunner::requireSeen);
        } catch (ScenarioNotRunException e) {
            run.out().println("not measured: " + e.getMessage());
            return ExitCode.COULD_NOT_RUN;
        }
        return run.measure(request.run(), context -> {
            try (SizeCsv csv = new SizeCsv(context.folder().path())) {
                return measureAndSize(request, earlier, context, csv);
            }
        });
    }

    private static int measureAndSize(
            SizeRequest request, Optional<ConnectionCosts> earlier, Run.Context context, SizeCsv csv)
            throws InterruptedException {
        Sizing.SizingAnswer answer = null;
        for (Scenario scenario : request.measuredScenarios()) {
            context.out().println(scenario.name());
            CostMeasurer.CostResult costResult = earlier.isPresent()
                    ? new CostMeasurer.CostResult(earlier.get(), Optional.empty())
                    : new CostMeasurer(context).measure(scenario);
            costResult.note().ifPresent(context.out()::println);
            SizeTable.costs(costResult.costs()).forEach(context.out()::println);
            requireSeen(costResult.costs());
            SizeTable.doubts(costResult.costs(), request.goal().connections()).forEach(context.out()::println);
            answer = Sizer.answer(request.goal(), scenario, costResult.costs());
            csv.append(scenario, costResult.costs(), answer.sizing());
            SizeTable.answer(answer, request.goal().memoryBytes()).forEach(context.out()::println);
            if (answer.fits() || answer.heapObstacle().isPresent()) {
                break;
            }
        }
        int exitCode = ExitCode.MISSED;
        if (answer != null && answer.fits()) {
            exitCode = request.verify() ? runTrials(request, context, answer.sizing(), csv) : ExitCode.OK;
            if (!request.verify()) {
                print(context, answer.sizing());
            }
            context.out().println();
        }
        context.out().println("results: " + context.folder().path());
        return exitCode;
    }

    // Requires that every cost was seen: an unseen cost is not zero, and no settings can be made from it.
    private static void requireSeen(ConnectionCosts costs) {
        if (!costs.unseen().isEmpty()) {
            throw new ScenarioNotRunException(
                    "no settings can be made where %s was not read (Linux alone tells all of it, and an older run may not have it)"
                            .formatted(String.join(", ", costs.unseen())));
        }
    }

    private static void print(Run.Context context, Sizing sizing) {
        context.out().println();
        SizeTable.settings(sizing).forEach(context.out()::println);
    }

    // Tries the settings and prints them with the memory that they took. Returns the exit code.
    private static int runTrials(SizeRequest request, Run.Context context, Sizing sizing, SizeCsv csv)
            throws InterruptedException {
        long nofile = sizing.value(SettingKey.NOFILE);
        long maxDescriptors = context.facts().limits().nofileHard().orElse(Long.MAX_VALUE);
        if (nofile > maxDescriptors) {
            print(context, sizing);
            context.out()
                    .println("verify: needs %d open files, a process here has at most %d. Hint: ulimit -Hn"
                            .formatted(nofile, maxDescriptors));
            return ExitCode.COULD_NOT_RUN;
        }
        Trials.TrialsResult outcome = new Trials(context, sizing, request.goal()).run();
        outcome.sizing().ifPresent(found -> {
            csv.appendTrialResult(found);
            print(context, found);
        });
        return outcome.exitCode();
    }
}
