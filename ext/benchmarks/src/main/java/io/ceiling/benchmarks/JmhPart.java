package io.ceiling.benchmarks;

import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.EnvironmentFacts;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Note;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Results of JMH in report.html. Blocks for disk I/O. */
public final class JmhPart implements ReportPart {

    @Override
    public List<String> otherFiles() {
        return List.of(JmhResult.FILE);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        List<JmhChart> charts = JmhChart.of(results(files));
        return charts.isEmpty() ? Map.of() : Map.of("benchmarks", charts);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("benchmarks.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        if (!files.tables().areEmpty()) {
            return Optional.empty();
        }
        List<JmhResult> results = results(files);
        return results.isEmpty() ? Optional.empty() : Optional.of(JmhHeadline.of(results));
    }

    @Override
    public List<EnvironmentFacts> environment(RunFiles files) {
        return JmhSetup.facts(results(files), JmhSetup.servers(files.folder()));
    }

    @Override
    public List<Note> notes(RunFiles files) {
        return read(files).isPresent()
                ? List.of()
                : List.of(new Note("environment", "%s cannot be read.".formatted(JmhResult.FILE)));
    }

    private static List<JmhResult> results(RunFiles files) {
        return read(files).orElse(List.of());
    }

    // Returns nothing if only jmh.json cannot be read: the other files of the run are shown all the same.
    private static Optional<List<JmhResult>> read(RunFiles files) {
        try {
            return Optional.of(JmhResult.read(files.folder()));
        } catch (RunFolderException e) {
            if (files.hasOnlyOtherFiles()) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
