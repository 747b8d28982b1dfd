package io.ceiling.it.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.options.ColorScheme;
import io.ceiling.it.fixture.CeilingCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** report.html of a run of 10 000 scenarios and 1 000 000 samples; with {@code -Dceiling.it.large=true}, for it takes a minute. */
@Tag("side-by-side")
@Tag("all")
class LargeReportIT {

    private static final Path LIKE =
            Path.of(System.getProperty("ceiling.root", "."), "results", "reference", "quick-tomcat");

    @Test
    void isDrawnAndLosesNoPeak(@TempDir Path results) throws Exception {
        Assumptions.assumeTrue(
                Boolean.getBoolean("ceiling.it.large"),
                "a run of 10 000 scenarios is made and drawn with -Dceiling.it.large=true");
        try (Browser browser = Browser.startOrSkip()) {
            Path run = results.resolve("large");
            ReportRuns.Peak peak = ReportRuns.largeIn(run, LIKE);
            CeilingCommand ceiling = CeilingCommand.run("report", "--results=" + results, "large");
            assertThat(ceiling.exitCode())
                    .as(ceiling.output() + ceiling.errors())
                    .isZero();

            ReportPage page = ReportPage.open(browser, run.resolve("report.html"), 1200, ColorScheme.LIGHT);

            System.out.printf(
                    "report of 10 000 scenarios and 1 000 000 samples (%d MB): %d MB, its top drawn %.2f s after navigation,"
                            + " all %.2f s%n",
                    Files.size(run.resolve("samples.csv")) / 1_000_000,
                    Files.size(run.resolve("report.html")) / 1_000_000,
                    page.secondsUntilDrawn(),
                    page.secondsSinceNavigation());
            assertThat(page.charts()).hasSizeGreaterThan(10).allSatisfy(DrawnChart::assertIsDrawn);
            assertThat(highest(page, peak.scenario()))
                    .asInstanceOf(InstanceOfAssertFactories.LIST)
                    .as("seconds and connections at the highest point of the line of %s", peak.scenario())
                    .containsExactly(peak.seconds(), peak.connections());
            assertThat(page.at(".panel > .note").allInnerTexts())
                    .as("what is left out")
                    .hasSize(3)
                    .allMatch(text -> text.contains("the first "));
            assertThat(browser.complaints()).isEmpty();
        }
    }

    private static Object highest(ReportPage page, String scenario) {
        Object place = page.page().evaluate("name => String(scenarios.indexOf(name))", scenario);
        page.at(".choice select").selectOption(String.valueOf(place));
        return page.page()
                .evaluate(
                        """
                        () => echarts.getInstanceByDom(document.querySelector('#time .plot')).getOption()
                          .series.find(series => series.name === 'connections')
                          .data.reduce((one, other) => (other[1] > one[1] ? other : one))""");
    }
}
