package io.ceiling.capacity.predict;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The predicted limits in report.html. */
public final class PredictionPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(PredictionCsv.FILE, LevelsCsv.FILE);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        @Nullable
        PredictionChart chart = PredictionChart.of(
                rows(files), files.tables().of(LevelsCsv.FILE).rows());
        return chart == null ? Map.of() : Map.of("prediction", chart);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("prediction.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        return !rows(files).isEmpty() && files.tables().ceilings().isEmpty()
                ? Optional.of(PredictionHeadline.of(rows(files)))
                : Optional.empty();
    }

    private static List<CsvRow> rows(RunFiles files) {
        return files.tables().of(PredictionCsv.FILE).rows();
    }
}
