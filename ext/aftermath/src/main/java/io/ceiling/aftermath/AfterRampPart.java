package io.ceiling.aftermath;

import io.ceiling.harness.report.html.Note;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;

/** The notes in report.html about aftermath and storms. */
public final class AfterRampPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(AftermathCsv.FILE, StormsCsv.FILE);
    }

    @Override
    public List<Note> notes(RunFiles files) {
        return AfterRampNotes.of(
                files.tables().of(AftermathCsv.FILE), files.tables().of(StormsCsv.FILE));
    }
}
