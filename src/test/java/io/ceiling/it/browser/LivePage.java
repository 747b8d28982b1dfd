package io.ceiling.it.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.nio.file.Path;

/** The live page as the tests see it. */
final class LivePage {

    /** From a copy, since the browser warns whoever reads a canvas twice. */
    private static final String PIXELS =
            """
            const pixelsOf = canvas => {
              const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
              copy.canvas.width = canvas.width;
              copy.canvas.height = canvas.height;
              copy.drawImage(canvas, 0, 0);
              return copy.getImageData(0, 0, canvas.width, canvas.height).data;
            };
            """;

    private static final String COLOURS =
            """
            canvases => {
              %s
              return canvases.map(canvas => {
                const pixels = pixelsOf(canvas);
                const seen = new Set();
                for (let i = 0; i < pixels.length; i += 4) {
                  if (pixels[i + 3] > 0) {
                    seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
                  }
                }
                return seen.size;
              });
            }"""
                    .formatted(PIXELS);

    /** Exactly that colour: edges, which are blended, do not count. */
    private static final String ROWS =
            """
            (canvas, colour) => {
              %s
              const one = document.createElement('canvas');
              const brush = one.getContext('2d');
              brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(colour).trim();
              brush.fillRect(0, 0, 1, 1);
              const [r, g, b] = pixelsOf(one);
              const pixels = pixelsOf(canvas);
              const rows = new Set();
              for (let i = 0; i < pixels.length; i += 4) {
                if (pixels[i] === r && pixels[i + 1] === g && pixels[i + 2] === b && pixels[i + 3] > 0) {
                  rows.add(Math.floor(i / 4 / canvas.width));
                }
              }
              return rows.size;
            }"""
                    .formatted(PIXELS);

    private final Page page;

    LivePage(Page page) {
        this.page = page;
    }

    /** Opens it and waits for the first reading. */
    static LivePage open(Page page, int port) {
        page.navigate("http://127.0.0.1:" + port + "/ceiling/");
        page.locator("#state[data-state=live]").waitFor();
        return new LivePage(page);
    }

    Page page() {
        return page;
    }

    Locator at(String selector) {
        return page.locator(selector);
    }

    /** A number of the page; -1 for a dash. */
    long number(String id) {
        String text = at("#" + id).innerText().replaceAll("[\\s\\u202f]", "");
        return text.equals("–") ? -1 : Long.parseLong(text);
    }

    /** The count of a workload's row. */
    long workload(String name) {
        String text = page.locator("#workloads tr", new Page.LocatorOptions().setHasText(name))
                .locator(".num")
                .innerText()
                .replaceAll("[\\s\\u202f]", "");
        return Long.parseLong(text);
    }

    /** How many colours each chart has; one that was not drawn has none. */
    Object coloursOfCharts() {
        return page.locator(".plot canvas").evaluateAll(COLOURS);
    }

    /** How high a series stands in a chart, in rows of pixels that have its colour. */
    int rowsOfSeries(String chart, int colour) {
        return ((Number) page.locator("#chart-" + chart + " canvas").evaluate(ROWS, "--c" + colour)).intValue();
    }

    void recurse(int depth, String kind) {
        at("#recursion-depth").fill(Integer.toString(depth));
        at("#recursion-kind").selectOption(kind);
        at("#recursion-start").click();
    }

    void hold(int count, String kind) {
        at("#holds-kind").selectOption(kind);
        at("#holds-count").fill(Integer.toString(count));
        at("#holds button[type=submit]").click();
    }

    void join(String channel, String transport) {
        at("#chat-channel").fill(channel);
        at("#chat-transport").selectOption(transport);
        at("#chat-button").click();
    }

    void say(String text) {
        at("#chat-text").fill(text);
        at("#chat-say").click();
    }

    /** Waits for a message of the chat, by its place in the log, and demands its text. */
    void awaitWords(int place, String text) {
        Locator words = at("#chat-log .words").nth(place);
        words.waitFor();
        String seen = words.innerText();
        if (!seen.equals(text)) {
            throw new AssertionError("message %d must be '%s', was '%s'".formatted(place, text, seen));
        }
    }

    /** How many pixels the page is wider than what is seen of it. */
    int overflow() {
        return ((Number) page.evaluate(
                        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                .intValue();
    }

    void screenshot(Path file) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(true));
    }
}
