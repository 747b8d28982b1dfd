package io.ceiling.it.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** report.html of kept runs and of hostile ones, made by {@code ./ceiling report} and opened from the disk in a real browser. */
@Tag("side-by-side")
class ReportIT {

    private static final Path ROOT = Path.of(System.getProperty("ceiling.root", "."));
    private static final Path REFERENCE = ROOT.resolve(Path.of("results", "reference"));

    /** docs/images has three of these files, taken by hand from there. */
    private static final Path PICTURES = ROOT.resolve(Path.of("it", "target", "report"));

    private static final String ATTACK =
            "</script><img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>";

    /** Runs of every kind, rendered once. */
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path results;

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @BeforeAll
    static void render(@TempDir Path output) throws Exception {
        browser = Browser.startOrSkip();
        try (Stream<Path> runs = Files.list(REFERENCE)) {
            // The runs of one experiment have that folder together.
            for (Path run : runs.filter(Files::isDirectory)
                    .filter(folder -> !folder.endsWith("compare"))
                    .toList()) {
                ReportRuns.copy(run, results.resolve(String.valueOf(run.getFileName())));
            }
        }
        ReportRuns.variedIn(results.resolve("varied"), REFERENCE.resolve("older-quick-tomcat"));
        ReportRuns.curvedIn(results.resolve("curved"), REFERENCE.resolve("older-quick-tomcat"));
        ReportRuns.tinyIn(results.resolve("tiny"), REFERENCE.resolve("older-quick-jetty"));
        ReportRuns.hostileIn(
                results.resolve("<img src=x onerror=alert(1)>"), REFERENCE.resolve("climb-article"), ATTACK);
        ReportRuns.benchmarksIn(results.resolve("benchmarks"), ATTACK);
        List<String> names;
        try (Stream<Path> runs = Files.list(results)) {
            names = runs.map(run -> String.valueOf(run.getFileName())).sorted().toList();
        }
        CeilingCommand ceiling =
                CeilingCommand.run(Stream.concat(Stream.of("report", "--results=" + results), names.stream())
                        .toArray(String[]::new));
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @AfterEach
    void nothingWasComplainedOf() {
        List<String> complaints = browser.complaints();
        browser.forgetComplaints();
        browser.closeVisitors();
        assertThat(complaints)
                .as("errors and warnings in the browser's console")
                .isEmpty();
    }

    private static ReportPage open(String run, int width, ColorScheme colours) {
        return ReportPage.open(browser, results.resolve(run).resolve("report.html"), width, colours);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "older-quick-tomcat | ceilings memory projections time response-times evidence environment files | 5",
                "rooms-tomcat | rooms time environment files | 2",
                "varied | ceilings threads-buffers memory projections time response-times evidence environment files | 6",
            })
    void chartsAreDrawn(String run, String sections, int charts) {
        demandCharts(run, sections, charts);
    }

