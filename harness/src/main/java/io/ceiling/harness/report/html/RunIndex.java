package io.ceiling.harness.report.html;

import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.chart.Phrases;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes index.html into a folder of runs: the headline of each run, the newest first. Blocks for disk I/O. */
public final class RunIndex {

    /** Name of the file in the folder. */
    public static final String FILE = "index.html";

    private static final String POLICY = "default-src 'none'; style-src %s; base-uri 'none'; form-action 'none'";

    private record IndexedRun(String run, String capturedAt, Headline headline, boolean hasReport) {}

    private RunIndex() {}

    /**
     * Replaces the index as a whole.
     *
     * @param results folder with the folders of runs; other content is ignored
     * @return the file
     * @throws RunFolderException if a file cannot be read or written; the message is one line
     */
    public static Path write(Path results) {
        return RunReport.replace(results.resolve(FILE), page(entries(results)));
    }

    private static List<IndexedRun> entries(Path results) {
        List<IndexedRun> entries = new ArrayList<>();
        try (Stream<Path> folders = Files.list(results)) {
            // Symbolic links are skipped: the link to the newest run would list it twice.
            folders.filter(folder -> Files.isDirectory(folder) && !Files.isSymbolicLink(folder))
                    .filter(RunFiles::isRun)
                    .forEach(folder -> entries.add(entry(folder)));
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read: %s".formatted(results, CsvFile.reason(e)), e);
        }
        entries.sort(Comparator.comparing(IndexedRun::capturedAt)
                .thenComparing(IndexedRun::run)
                .reversed());
        return entries;
    }

    // A run that cannot be read is listed too, so that it is not missed.
    private static IndexedRun entry(Path folder) {
        boolean hasReport = Files.isRegularFile(folder.resolve(RunReport.FILE));
        try {
            RunFiles files = RunFiles.readHeadline(folder);
            return new IndexedRun(files.run(), files.capturedAt(), files.headline(), hasReport);
        } catch (RunFolderException e) {
            Headline unreadable =
                    new Headline("This run cannot be read.", String.valueOf(e.getMessage()), "invalid", List.of());
            return new IndexedRun(String.valueOf(folder.getFileName()), "", unreadable, hasReport);
        }
    }

    private static String page(List<IndexedRun> entries) {
        String style = Asset.read("report.css");
        String list = entries.stream().map(RunIndex::item).collect(Collectors.joining());
        return Html.fill(
                Asset.read("index.html"),
                Map.of(
                        "policy",
                        POLICY.formatted(Html.hash(style)),
                        "style",
                        style,
                        "count",
                        Phrases.count(entries.size(), "run"),
                        "runs",
                        list.isEmpty() ? "<li>No run has been made here.</li>" : list));
    }

    private static String item(IndexedRun entry) {
        String name = Html.escape(entry.run());
        String link = entry.hasReport()
                ? "<a href=\"%s/%s\">%s</a>".formatted(segment(entry.run()), RunReport.FILE, name)
                : "%s <span class=\"quiet\">no report yet: ./ceiling report %s</span>".formatted(name, name);
        return """
                <li class="run" data-tone="%s">
                <p class="name">%s</p>
                <p class="finding">%s</p>
                <p class="quiet">%s</p>
                </li>
                """
                .formatted(
                        Html.escape(entry.headline().tone()),
                        link,
                        Html.escape(entry.headline().sentence()),
                        Html.escape(entry.headline().detail()));
    }

    // Returns a folder's name as part of a link, so that a colon in it does not make it a scheme.
    private static String segment(String name) {
        return "./" + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
