package io.ceiling.watch;

import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.ReportPart;
import io.ceiling.harness.report.html.RunFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The section of report.html about a server under another load tool. */
public final class WatchPart implements ReportPart {

    @Override
    public List<String> files() {
        return List.of(WatchCsv.FILE);
    }

    @Override
    public Map<String, Object> data(RunFiles files) {
        @Nullable
        WatchLines lines = WatchLines.of(
                files.samples().each(), files.tables().of(WatchCsv.FILE).rows());
        return lines == null ? Map.of() : Map.of("watch", lines);
    }

    @Override
    public Optional<String> script() {
        return Optional.of("watch.js");
    }

    @Override
    public Optional<Headline> headline(RunFiles files) {
        return showsEachSample(files.tables())
                ? Optional.of(WatchHeadline.of(
                        files.tables().of(WatchCsv.FILE).rows(), files.samples().each()))
                : Optional.empty();
    }

    /** Returns true even if no limit was met: the table then has no rows. */
    @Override
    public boolean showsEachSample(RunFiles.Tables tables) {
        return !tables.of(WatchCsv.FILE).text().isEmpty();
    }
}
