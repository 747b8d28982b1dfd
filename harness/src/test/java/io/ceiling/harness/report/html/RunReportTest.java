package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.expect.ExpectationsCsv;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.chart.Curve;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {

    private static final String ATTACK = "</script><img src=x onerror=alert(1)>";

    @TempDir
    Path results;

    private Path run(String name, String ceilings) throws IOException {
        Path folder = Files.createDirectories(results.resolve(name));
        Files.writeString(folder.resolve("ceilings.csv"), ceilings);
        return folder;
    }

    private static String page(Path folder) throws IOException {
        return Files.readString(RunReport.write(folder), StandardCharsets.UTF_8);
    }

    /** Without the scripts, which have texts such as {@code <img} of their own. */
    private static String withoutScripts(String page) {
        return page.substring(0, page.indexOf("<script>"));
    }

    @Test
    void isOneFileThatRefersToNoOther() throws Exception {
        String page = withoutScripts(page(run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n")));

        assertThat(page).startsWith("<!doctype html>").doesNotContain("src=\"", "<link", "@import", "{{");
        assertThat(page).contains("default-src 'none'; script-src 'sha256-");
        assertThat(results.resolve("a")).isDirectoryContaining(file -> file.endsWith("report.html"));
        assertThat(results.resolve("a"))
                .isDirectoryNotContaining(file -> file.toString().contains(".new-"));
    }

    @Test
    void rowsWithAWarningAreANoteOfTheCeilings() throws Exception {
        Path folder =
                run("a", "scenario,verdict,ceiling_connections,warnings\r\na,reached,5,not quiet\r\nb,reached,5,\r\n");

        assertThat(ReportModel.of(RunFiles.read(folder)).appendix().notes())
                .containsExactly(new Note(
                        "ceilings", "1 row has a warning, in the column warnings of ceilings.csv. It says: not quiet"));
    }

    @Test
    void expectationsComeFirstAndThoseThatWereMissedBeforeTheOthers() throws Exception {
        Path folder = run(
                "a",
                "scenario,verdict,ceiling_connections,workload\r\na-fork1,reached,200,websocket\r\nb-fork1,reached,300,websocket\r\n");
        List<Expectation> expectations =
                Expectation.parse("--expect", List.of("ceiling>=200", "a.ceiling>=100", "b.ceiling>=301"));
        List<CsvRow> rows = CsvTable.ceilings(folder.resolve("ceilings.csv"));

        ExpectationsCsv.write(
                folder,
                expectations.stream()
                        .flatMap(expectation -> expectation.judge(rows).stream())
                        .toList());

        assertThat(page(folder))
                .containsSubsequence(
                        "2 of 3 expectations kept", "missed",
                        "b.ceiling&gt;=301", "websocket: reached 300",
                        "ceiling&gt;=200", "by all 2 scenarios:",
                        "a.ceiling&gt;=100", "<h1>");
        ExpectationsCsv.write(folder, List.of());
        assertThat(page(folder)).doesNotContain("class=\"expectations\"");
    }

    @Test
    void wordsOfTheGlossaryHaveTheirMeanings() {
        assertThat(Glossary.all())
                .containsEntry("ceiling", "the most connections that passed a step")
                .containsEntry("connection served", "one that got a correct answer; a TCP connect proves nothing")
                .containsKeys("hold-async", "hold-blocking", "trial")
                .allSatisfy((word, meaning) -> assertThat(meaning).isNotBlank().doesNotContain("](", "docs/"));
    }

    @Test
    void whereTheThreadsWereIsShownAsText() throws Exception {
        Path folder = run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");
        Files.writeString(folder.resolve("threads-a.txt"), "78 of 80 in Pool.get\n" + ATTACK);

        assertThat(ReportModel.of(RunFiles.read(folder)).appendix().threads())
                .containsExactly(new ThreadsAtLimit("a", "78 of 80 in Pool.get\n" + ATTACK));
        assertThat(page(folder)).contains("78 of 80 in Pool.get").doesNotContain(ATTACK);
    }

    @Test
    void aFileOfThreadsIsCutWhereItWouldBeTooLong() throws Exception {
        Path folder = run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");
        Files.writeString(folder.resolve("threads-a.txt"), "x".repeat(ThreadsAtLimit.MAX_BYTES + 1));

        assertThat(ThreadsAtLimit.read(folder, new ArrayList<>()))
                .singleElement()
                .extracting(ThreadsAtLimit::text)
                .asString()
                .hasSize(ThreadsAtLimit.MAX_BYTES + "\n... the rest is in threads-a.txt".length())
                .endsWith("x\n... the rest is in threads-a.txt");
    }

    @Test
    void aLinkInThePlaceOfAFileOfThreadsIsNotFollowed() throws Exception {
        Path folder = run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");
        Path secret = Files.writeString(results.resolve("secret.txt"), "not of this run");
        Files.createSymbolicLink(folder.resolve("threads-a.txt"), secret);

        assertThat(page(folder)).doesNotContain("not of this run");
    }

    @Test
    void everyScriptIsAllowedByItsHash() throws Exception {
        String page = page(run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n"));

        List<String> scripts = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map(script -> script.group(1))
                .toList();

        assertThat(scripts).hasSizeGreaterThan(5).allSatisfy(script -> assertThat(page)
                .contains(Html.hash(script)));
        assertThat(scripts.get(scripts.size() - 1)).contains("sight.observe(box)");
    }

    @Test
    void nothingFromAFileIsMarkup() throws Exception {
        String cells = "scenario,container,verdict,ceiling_connections,limiting_factor,evidence\r\n"
                + "%1$s,%1$s,reached,5,%1$s,%1$s\r\n".formatted(ATTACK);

        String page = withoutScripts(page(run("<img src=x onerror=alert(1)>", cells)));

        assertThat(page).doesNotContain("<img", "</script><img");
        assertThat(page).contains("&lt;img src=x onerror=alert(1)&gt;", "\\u003c/script\\u003e\\u003cimg");
    }

    @Test
    void halfARowOfAKilledRunIsLeftOut() throws Exception {
        Path folder = run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\nb,reac");

        assertThat(RunFiles.read(folder).tables().ceilings().rows()).hasSize(1);
        assertThat(page(folder)).contains("held 5 ");
    }

    @Test
    void runWithoutARowHasAReportThatSaysSo() throws Exception {
        assertThat(page(run("a", "scenario,verdict,ceiling_connections\r\n")))
                .contains("The run was broken off before anything had a result.");
    }

    @Test
    void samplesWithoutARowAreAScenarioThatWasNotFinished() throws Exception {
        Path folder = run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");
        Files.writeString(
                folder.resolve("samples.csv"), "scenario,elapsed_ns,server_levels_now\r\na,1,1\r\nb,1,1\r\nb,2,\"3");

        assertThat(RunFiles.read(folder).headline().detail()).contains("broken off: 1 scenario begun without a result");
    }

    @Test
    void histogramsAreCurvesAndABrokenOneIsANote() throws Exception {
        Path folder = run("a", "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");
        writeHistogram(folder.resolve("a.hlog"));
        Files.writeString(folder.resolve("broken.hlog"), "1.0,1.0,1.0,HISTFAAAA_nothing\n");

        RunFiles files = RunFiles.read(folder);

        assertThat(files.curves()).hasSize(1);
        Curve curve = files.curves().get(0);
        assertThat(curve.tag()).isEqualTo("response");
        assertThat(curve.count()).isEqualTo(1000);
        assertThat(curve.percentiles().p95()).isNotNull().isCloseTo(950, withinPercentage(0.1));
        assertThat(curve.points().get(curve.points().size() - 1)).containsExactly(3, 1000.342);
        assertThat(files.notes()).containsExactly(new Note("response-times", "broken.hlog cannot be read."));
    }

    @Test
    void whatIsLeftOutOfALargeRunIsSaidInItsSection() throws Exception {
        StringBuilder ceilings = new StringBuilder(
                "scenario,verdict,ceiling_connections,heap_bytes_per_connection,heap_bytes_per_connection_se,"
                        + "response_p50_ns,response_p99_ns,response_p999_ns\r\n");
        StringBuilder samples = new StringBuilder("scenario,elapsed_ns,server_levels_now\r\n");
        for (int i = 0; i < 1001; i++) {
            ceilings.append("s%d,reached,5,1000,1,1000000,2000000,3000000\r\n".formatted(i));
            samples.append("s%d,1,1\r\n".formatted(i));
        }
        Path folder = run("a", ceilings.toString());
        Files.writeString(folder.resolve("samples.csv"), samples);
        Files.writeString(
                folder.resolve("steps.csv"),
                """
                scenario,passed,after_gc,served_connections,server_heap_used_bytes
                s0,true,true,1,1000
                s0,true,true,2,2000
                """);

        ReportModel model = ReportModel.of(RunFiles.read(folder));

        assertThat(model.times().timeLines()).hasSize(1000);
        assertThat(model.times().curves()).hasSize(600);
        assertThat(model.appendix().notes())
                .containsExactly(
                        new Note(
                                "time", "Shown are the first 1 000 of 1 001 scenarios; the others are in samples.csv."),
                        new Note(
                                "lines",
                                "Shown are the first 1 000 of 1 001 scenarios; the readings of the others are in steps.csv."),
                        new Note(
                                "response-times",
                                "Shown are the first 600 of 1 001 curves; the others are in ceilings.csv."));
    }

    private static void writeHistogram(Path file) throws IOException {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 1000; i++) {
            histogram.recordValue(i * 1_000_000L);
        }
        histogram.setTag("response");
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputIntervalHistogram(0, 1, histogram, 1);
        }
    }

    @Test
    void folderOfNoRunIsRefused() {
        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(() -> RunReport.write(results))
                .withMessageContaining("is not the folder of a run: it has no ceilings.csv");
    }

    @Test
    void ninesAreStepsOfTen() {
        assertThat(List.of(Curve.nines(0), Curve.nines(0.9), Curve.nines(0.99), Curve.nines(0.999)))
                .containsExactly(0.0, 1.0, 2.0, 3.0);
    }

    @Test
    void listHasTheNewestFirstAndEscapesNames() throws Exception {
        run(
                "20260101T000000Z-old",
                "scenario,verdict,ceiling_connections,limiting_factor\r\na,reached,5,server-heap\r\n");
        RunReport.write(run("20270101T000000Z-new & <b>", "scenario,verdict,ceiling_connections\r\na,at-least,7\r\n"));
        Files.createDirectories(results.resolve("something else"));
        Files.writeString(run("20280101T000000Z-broken", "").resolve("ceilings.csv"), "a\r\n\"");

        String page = Files.readString(RunIndex.write(results), StandardCharsets.UTF_8);

        assertThat(page).containsSubsequence("20280101T000000Z-broken", "-new &amp; &lt;b&gt;", "20260101T000000Z-old");
        assertThat(page).contains("href=\"./20270101T000000Z-new%20%26%20%3Cb%3E/report.html\"");
        assertThat(page)
                .contains("the heap stopped it", "./ceiling report 20260101T000000Z-old", "data-tone=\"at-least\"");
        assertThat(page).doesNotContain("something else", "<b>");
    }
}
