package io.ceiling.traffic;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The course of requests in report.html. */
public final class TrafficPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(RunFiles.TOTALS);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        @Nullable
        TrafficLines lines = TrafficLines.of(files.tables().of(RunFiles.TRAFFIC).rows());
        return lines == null ? Map.of() : Map.of("traffic", lines);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("traffic.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        List<CsvRow> totals = files.tables().of(RunFiles.TOTALS).rows();
        return totals.stream().findFirst().map(TrafficHeadline::of);
    }
}
