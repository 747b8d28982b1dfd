package io.ceiling.harness.run.sizing;

import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.sizing.SettingKey;
import io.ceiling.harness.model.sizing.Sizing;
import io.ceiling.harness.report.console.SizeTable;
import io.ceiling.harness.report.csv.SizeCsv;
import io.ceiling.harness.report.sizing.ConfigFormat;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.session.ScenarioNotRunException;
import io.ceiling.harness.verdict.sizing.Sizer;
import io.ceiling.load.link.LinkException;
import java.util.Optional;

/** Runs {@code ceiling size}: measures what connections cost, and prints the settings that hold a number of them. */
public final class SizeRunner {

    private final Run run;

    public SizeRunner(Run run) {
        this.run = run;
    }

    /**
     * Measures, prints the settings, and tries them if that was asked for. Blocks until all is done. On return no forked
     * process is left.
     *
     * @return the exit code: 1 if the connections do not fit, or if the trials say that the settings are wrong
     */
    public int run(SizeRequest request) throws InterruptedException {
        Optional<String> obstacle = request.verify() ? Trials.obstacle() : Optional.empty();
        if (obstacle.isPresent()) {
            run.out().println(obstacle.get());
            return ExitCode.COULD_NOT_RUN;
        }
        return run.measure(request.run(), context -> {
            try (SizeCsv csv = SizeCsv.open(context.folder().path())) {
                return sized(request, context, csv);
            } catch (ScenarioNotRunException | LinkException e) {
                context.out().println("not measured: " + e.getMessage());
                return ExitCode.COULD_NOT_RUN;
            }
        });
    }

    private static int sized(SizeRequest request, Run.Context context, SizeCsv csv) throws InterruptedException {
        Sizing.Answer answer = null;
        long pagesOfOthers = 0;
        for (Scenario scenario : request.measured()) {
            context.out().println(scenario.name());
            CostMeasurer.Measured measured = measured(request, context, scenario);
            measured.note().ifPresent(context.out()::println);
            SizeTable.costs(measured.costs()).forEach(context.out()::println);
            answer = Sizer.answer(request.wanted(), scenario, measured.costs());
            pagesOfOthers = measured.pagesOfOthersBytes();
            csv.append(scenario, measured.costs(), answer.sizing());
            SizeTable.answer(answer, request.wanted().memoryBytes()).forEach(context.out()::println);
            if (answer.fits()) {
                break;
            }
        }
        if (answer == null || !answer.fits()) {
            context.out().println("results: " + context.folder().path());
            return ExitCode.MISSED;
        }
        print(request, context, answer.sizing());
        int exitCode = ExitCode.OK;
        if (request.verify()) {
            exitCode = tried(request, context, answer.sizing(), pagesOfOthers);
        }
        context.out().println();
        context.out().println("results: " + context.folder().path());
        return exitCode;
    }

    private static CostMeasurer.Measured measured(SizeRequest request, Run.Context context, Scenario scenario)
            throws InterruptedException {
        return request.from().isPresent()
                ? new CostMeasurer.Measured(new EarlierRun(request.from().get()).costs(scenario), 0, Optional.empty())
                : new CostMeasurer(context).measure(scenario);
    }

    private static void print(SizeRequest request, Run.Context context, Sizing sizing) {
        for (ConfigFormat format : request.formats()) {
            context.out().println();
            context.out().println("---- " + format.title());
            format.lines(sizing).forEach(context.out()::println);
        }
    }

    private static int tried(SizeRequest request, Run.Context context, Sizing sizing, long pagesOfOthers)
            throws InterruptedException {
        long nofile = sizing.value(SettingKey.NOFILE);
        long most = context.facts().limits().nofileHard().orElse(Long.MAX_VALUE);
        if (nofile > most) {
            context.out()
                    .println("verify: needs %d descriptors, a process here has at most %d. Hint: ulimit -Hn"
                            .formatted(nofile, most));
            return ExitCode.COULD_NOT_RUN;
        }
        return new Trials(context, sizing, request.wanted().requestsPerSecond(), pagesOfOthers).run();
    }
}
