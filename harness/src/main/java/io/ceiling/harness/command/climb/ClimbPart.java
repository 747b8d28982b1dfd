package io.ceiling.harness.command.climb;

import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;

/** The chart of climbs in report.html. */
public final class ClimbPart implements ReportPart {

    @Override
    public Map<String, Object> data(RunFiles files) {
        List<ClimbChart> climbs =
                ClimbChart.of(files.tables().of(RunFiles.CLIMB).rows());
        return climbs.isEmpty() ? Map.of() : Map.of("climbs", climbs);
    }
}
