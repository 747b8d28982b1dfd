package io.ceiling.harness.report.console;

import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.text.Figures;
import io.ceiling.harness.text.OneLine;
import io.ceiling.harness.text.Plural;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Prints the progress of a run: a line for each scenario,
 * {@code [ 3/31] tomcat nio platform websocket ... 4 040 connections, server-file-descriptors (7.2 s), about 3 min left},
 * and on a terminal a bar with the remaining time below it instead. Not thread-safe; does not block.
 */
public final class Progress implements AutoCloseable {

    /** Characters of the bar's line beside its message: its name, the shortest bar, counts and times. */
    private static final int BESIDE_MESSAGE = 50;

    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final int SECONDS_A_MINUTE = 60;
    /** Minutes below which seconds are told. */
    private static final int MIN_MINUTES = 2;

    static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final int total;
    private final VariedSettings varied;
    private final Optional<ProgressBar> bar;
    private final boolean verbose;
    private final int columns;
    private final LongSupplier nanoTime;
    private final long began;
    private String present = "";
    private int done;
    private int measured;

    /**
     * Begins the progress of a run.
     *
     * @param scenarios scenarios of the whole run
     * @param finished number of scenarios that an interrupted run has finished already
     * @param terminal true if a person watches, see {@link Terminal#isAttached}
     * @param verbose true to print a second line with the effort of each scenario
     */
    public Progress(PrintStream out, List<Scenario> scenarios, int finished, boolean terminal, boolean verbose) {
        this(out, scenarios, finished, terminal, verbose, System::nanoTime);
    }

    Progress(
            PrintStream out,
            List<Scenario> scenarios,
            int finished,
            boolean terminal,
            boolean verbose,
            LongSupplier nanoTime) {
        this.out = out;
        this.total = scenarios.size();
        this.done = finished;
        this.verbose = verbose;
        this.varied =
                new VariedSettings(scenarios.stream().map(ScenarioColumns::row).toList());
        this.columns = terminal ? Terminal.columns() : 0;
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
        this.bar = terminal ? Optional.of(bar(out, total, finished, columns)) : Optional.empty();
    }

    private static ProgressBar bar(PrintStream out, int total, int finished, int columns) {
        return new ProgressBarBuilder()
                .setTaskName("scenarios")
                .setInitialMax(total)
                .startsFrom(finished, Duration.ZERO)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(500)
                // Otherwise it would be drawn again after a scenario alone, and its message be old.
                .continuousUpdate()
                .setConsumer(new ConsoleProgressBarConsumer(out, columns))
                .build();
    }

    public void started(Scenario scenario) {
        present = describe(scenario);
        if (bar.isPresent()) {
            bar.get().setExtraMessage(" " + present);
        } else {
            out.print(prefix(done + 1, scenario));
            out.flush();
        }
    }

    /** Returns the number of characters that {@link #show} has room for. */
    public int room() {
        return Math.max(0, columns - BESIDE_MESSAGE);
    }

    /** Shows the current state beside the bar; only on a terminal. */
    public void show(String words) {
        String both = words + " · " + present;
        bar.ifPresent(shown -> shown.setExtraMessage(" " + (both.length() <= room() ? both : words)));
    }

    /** Prints a few words about the scenario that was started. */
    public static void note(PrintStream out, boolean terminal, String words) {
        if (terminal) {
            out.println(CLEAR_LINE + words);
        } else {
            out.print(words + " ... ");
            out.flush();
        }
    }

    public void finished(ScenarioResult result) {
        String note =
                HeapNote.of(result).map(text -> System.lineSeparator() + text).orElse("");
        done++;
        measured += result.verdict() instanceof Verdict.Skipped ? 0 : 1;
        String outcome = outcome(result) + left() + took(result) + note + warnings(result) + more(result);
        if (bar.isPresent()) {
            out.println(CLEAR_LINE + prefix(done, result.scenario()) + outcome);
            bar.get().setExtraMessage("").step();
        } else {
            out.println(outcome);
        }
    }

    /** Returns about how long the rest will take, which on a terminal the bar tells; nothing before one scenario was measured. */
    private String left() {
        if (bar.isPresent() || measured == 0 || done == total) {
            return "";
        }
        long seconds = (nanoTime.getAsLong() - began) / measured * (total - done) / NANOS_A_SECOND;
        return seconds < MIN_MINUTES * SECONDS_A_MINUTE
                ? ", about %d s left".formatted(seconds)
                : ", about %d min left".formatted(Math.round(1.0 * seconds / SECONDS_A_MINUTE));
    }

    /** Returns the effort as part of the line above it, so that the bar does not appear between them. */
    private String took(ScenarioResult result) {
        Optional<String> line = verbose ? EffortLine.of(result.effort()) : Optional.empty();
        return line.map(text -> System.lineSeparator() + text).orElse("");
    }

    private static String more(ScenarioResult result) {
        return result.notes().more().lines().stream()
                .map(line -> System.lineSeparator() + line)
                .collect(Collectors.joining());
    }

    private static String warnings(ScenarioResult result) {
        return warningLines(result).stream()
                .map(line -> System.lineSeparator() + line)
                .collect(Collectors.joining());
    }

    /** Returns a line for each thing that may have spoiled the figures of a scenario. */
    public static List<String> warningLines(ScenarioResult result) {
        return result.notes().warnings().stream()
                .map(warning -> "    warning: " + OneLine.of(warning))
                .toList();
    }

    private String prefix(int number, Scenario scenario) {
        int width = Integer.toString(total).length();
        return String.format(Locale.ROOT, "[%" + width + "d/%d] %s ... ", number, total, describe(scenario));
    }

    private String describe(Scenario scenario) {
        String settings = varied.text(ScenarioColumns.row(scenario));
        String fork = scenario.fork() > 1 ? " fork=" + scenario.fork() : "";
        if (scenario.isExternal()) {
            int further = scenario.targets().size() - 1;
            return "%s%s %s"
                    .formatted(
                            scenario.targets().get(0).endpoint().url(),
                            further == 0 ? "" : " and %d more".formatted(further),
                            scenario.work().label());
        }
        return "%s %s %s %s%s%s"
                .formatted(
                        scenario.container(),
                        scenario.connector().label(),
                        scenario.threadKind().label(),
                        scenario.work().label(),
                        settings.isEmpty() ? "" : " " + settings,
                        fork);
    }

    /** Returns the verdict on a scenario and its duration, in a few words. */
    public static String outcome(ScenarioResult result) {
        if (result.verdict() instanceof Verdict.Skipped) {
            return result.verdict().summary();
        }
        boolean inFlight = result.scenario().work().inFlight().isPresent();
        String summary = result.verdict() instanceof Verdict.Reached reached
                ? "%s%s, %s"
                        .formatted(
                                Figures.count(reached.ceiling()),
                                inFlight ? " in flight" : " " + Plural.noun(reached.ceiling(), "connection"),
                                reached.factor().label())
                : result.verdict().summary(inFlight);
        return "%s (%s s)".formatted(summary, Figures.seconds(result.durationNanos() / 1e9));
    }

    /** Removes the bar. */
    @Override
    public void close() {
        bar.ifPresent(ProgressBar::close);
    }
}
