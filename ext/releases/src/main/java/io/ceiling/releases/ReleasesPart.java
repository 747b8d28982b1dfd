package io.ceiling.releases;

import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The charts over releases in report.html. */
public final class ReleasesPart implements ReportPart {

    @Override
    public Map<String, Object> data(RunFiles files) {
        List<ReleaseLines> lines = ReleaseLines.of(files.tables().ceilings().rows());
        return lines.isEmpty() ? Map.of() : Map.of("releases", lines);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("releases.js");
    }
}
