package io.ceiling.climb;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The chart of climbs in report.html. */
public final class ClimbPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(ClimbCsv.FILE);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        List<ClimbChart> climbs = ClimbChart.of(rows(files));
        return climbs.isEmpty() ? Map.of() : Map.of("climbs", climbs);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("climb.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        return rows(files).isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ClimbHeadline.of(rows(files), files.tables().ceilings().rows()));
    }

    private static List<CsvRow> rows(RunFiles files) {
        return files.tables().of(ClimbCsv.FILE).rows();
    }
}
