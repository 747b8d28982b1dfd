package io.ceiling.it.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Media;
import io.ceiling.it.fixture.CeilingCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    private static final List<String> KEPT = List.of(
            """
            quick-tomcat rooms-tomcat predict-jetty climb-article climb-tomcat ring-3 broadcast-matrix
            traffic-jetty-websocket jmh"""
                    .split("\\s+"));

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
        for (String run : KEPT) {
            ReportRuns.copy(REFERENCE.resolve(run), results.resolve(run));
        }
        ReportRuns.variedIn(results.resolve("varied"), REFERENCE.resolve("quick-tomcat"));
        ReportRuns.curvedIn(results.resolve("curved"), REFERENCE.resolve("quick-tomcat"));
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

    @Tag("all")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "quick-tomcat | ceilings broadcast memory projections evidence time lines response-times environment files | 5",
                "rooms-tomcat | rooms time environment files | 2",
                "varied | ceilings threads-buffers broadcast memory projections evidence time lines response-times environment files | 6",
                "benchmarks | benchmarks environment | 3",
                "predict-jetty | prediction environment files | 1",
                "curved | ceilings broadcast memory projections evidence time lines response-times environment files | 5",
                "climb-article | ceilings climb memory projections evidence time lines environment files | 7",
                "ring-3 | ceilings memory projections evidence time lines environment files | 4",
                "broadcast-matrix | ceilings broadcast memory projections evidence time lines response-times environment files | 5",
                "traffic-jetty-websocket | traffic time response-times environment files | 3",
                "jmh | benchmarks environment | 9",
            })
    void chartsOfEachKindOfRunAreDrawn(String run, String sections, int charts) {
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
    void chartThatLacksASeriesIsNotTakenForDrawn() {
        ReportPage page = open("quick-tomcat", 1200, ColorScheme.LIGHT);
        page.page()
                .evaluate(
                        "() => echarts.getInstanceByDom(document.querySelector('#memory .plot')).setOption({ series: [{ itemStyle: { color: 'transparent' } }] })");

        List<DrawnChart> charts = page.charts();

        charts.get(0).assertIsDrawn();
        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(charts.get(1)::assertIsDrawn)
                .withMessageContaining("marks of 0 heap on the canvas");
    }

    @Test
    void namesBesideTheBarsAreWhole() {
        ReportPage page = open("varied", 1200, ColorScheme.LIGHT);

        Object cut = page.page()
                .evaluate(
                        """
                        () => {
                          const chart = echarts.getInstanceByDom(document.querySelector('#ceilings .plot'));
                          const ruler = document.createElement('canvas').getContext('2d');
                          ruler.font = `12px ${getComputedStyle(document.body).fontFamily}`;
                          const left = chart.getModel().getComponent('grid').coordinateSystem.getRect().x;
                          return chart.getOption().yAxis[0].data.filter((name) => Math.min(ruler.measureText(name).width, 460) + 8 > left);
                        }""");

        assertThat(cut)
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .as("names that begin left of the chart")
                .isEmpty();
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
    void tableSortsFiltersTurnsPagesAndIsDownloaded() throws Exception {
        ReportPage page = open("quick-tomcat", 1200, ColorScheme.LIGHT);
        Locator state = page.at("#file-table .tools .quiet");
        assertThat(state.innerText().replace('\u00a0', ' ')).isEqualTo("1–25 of 39");

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
        assertThat(state.innerText()).startsWith("26–39");

        page.at("#file-table input[type=search]").fill("server-heap");
        assertThat(state.innerText()).isEqualTo("1–2 of 2 that match, of 39");
        List<String> lines = page.download("#file-table").lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .isEqualTo(Files.readAllLines(REFERENCE.resolve("quick-tomcat/ceilings.csv"))
                        .get(0));
        assertThat(Files.readAllLines(REFERENCE.resolve("quick-tomcat/ceilings.csv")))
                .containsAll(lines);

        page.at("#files select").selectOption("1");
        assertThat(page.at("#file-table th").allInnerTexts()).contains("target_connections");
    }

    @Test
    void oneChoiceOfAScenarioIsThatOfAllSections() {
        ReportPage page = open("quick-tomcat", 1200, ColorScheme.LIGHT);
        String third = page.at(".choice option").nth(2).textContent();

        page.at(".choice select").selectOption("2");

        assertThat(third).isEqualTo("nio platform hold-blocking");
        assertThat(page.text("#evidence .card")).contains("server-threads", "raise maxThreads (now 200)");
        assertThat(page.column("#response-times", 1)).containsExactly("connect", "first-answer", "response", "service");
        page.page().evaluate("() => chooseBar(model.bars[4])");
        assertThat(page.at(".choice select").inputValue()).isEqualTo("4");
        assertThat(page.at("main select").count())
                .as("this choice, and that of a file")
                .isEqualTo(2);
        assertThat(page.at("#evidence h3 abbr").getAttribute("title")).contains("workload");
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

        assertThat(tables)
                .as("one for each chart, and one with the evidence")
                .hasSize(page.charts().size() + 1);
        assertThat(tables)
                .allSatisfy(
                        table -> assertThat(table.locator("tbody tr").count()).isPositive());
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

    @Tag("all")
    @Test
    void picturesHaveTheColoursOfTheSystemAndPaperIsLight() {
        open("quick-tomcat", 1120, ColorScheme.LIGHT).screenshotOfTop(1180, PICTURES.resolve("report-light.png"));
        open("climb-tomcat", 1000, ColorScheme.LIGHT).screenshotOf("#climb", PICTURES.resolve("climb.png"));
        open("climb-article", 1120, ColorScheme.DARK).screenshotOf("#climb", PICTURES.resolve("report-dark.png"));
        open("rooms-tomcat", 380, ColorScheme.LIGHT).screenshotOfTop(1100, PICTURES.resolve("report-narrow.png"));
        ReportPage page = open("quick-tomcat", 1200, ColorScheme.DARK);
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
}
