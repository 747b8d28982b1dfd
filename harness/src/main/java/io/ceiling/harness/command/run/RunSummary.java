package io.ceiling.harness.command.run;

import io.ceiling.harness.estimate.Estimate;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.report.VariedSettings;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.text.Plural;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The lines that {@code ceiling run} prints of a request before anything is started. */
record RunSummary(RunRequest request, HostLimits limits) {

    // Most applications of users take this much less, or more, than estimated: verdicts on 76 foreign ones took 11 to
    // 56 s; a server start, and ceilings of thousands, take longer.
    private static final Duration BELOW_ESTIMATE = Duration.ofSeconds(16);

    private static final Duration ABOVE_ESTIMATE = Duration.ofSeconds(149);

    /** Returns a line for each scenario, with the reason if it will be skipped. */
    List<String> scenarios() {
        return request.scenarios().stream()
                .map(scenario -> scenario.name()
                        + skipReason(scenario).map(why -> "  skipped: " + why).orElse(""))
                .toList();
    }

    /** Returns true if at least one scenario can be measured. */
    boolean measuresAny() {
        return request.scenarios().stream()
                .anyMatch(scenario -> skipReason(scenario).isEmpty());
    }

    /** Returns the line with the number of scenarios and the estimated time, and the settings that most of them have. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(total());
        if (measuresAny()) {
            settings().ifPresent(lines::add);
        }
        return lines;
    }

    private Optional<String> skipReason(Scenario scenario) {
        return Scenarios.noRamp(scenario)
                .or(() -> new ServerFiles(request.folders().home()).whyUnavailable(scenario));
    }

    private String total() {
        List<Scenario> measured = request.scenarios().stream()
                .filter(scenario -> skipReason(scenario).isEmpty())
                .toList();
        int others = request.scenarios().size() - measured.size();
        String skipped = others == 0 ? "" : ", %d skipped".formatted(others);
        Set<String> finished = finished();
        List<Scenario> left = measured.stream()
                .filter(scenario -> !finished.contains(scenario.name()))
                .toList();
        String rest = request.folders().resume().isPresent() ? "; finished scenarios are not run again" : "";
        return "%s: %s%s, %s%s"
                .formatted(
                        request.folders().name(),
                        Plural.of(request.scenarios().size(), "scenario"),
                        skipped,
                        time(left),
                        rest);
    }

    private Set<String> finished() {
        Set<String> names = new HashSet<>();
        request.folders()
                .resume()
                .ifPresent(run -> CsvTable.stream(run.resolve(RunFolder.CEILINGS), row -> names.add(row.scenario())));
        return names;
    }

    // Returns the estimated time; that of an unknown application depends on its ceiling and its answers.
    private String time(List<Scenario> left) {
        Duration least = Duration.ZERO;
        Duration most = Duration.ZERO;
        for (Scenario scenario : left) {
            boolean own = scenario.application().isPresent();
            Duration estimated = Estimate.of(List.of(scenario), request.ramp(), limits);
            least = least.plus(own ? estimated.minus(BELOW_ESTIMATE) : estimated);
            most = most.plus(own ? estimated.plus(ABOVE_ESTIMATE) : estimated);
        }
        return least.equals(most) ? "about " + text(most) : "usually %s to %s".formatted(text(least), text(most));
    }

    private Optional<String> settings() {
        String usual = new VariedSettings(
                        request.scenarios().stream().map(ScenarioColumns::row).toList())
                .usual();
        return usual.isEmpty()
                ? Optional.empty()
                : Optional.of("each with " + usual + ", unless its line says otherwise");
    }

    private static String text(Duration time) {
        if (time.toHours() > 0) {
            return "%d h %d min".formatted(time.toHours(), time.toMinutesPart());
        }
        if (time.toSecondsPart() == 0 && time.toMinutes() > 0) {
            return "%d min".formatted(time.toMinutes());
        }
        return time.toMinutes() > 0
                ? "%d min %d s".formatted(time.toMinutes(), time.toSecondsPart())
                : "%d s".formatted(time.toSeconds());
    }
}
