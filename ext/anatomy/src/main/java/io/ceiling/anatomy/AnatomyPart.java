package io.ceiling.anatomy;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The section of report.html with the parts of a connection. */
public final class AnatomyPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(AnatomyCsv.FILE);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        List<AnatomyTree> trees = AnatomyTree.of(rows(files));
        return trees.isEmpty() ? Map.of() : Map.of("anatomies", trees);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("anatomy.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        return !rows(files).isEmpty() && files.tables().ceilings().isEmpty()
                ? Optional.of(AnatomyHeadline.of(rows(files)))
                : Optional.empty();
    }

    private static List<CsvRow> rows(RunFiles files) {
        return files.tables().of(AnatomyCsv.FILE).rows();
    }
}
