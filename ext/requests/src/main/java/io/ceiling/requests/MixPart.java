package io.ceiling.requests;

import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.RequestsCsv;
import io.ceiling.harness.report.html.Note;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;

/** The notes in report.html about the requests of a mix. */
public final class MixPart implements ReportPart {

    private static final String SECTION = "ceilings";

    @Override
    public List<String> files() {
        return List.of(RequestsCsv.FILE);
    }

    @Override
    public List<Note> notes(RunFiles files) {
        return files.tables().of(RequestsCsv.FILE).rows().stream()
                .map(MixPart::note)
                .toList();
    }

    private static Note note(CsvRow row) {
        StringBuilder text = new StringBuilder(
                "%s (weight %s)".formatted(row.text(RequestsCsv.REQUEST), row.text(RequestsCsv.WEIGHT)));
        if (row.number(RequestsCsv.ANSWERS).isPresent()) {
            text.append(": %s answers at %s in flight, p50 %.1f ms, p99 %.1f ms"
                    .formatted(
                            row.text(RequestsCsv.ANSWERS),
                            row.text(RequestsCsv.CONNECTIONS),
                            row.number(RequestsCsv.MEDIAN).orElse(0) / 1e6,
                            row.number(RequestsCsv.P99).orElse(0) / 1e6));
        }
        if (row.number(RequestsCsv.NEXT_LATE).orElse(0) > 0) {
            text.append("; %s of %s were late at %s in flight"
                    .formatted(
                            row.text(RequestsCsv.NEXT_LATE),
                            row.text(RequestsCsv.NEXT_ANSWERS),
                            row.text(RequestsCsv.NEXT_CONNECTIONS)));
        }
        return new Note(SECTION, text.append('.').toString());
    }
}
