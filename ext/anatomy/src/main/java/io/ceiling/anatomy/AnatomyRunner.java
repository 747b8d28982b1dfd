package io.ceiling.anatomy;

import io.ceiling.harness.command.probe.ProbeRequest;
import io.ceiling.harness.command.probe.ProbeRunner;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.load.link.LinkException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code ceiling anatomy}: measures the parts of one connection, and how much of each part a setting saves. */
final class AnatomyRunner {

    private static final List<String> TRACKED = List.of("-XX:NativeMemoryTracking=summary");

    private final Run run;

    public AnatomyRunner(Run run) {
        this.run = run;
    }

    /**
     * Measures servers that are started for it, or one that runs already, whose settings stay as they are. Blocks until
     * all is measured. On return no forked process is left, and all connections are closed.
     *
     * @return the exit code
     */
    public int run(AnatomyRequest request) throws InterruptedException {
        return request.running().isPresent()
                ? measureRunning(request, request.running().get())
                : measureStarted(request);
    }

    private int measureStarted(AnatomyRequest request) throws InterruptedException {
        return run.measure(request.run(), context -> {
            Scenario scenario = request.run().scenarios().get(0);
            context.out().println(scenario.name());
            try (HeapDumps dumps = dumps(context, request.keepDump());
                    AnatomyCsv csv = new AnatomyCsv(context.folder().path())) {
                AnatomyMeasurer measurer = new AnatomyMeasurer(context, dumps, new RunClock(), true);
                Anatomy anatomy = measureScenario(measurer, context, scenario);
                csv.append(scenario, anatomy);
                List<SettingEffect> effects = new ArrayList<>();
                if (!request.changes().isEmpty()) {
                    context.out().println("  the same settings again");
                    effects.add(measureEffect(
                            SettingEffect.CONTROL,
                            () -> Savings.control(anatomy, measureScenario(measurer, context, scenario))));
                    csv.append(scenario, effects.get(0));
                }
                for (AnatomyRequest.Change change : request.changes()) {
                    context.out().println("  with " + change.setting());
                    SettingEffect control = SettingEffect.control(effects);
                    SettingEffect effect = measureEffect(
                            change.setting(),
                            () -> Savings.of(
                                    change.setting(),
                                    anatomy,
                                    measureScenario(measurer, context, change.scenario()),
                                    control));
                    effects.add(effect);
                    csv.append(scenario, effect);
                }
                return printTable(context, anatomy, effects, measurer.notes());
            }
        });
    }

    private int measureRunning(AnatomyRequest request, ProbeRequest probe) throws InterruptedException {
        return new ProbeRunner(run).run(probe, (context, scenarios, sessions) -> {
            Scenario scenario = scenarios.get(0);
            try (HeapDumps dumps = dumps(context, request.keepDump());
                    AnatomyCsv csv = new AnatomyCsv(context.folder().path())) {
                AnatomyMeasurer measurer = new AnatomyMeasurer(context, dumps, new RunClock(), true);
                Anatomy anatomy = measurer.measureOne(scenario, sessions);
                csv.append(scenario, anatomy);
                return printTable(context, anatomy, List.of(), measurer.notes());
            }
        });
    }

    /** Returns the folder for dumps of a run, and deletes dumps that killed runs beside it have left. */
    static HeapDumps dumps(Run.Context context, boolean keep) {
        Path folder = context.folder().path();
        Path results = folder.toAbsolutePath().getParent();
        if (results != null) {
            HeapDumps.deleteLeftBehind(results, context.out()::println);
        }
        return new HeapDumps(folder, keep, context.out()::println);
    }

    /** Starts two servers of that scenario and measures them. Blocks until they are stopped. */
    static Anatomy measureScenario(AnatomyMeasurer measurer, Run.Context context, Scenario scenario)
            throws InterruptedException {
        return measurer.measureTwo(
                scenario,
                context.forked(context.launcher()),
                context.forked(context.launcher().with(TRACKED)));
    }

    // A comparison that blocks until its servers were measured.
    private interface EffectMeasurement {
        SettingEffect measure() throws InterruptedException;
    }

    private static SettingEffect measureEffect(String setting, EffectMeasurement comparison)
            throws InterruptedException {
        try {
            return comparison.measure();
        } catch (ServerStartException | ScenarioNotRunException | LinkException e) {
            return SettingEffect.notMeasured(setting, String.valueOf(e.getMessage()));
        }
    }

    private static int printTable(
            Run.Context context, Anatomy anatomy, List<SettingEffect> effects, List<String> notes) {
        AnatomyTable.lines(anatomy, effects, notes, context.folder().path()).forEach(context.out()::println);
        return ExitCode.of(true, effects.stream().allMatch(SettingEffect::isMeasured));
    }
}
