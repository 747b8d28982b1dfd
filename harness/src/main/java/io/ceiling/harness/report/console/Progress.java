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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Prints the progress of a run: a line for each scenario,
 * {@code [ 3/31] tomcat nio platform websocket ... 4 040 connections, server-file-descriptors (7.2 s), about 3 min left},
 * and on a terminal below it a line that says what passes so far, and of several scenarios how long they still take.
 * Not thread-safe; does not block.
 */
public final class Progress implements AutoCloseable {

    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final int SECONDS_A_MINUTE = 60;
    // Remaining minutes below which seconds are shown.
    private static final int MIN_MINUTES = 2;

    static final String CLEAR_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final int total;
    private final VariedSettings varied;
    private final Optional<LineInPlace> line;
    private final boolean verbose;
    private final int columns;
    private final LongSupplier nanoTime;
    private final ToDoubleFunction<Scenario> seconds;
    private final long startNanos;
    // Estimated seconds of the remaining scenarios, including the current one, and of the measured ones.
    private double remainingSeconds;

    private double measured;
    // Seconds until the last scenario was finished.
    private double lastFinishSeconds;

    private int done;

    /**
     * Begins the progress of a run.
     *
     * @param scenarios scenarios of the whole run
     * @param finished names of those that an interrupted run has finished already
     * @param seconds estimated seconds of a scenario; only their ratios matter
     * @param terminal true if a person watches, see {@link Terminal#isAttached}
     * @param verbose true to print a second line with the effort of each scenario
     */
    public Progress(
            PrintStream out,
            List<Scenario> scenarios,
            Set<String> finished,
            ToDoubleFunction<Scenario> seconds,
            boolean terminal,
            boolean verbose) {
        this(out, scenarios, finished, seconds, terminal, verbose, System::nanoTime);
    }

    Progress(
            PrintStream out,
            List<Scenario> scenarios,
            Set<String> finished,
            ToDoubleFunction<Scenario> seconds,
            boolean terminal,
            boolean verbose,
            LongSupplier nanoTime) {
        this.out = out;
        this.total = scenarios.size();
        this.done = finished.size();
        this.seconds = seconds;
        this.remainingSeconds = scenarios.stream()
                .filter(scenario -> !finished.contains(scenario.name()))
                .mapToDouble(seconds)
                .sum();
        this.verbose = verbose;
        this.varied =
                new VariedSettings(scenarios.stream().map(ScenarioColumns::row).toList());
        this.columns = terminal ? Terminal.columns() : 0;
        this.nanoTime = nanoTime;
        this.startNanos = nanoTime.getAsLong();
        this.line = terminal ? Optional.of(new LineInPlace(out, "", true, columns)) : Optional.empty();
    }

    public void started(Scenario scenario) {
        String prefix = prefix(done + 1, scenario);
        if (line.isPresent()) {
            line.get().show(prefix.substring(0, Math.max(0, Math.min(prefix.length(), columns - 1))));
        } else {
            out.print(prefix);
            out.flush();
        }
    }

    /** Returns the number of characters that {@link #show} has room for now. */
    public int room() {
        return Math.max(0, columns - 1 - (shownCount() + times()).length());
    }

    /** Shows the current state with the time so far; only on a terminal. */
    public void show(String words) {
        line.ifPresent(shown -> shown.show(shownCount() + words + times()));
    }

    private String shownCount() {
        return total == 1 ? "" : count(done + 1);
    }

    private String times() {
        return "; %s s so far%s".formatted(Figures.count((long) elapsedSeconds()), timeLeft());
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
        double estimated = seconds.applyAsDouble(result.scenario());
        remainingSeconds -= estimated;
        lastFinishSeconds = elapsedSeconds();
        measured += result.verdict() instanceof Verdict.Skipped ? 0 : estimated;
        String outcome = outcome(result) + timeLeft() + took(result) + note + warnings(result) + more(result);
        if (line.isPresent()) {
            line.get().end(prefix(done, result.scenario()) + outcome);
        } else {
            out.println(outcome);
        }
    }

    private double elapsedSeconds() {
        return (double) (nanoTime.getAsLong() - startNanos) / NANOS_A_SECOND;
    }

    // Returns the remaining time: the estimates, scaled by how long the measured scenarios really took. Empty before
    // the first measured scenario.
    private String timeLeft() {
        if (measured <= 0 || done == total) {
            return "";
        }
        double sinceThen = elapsedSeconds() - lastFinishSeconds;
        long rest = Math.round(Math.max(0, lastFinishSeconds / measured * remainingSeconds - sinceThen));
        if (rest == 0) {
            // It takes longer than was expected.
            return "";
        }
        return rest < MIN_MINUTES * SECONDS_A_MINUTE
                ? ", about %d s left".formatted(rest)
                : ", about %d min left".formatted(Math.round(1.0 * rest / SECONDS_A_MINUTE));
    }

    // Returns the effort as part of the line above it, so that the line that is rewritten does not appear between
    // them.
    private String took(ScenarioResult result) {
        Optional<String> line = verbose ? EffortLine.of(result.effort()) : Optional.empty();
        return line.map(text -> System.lineSeparator() + text).orElse("");
    }

    private static String more(ScenarioResult result) {
        return result.notes().extensionResults().lines().stream()
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
        return "%s%s ... ".formatted(count(number), describe(scenario));
    }

    private String count(int number) {
        int width = Integer.toString(total).length();
        return String.format(Locale.ROOT, "[%" + width + "d/%d] ", number, total);
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

    /** Removes the line of a scenario that was not finished. */
    @Override
    public void close() {
        line.ifPresent(shown -> shown.show(""));
    }
}
