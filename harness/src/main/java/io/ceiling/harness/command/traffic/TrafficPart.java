package io.ceiling.harness.command.traffic;

import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The course of requests in report.html. */
public final class TrafficPart implements ReportPart {

    @Override
    public Map<String, Object> data(RunFiles files) {
        @Nullable
        TrafficLines lines = TrafficLines.of(files.tables().of(RunFiles.TRAFFIC).rows());
        return lines == null ? Map.of() : Map.of("traffic", lines);
    }
}
