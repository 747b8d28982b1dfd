package io.ceiling.it;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** report.html as the tests see it: opened as a file, as a person does. */
final class ReportPage {

    /** What a chart holds, and whether its canvas shows more than a blank. */
    private static final String CHARTS =
            """
            () => [...document.querySelectorAll('.plot')].map(box => {
              const chart = echarts.getInstanceByDom(box);
              const canvas = box.querySelector('canvas');
              const seen = new Set();
              if (canvas) {
                const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                for (let i = 0; i < pixels.length; i += 4) {
                  if (pixels[i + 3] > 0) {
                    seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
                  }
                }
              }
              return {
                section: box.closest('section').id,
                label: box.getAttribute('aria-label'),
                points: chart ? chart.getOption().series.reduce((sum, one) => sum + one.data.length, 0) : 0,
                colours: seen.size,
              };
            })""";

    private final Page page;
    private final List<String> requests = new ArrayList<>();

    private ReportPage(Page page) {
        this.page = page;
    }

    /** Opens it and waits until all is drawn. */
    static ReportPage open(Browser browser, Path file, int width, ColorScheme colours) {
        ReportPage report = new ReportPage(browser.visitor(width, 900, colours, 1));
        report.page.onRequest(request -> report.requests.add(request.url()));
        report.page.navigate(file.toUri().toString());
        report.page.locator("html[data-state=drawn]").waitFor();
        return report;
    }

    /** Opens a list of runs. */
    static ReportPage list(Browser browser, Path file) {
        ReportPage list = new ReportPage(browser.visitor(1200, 900, ColorScheme.LIGHT, 1));
        list.page.navigate(file.toUri().toString());
        return list;
    }

    Page page() {
        return page;
    }

    Locator at(String selector) {
        return page.locator(selector);
    }

    /** The first element of that kind with a text in it. */
    Locator at(String selector, String text) {
        return page.locator(selector, new Page.LocatorOptions().setHasText(text))
                .first();
    }

    /** What was asked for, the file itself first. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    /** Section, label, number of points and of colours of each chart. */
    List<Map<String, Object>> charts() {
        List<Map<String, Object>> charts = new ArrayList<>();
        if (page.evaluate(CHARTS) instanceof List<?> all) {
            for (Object one : all) {
                charts.add(chart(one));
            }
        }
        return charts;
    }

    private static Map<String, Object> chart(Object one) {
        Map<String, Object> chart = new LinkedHashMap<>();
        if (one instanceof Map<?, ?> map) {
            map.forEach((name, value) -> chart.put(String.valueOf(name), value));
        }
        return chart;
    }

    List<String> sections() {
        return at("main section").all().stream()
                .map(section -> section.getAttribute("id"))
                .toList();
    }

    /** The first cells of a table as it is shown. */
    List<String> column(String table, int column) {
        return at("%s tbody tr td:nth-child(%d)".formatted(table, column)).allInnerTexts();
    }

    String download(String section) throws IOException {
        Download download =
                page.waitForDownload(() -> at(section + " button.save").click());
        return Files.readString(download.path());
    }

    int overflow() {
        return ((Number) page.evaluate(
                        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .intValue();
    }

    void screenshot(Path file) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
    }

    /** The page from its top, so many pixels high. */
    void screenshotOfTop(int height, Path file) {
        int width = page.viewportSize().width;
        page.screenshot(
                new Page.ScreenshotOptions().setPath(file).setFullPage(true).setClip(0, 0, width, height));
    }

    void screenshotOf(String selector, Path file) {
        at(selector).screenshot(new Locator.ScreenshotOptions().setPath(file));
    }
}
