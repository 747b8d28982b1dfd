package io.ceiling.it.browser;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** report.html as the tests see it: opened as a file, as a person does. */
final class ReportPage {

    private final Page page;
    private final List<String> requests = new ArrayList<>();
    private double secondsUntilDrawn;

    private ReportPage(Page page) {
        this.page = page;
    }

    /** Opens it, waits until its top is drawn, and has the rest drawn, as for paper. */
    static ReportPage open(Browser browser, Path file, int width, ColorScheme colours) {
        ReportPage report = openTop(browser, file, width, colours);
        report.page.evaluate("() => drawRest()");
        return report;
    }

    /** Opens it and waits until what a reader sees first is drawn. */
    static ReportPage openTop(Browser browser, Path file, int width, ColorScheme colours) {
        ReportPage report = new ReportPage(browser.visitor(width, 900, colours));
        report.page.onRequest(request -> report.requests.add(request.url()));
        report.page.navigate(file.toUri().toString());
        report.page.locator("html[data-state=drawn]").waitFor();
        report.secondsUntilDrawn = report.secondsSinceNavigation();
        return report;
    }

    Page page() {
        return page;
    }

    Locator at(String selector) {
        return page.locator(selector);
    }

    Locator at(String selector, String text) {
        return page.locator(selector, new Page.LocatorOptions().setHasText(text))
                .first();
    }

    String text(String selector) {
        return at(selector).innerText();
    }

    /** What was asked for, the file itself first. */
    List<String> requests() {
        return List.copyOf(requests);
    }

    List<DrawnChart> charts() {
        return DrawnChart.of(page);
    }

    double secondsUntilDrawn() {
        return secondsUntilDrawn;
    }

    double secondsSinceNavigation() {
        return ((Number) page.evaluate("() => performance.now()")).doubleValue() / 1000;
    }

    List<String> sections() {
        return at("main section").all().stream()
                .map(section -> section.getAttribute("id"))
                .toList();
    }

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