    @Tag("all")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "benchmarks | benchmarks environment | 3",
                "predict-jetty | prediction environment files | 1",
                "curved | ceilings memory projections time response-times evidence environment files | 5",
                "older-quick-jetty | ceilings memory projections time response-times evidence environment files | 5",
                "descriptors-20000 | ceilings memory projections time response-times evidence environment files | 5",
                "spread | ceilings memory projections time response-times evidence environment files | 5",
                "climb-article | ceilings climb memory projections time evidence environment files | 7",
                "ring-3 | ceilings memory projections time evidence environment files | 4",
                "broadcast-matrix | ceilings broadcast memory projections time response-times evidence environment files | 5",
                "traffic-tomcat-keep-alive | traffic time response-times environment files | 3",
                "traffic-jetty-websocket | traffic time response-times environment files | 3",
                "jmh | benchmarks environment | 9",
                "threads-buffers | ceilings threads-buffers memory projections time response-times evidence environment files | 7",
            })
    void chartsOfEachKindOfRunAreDrawn(String run, String sections, int charts) {
        demandCharts(run, sections, charts);
    }

    private static void demandCharts(String run, String sections, int charts) {
        ReportPage page = open(run, 1200, ColorScheme.LIGHT);

        assertThat(page.sections()).containsSubsequence(sections.split(" ")).hasSameSizeAs(sections.split(" "));
        assertThat(page.charts()).hasSize(charts).allSatisfy(DrawnChart::assertIsDrawn);
        assertThat(page.requests())
                .as("files and addresses that were asked for")
                .hasSize(1);
        assertThat(open(run, 1200, ColorScheme.DARK).charts()).hasSize(charts).allSatisfy(DrawnChart::assertIsDrawn);
        ReportPage narrow = open(run, 380, ColorScheme.LIGHT);
        assertThat(narrow.charts()).hasSize(charts).allSatisfy(DrawnChart::assertIsDrawn);
        assertThat(narrow.overflow())
                .as("pixels beyond the right edge of a phone")
                .isZero();
    }

    @Test
    void aCountHasNoHalfAtItsAxis() {
        assertThat(open("tiny", 1200, ColorScheme.LIGHT).charts()).isNotEmpty().allSatisfy(chart -> assertThat(
                        chart.repeatedTicks())
                .as("ticks of %s", chart.label())
                .isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"data: []", "itemStyle: { color: 'transparent' }", "itemStyle: { opacity: 0 }"})
    void chartThatLacksASeriesIsNotTakenForDrawn(String broken) {
        ReportPage page = open("older-quick-tomcat", 1200, ColorScheme.LIGHT);
        page.page()
                .evaluate(
                        "() => echarts.getInstanceByDom(document.querySelector('#memory .plot')).setOption({ series: [{ %s }] })"
                                .formatted(broken));

        List<DrawnChart> charts = page.charts();

        charts.get(0).assertIsDrawn();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(charts.get(1)::assertIsDrawn)
                .withMessageContaining("marks of 0 heap on the canvas");
    }

    @Test
    void barsAreAsManyAsScenariosAndSayWhatStoppedThem() {
        ReportPage page = open("varied", 1200, ColorScheme.LIGHT);

        Object drawn = page.page()
                .evaluate(
                        """
                        () => {
                          const chart = echarts.getInstanceByDom(document.querySelector('#ceilings .plot'));
                          const [bars] = chart.getOption().series;
                          return bars.data.filter(bar => bar.itemStyle.decal).map(bar => bar.value);
                        }""");

        assertThat(drawn)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .as("bars with a pattern: at least, invalid")
                .hasSize(3);
        assertThat(page.charts().get(0).marks())
                .as("a bar for each scenario but the skipped one")
                .containsEntry("0 ceiling", 21);
        assertThat(page.at("#ceilings .legend").innerText())
                .contains("at least", "invalid", "skipped", "file descriptors");
    }

    @Test
    void aCostOnACurveIsNotToldAsALine() {
        ReportPage page = open("curved", 1200, ColorScheme.LIGHT);

        assertThat(plain(page.text("#memory .note.curved")))
                .contains("Not a line")
                .contains(
                        "nio platform keep-alive: heap is not a line: the next connection costs more than the slope of 18.3 KiB, about 22.6 KiB;")
                .contains(
                        "resident set is not a line: the next connection costs more than the slope of 48.5 KiB, about 58.8 KiB.");
        assertThat(plain(page.text("#projections .note")))
                .isEqualTo("Left out because a line does not continue a curve: nio platform keep-alive.");
        page.at("#memory details").first().locator("summary").click();
        assertThat(plain(page.at("#memory details tr", "nio platform keep-alive")
                        .first()
                        .innerText()))
                .contains("live heap, resident set");
    }

    @Test
    void eachLineHasItsInterval() {
        ReportPage page = open("curved", 1200, ColorScheme.LIGHT);
        page.at("#memory select").selectOption("nio platform websocket");

        // Two degrees of freedom: 4.303 times 226.596 bytes.
        assertThat(plain(page.text("#memory .slopes")))
                .contains("heap: 71.4 KiB a connection, 95 % interval 70.4 KiB … 72.3 KiB")
                .doesNotContain("not a line");
        page.at("#memory select").selectOption("nio platform keep-alive");
        assertThat(plain(page.at("#memory .slopes b").first().innerText()))
                .isEqualTo(
                        "; is not a line: the next connection costs more than the slope of 18.3 KiB, about 22.6 KiB");
        page.at("#projections input[type=search]").fill("nio platform websocket");
        assertThat(plain(page.at("#projections tbody tr").first().innerText()))
                .contains("5 000 … 1 000 000")
                .contains("320 000 or more");
    }

    /** Runs before the columns of the intervals: nothing is made up. */
    @Test
    void anOlderRunHasNoIntervals() {
        ReportPage page = open("older-quick-tomcat", 1200, ColorScheme.LIGHT);

        assertThat(page.at("#memory .note.curved").count()).isZero();
        assertThat(plain(page.text("#memory .slopes"))).contains("a connection").doesNotContain("interval");
        assertThat(plain(page.at("#projections thead").innerText())).doesNotContain("95 %");
    }

    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
    }

    @Test
    void whatCouldNotBeReadIsSaidInItsSection() {
        ReportPage page = open("varied", 1200, ColorScheme.LIGHT);

        assertThat(page.text("#response-times .note")).isEqualTo("broken.hlog cannot be read.");
    }

    @Test
    void headlineIsThereWithoutTheScript() throws Exception {
        String html = Files.readString(results.resolve("older-quick-tomcat").resolve("report.html"));

        assertThat(html.substring(0, html.indexOf("<script")).replace('\u00a0', ' '))
                .contains("Tomcat 11.0.25 NIO held 2 024 keep-alive connections (buffer=1k) at 4.0 KiB of heap each");
    }

    @Test
    void tableSortsFiltersTurnsPagesAndIsDownloaded() throws Exception {
        ReportPage page = open("older-quick-tomcat", 1200, ColorScheme.LIGHT);
        Locator state = page.at("#file-table .tools .quiet");
        assertThat(state.innerText().replace('\u00a0', ' ')).isEqualTo("1–25 of 38");

        page.at("#file-table th button", "ceiling_connections").click();
        assertThat(page.at("#file-table th[aria-sort=descending]").innerText()).startsWith("ceiling_connections");
        assertThat(page.column("#file-table", indexOf(page, "ceiling_connections"))
                        .get(0))
                .isEqualTo("2024");

        page.at("#file-table th button", "ceiling_connections").click();
        assertThat(page.column("#file-table", indexOf(page, "ceiling_connections"))
                        .get(0))
                .isEqualTo("200");

        page.at("#file-table button", "Next ›").click();
        assertThat(state.innerText()).startsWith("26–38");

        page.at("#file-table input[type=search]").fill("server-heap");
        assertThat(state.innerText()).isEqualTo("1–2 of 2 that match, of 38");
        List<String> lines = page.download("#file-table").lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .isEqualTo(Files.readAllLines(REFERENCE.resolve("older-quick-tomcat/ceilings.csv"))
                        .get(0));
        assertThat(Files.readAllLines(REFERENCE.resolve("older-quick-tomcat/ceilings.csv")))
                .containsAll(lines);

        page.at("#files select").selectOption("1");
        assertThat(page.at("#file-table th").allInnerTexts()).contains("target_connections");
    }

    /** A run may come from somebody else, whose spreadsheet has saved its files. */
    @Test
    void filesOfOtherProgramsAreRead() {
        Object read = open("tiny", 1200, ColorScheme.LIGHT)
                .page()
                .evaluate(
                        """
                        () => [
                          parseCsv('a,b\\r1,"x ""y"" z"\\r3,\\r'),
                          parseCsv('a,b\\n"1\\r\\n2",3'),
                          parseCsv('a,b\\r\\n1,'),
                          parseCsv(''),
                        ].map(rows => JSON.stringify(rows)).concat(
                          String(parseCsv(`a\\r\\n"${'x'.repeat(12_000_000)}"\\r\\n`)[1][0].length))""");

        assertThat(read)
                .isEqualTo(List.of(
                        "[[\"a\",\"b\"],[\"1\",\"x \\\"y\\\" z\"],[\"3\",\"\"]]",
                        "[[\"a\",\"b\"],[\"1\\r\\n2\",\"3\"]]",
                        "[[\"a\",\"b\"],[\"1\",\"\"]]",
                        "[]",
                        "12000000"));
    }

    @Test
    void aDownloadedCellIsNoFormula() {
        Object written = open("tiny", 1200, ColorScheme.LIGHT)
                .page()
                .evaluate(
                        """
                        () => ["-2+3+cmd|' /C calc'!A0", '=1', '+1', '@x', '-', '-2', '-0.5', '-1e-7', '-1e7+1', '2-1']
                          .map(quoted).join(' ; ')""");

        assertThat(written)
                .isEqualTo("'-2+3+cmd|' /C calc'!A0 ; '=1 ; '+1 ; '@x ; '- ; -2 ; -0.5 ; -1e-7 ; '-1e7+1 ; 2-1");
    }

    private static int indexOf(ReportPage page, String column) {
        return page.at("#file-table th").allInnerTexts().stream()
                        .map(text -> text.replaceAll("[▲▼\\s]", ""))
                        .toList()
                        .indexOf(column)
                + 1;
    }

    @Test
    void everyChartHasItsFiguresAsATable() {
        ReportPage page = open("climb-article", 1200, ColorScheme.LIGHT);

        List<Locator> tables = page.at("details").all();
        tables.forEach(table -> table.locator("summary").click());

        assertThat(tables).hasSameSizeAs(page.charts());
        assertThat(tables)
                .allSatisfy(
                        table -> assertThat(table.locator("tbody tr").count()).isPositive());
    }

    @Test
    void benchmarksHaveABarForEachServerWithItsError() {
        ReportPage page = open("benchmarks", 1200, ColorScheme.LIGHT);

        Object drawn = page.page()
                .evaluate(
                        """
                        () => [...document.querySelectorAll('#benchmarks .plot')].map(plot => {
                          const option = echarts.getInstanceByDom(plot).getOption();
                          const [bars, whiskers] = option.series;
                          return [option.yAxis[0].data.length, bars.data.length, whiskers.data.length].join(' ');
                        })""");

        assertThat(drawn)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .as("names, bars and whiskers of each chart; a single measurement has no error")
                .containsExactly("2 2 2", "2 2 2", "1 1 0");
        assertThat(page.at("h1").innerText().replace('\u00a0', ' '))
                .isEqualTo("5 micro-benchmark results with JMH 1.37 on OpenJDK 64-Bit Server VM 17.0.15.");
        assertThat(page.at("img, iframe, object, base, main script").count()).isZero();
    }

    @Test
    void environmentOfBenchmarksIsWhatTheirFilesSay() {
        assertThat(open("jmh", 1200, ColorScheme.LIGHT).text("#environment .facts"))
                .contains("OpenJDK 64-Bit Server VM 17.0.15+6-Debian-1deb12u1", "5 iterations of 1 s")
                .contains("tomcat 8.0.53 on JDK 25.0.3+9-LTS; jetty 12.1.12 on JDK 25.0.3+9-LTS");
        assertThat(open("benchmarks", 1200, ColorScheme.LIGHT).text("#environment .facts"))
                .contains(ATTACK + " on JDK 25");
    }

    @Test
    void nothingOfAHostileRunIsExecuted() {
        String run = "<img src=x onerror=alert(1)>";

        ReportPage page = open(run, 1200, ColorScheme.LIGHT);
        page.at("details summary").all().forEach(Locator::click);
        page.page()
                .evaluate("() => echarts.getInstanceByDom(document.querySelector('#ceilings .plot'))"
                        + ".dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: 0 })");
        page.at("#ceilings .tip").waitFor();

        assertThat(page.page().title()).isEqualTo(run + " · Ceiling");
        assertThat(page.at("img, iframe, object, base, main script").count()).isZero();
        assertThat(page.at("#ceilings .tip").innerText()).contains("<img src=x");
        assertThat(page.at("h1").innerText()).contains("</script><img src=x");
        assertThat(page.requests()).hasSize(1);
    }

    @Test
    void formulasInADownloadAreText() throws Exception {
        ReportPage page = open("<img src=x onerror=alert(1)>", 1200, ColorScheme.LIGHT);

        assertThat(page.download("#evidence")).contains("'=HYPERLINK(").doesNotContain("\n=", ",=");
    }

    @Test
    void coloursFollowTheSystemAndPaperIsLight() {
        ReportPage page = open("older-quick-tomcat", 1200, ColorScheme.DARK);
        assertThat(ground(page)).isEqualTo("rgb(14, 18, 22)");

        page.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));

        assertThat(ground(page)).isEqualTo("rgb(255, 255, 255)");
        assertThat(page.at(".tools").first().isVisible()).isFalse();
    }

    /** A page of a large run has maps of thousands of squares, most of which nobody looks at. */
    @Test
    void aChartIsDrawnWhenItIsAboutToBeSeenAndPaperShowsAll() {
        ReportPage page =
                ReportPage.openTop(browser, results.resolve("varied").resolve("report.html"), 1200, ColorScheme.LIGHT);
        Locator last = page.at(".plot").last();
        double below = last.boundingBox().y;

        assertThat(page.at(".plot").first().locator("canvas").count()).isEqualTo(1);
        assertThat(last.locator("canvas").count()).isZero();
        assertThat(page.at("#file-table table").count()).isZero();

        page.at(".plot").nth(1).scrollIntoViewIfNeeded();
        page.at(".plot").nth(1).locator("canvas").waitFor();
        page.page().evaluate("() => scrollTo(0, 0)");
        assertThat(last.boundingBox().y).isEqualTo(below);

        page.page().evaluate("() => dispatchEvent(new Event('beforeprint'))");

        assertThat(page.charts()).allSatisfy(DrawnChart::assertIsDrawn);
        assertThat(page.column("#file-table", 1)).isNotEmpty();
    }

    private static Object ground(ReportPage page) {
        return page.page().evaluate("() => getComputedStyle(document.body).backgroundColor");
    }

    @Test
    void controlsCanBeReachedByKeyboard() {
        ReportPage page = open("older-quick-tomcat", 1200, ColorScheme.LIGHT);
        page.at("#file-table th button", "ceiling_connections").focus();

        page.page().keyboard().press("Enter");

        assertThat(page.column("#file-table", indexOf(page, "ceiling_connections"))
                        .get(0))
                .isEqualTo("2024");
        page.at("#ceilings summary").focus();
        page.page().keyboard().press("Enter");
        page.at("#ceilings details[open] table").waitFor();
    }

    @Test
    void listOfRunsLinksToEachReport() {
        ReportPage list = ReportPage.list(browser, results.resolve("index.html"));

        assertThat(list.at(".run").count()).isGreaterThan(18);
        list.at(".run a", "rooms-tomcat").click();
        list.at("html[data-state=drawn]").waitFor();
        assertThat(list.at("h1").innerText()).contains("users in 100 rooms");
    }

    @Tag("all")
    @Test
    void runThatIsBrokenOffHasAReportOfWhatIsThere(@TempDir Path folder) throws Exception {
        Path runs = folder.resolve("results");
        CeilingProcess ceiling = CeilingProcess.start(
                folder,
                "run",
                "--results=" + runs,
                "--container=tomcat",
                "--connector=nio",
                "--threads-kind=platform",
                "--workload=websocket",
                "--threads=default",
                "--buffer=default",
                "--heap=256m",
                "--nofile=640",
                "--hold=5s");
        Awaiting.until("a first sample", Duration.ofSeconds(90), () -> samples(runs) > 2);

        ceiling.handle().destroy();

        assertThat(ceiling.exitCode()).as(ceiling.output()).isNotZero();
        Path run = CeilingsCsv.onlyRun(runs);
        assertThat(ceiling.output()).contains("report: " + run.resolve("report.html"));
        ReportPage page = ReportPage.open(browser, run.resolve("report.html"), 1200, ColorScheme.LIGHT);
        assertThat(page.at("h1").innerText()).isEqualTo("The run was broken off before anything had a result.");
        assertThat(page.at(".detail").innerText()).contains("1 of 1 scenario without a result: the run had not ended");
        assertThat(page.sections()).contains("time", "environment");
    }

    private static long samples(Path runs) throws IOException {
        if (!Files.isDirectory(runs)) {
            return 0;
        }
        try (Stream<Path> folders = Files.list(runs)) {
            Optional<Path> samples = folders.filter(run -> !Files.isSymbolicLink(run))
                    .map(run -> run.resolve("samples.csv"))
                    .filter(Files::isRegularFile)
                    .findFirst();
            return samples.isEmpty() ? 0 : Files.readAllLines(samples.get()).size();
        }
    }

    @Tag("all")
    @Test
    void pictures() {
        for (String run : List.of(
                "older-quick-tomcat",
                "climb-article",
                "rooms-tomcat",
                "traffic-tomcat-keep-alive",
                "varied",
                "broadcast-matrix")) {
            open(run, 1200, ColorScheme.LIGHT).screenshot(PICTURES.resolve(run + "-light.png"));
            open(run, 1200, ColorScheme.DARK).screenshot(PICTURES.resolve(run + "-dark.png"));
            open(run, 380, ColorScheme.LIGHT).screenshot(PICTURES.resolve(run + "-narrow.png"));
        }

        open("older-quick-tomcat", 1120, ColorScheme.LIGHT).screenshotOfTop(1180, PICTURES.resolve("report-light.png"));
        open("climb-tomcat", 1000, ColorScheme.LIGHT).screenshotOf("#climb", PICTURES.resolve("climb.png"));
        open("climb-article", 1120, ColorScheme.DARK).screenshotOf("#climb", PICTURES.resolve("report-dark.png"));
        open("rooms-tomcat", 380, ColorScheme.LIGHT).screenshotOfTop(1100, PICTURES.resolve("report-narrow.png"));

        assertThat(PICTURES).isDirectoryContaining(file -> file.endsWith("varied-dark.png"));
    }
}
