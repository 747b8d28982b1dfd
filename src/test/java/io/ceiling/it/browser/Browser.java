package io.ceiling.it.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Assumptions;

/** The Chromium of this machine; every page of it that complains is remembered. Used by one thread. */
final class Browser implements AutoCloseable {

    private static final List<Path> PLACES = List.of(
            Path.of("/usr/bin/chromium"), Path.of("/usr/bin/chromium-browser"), Path.of("/usr/bin/google-chrome"));

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;
    private final Queue<String> complaints = new ConcurrentLinkedQueue<>();

    private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
        this.playwright = playwright;
        this.chromium = chromium;
    }

    /** Skips the test if there is no browser. */
    static Browser startOrSkip() {
        Optional<Path> executable = PLACES.stream().filter(Files::isExecutable).findFirst();
        if (executable.isEmpty()) {
            System.out.println("tests in a browser skipped: no Chromium at any of " + PLACES);
        }
        Assumptions.assumeTrue(executable.isPresent(), "no Chromium at any of " + PLACES);
        // Without this the driver would fetch browsers of its own.
        Playwright playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            return new Browser(
                    playwright,
                    playwright
                            .chromium()
                            .launch(new BrowserType.LaunchOptions()
                                    .setExecutablePath(executable.orElseThrow())
                                    .setArgs(List.of("--no-sandbox", "--disable-gpu"))));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    /** A page of a visitor of its own: with connections, storage and colours that it shares with no other. */
    Page visitor(int width, int height, ColorScheme colours) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(colours)
                .setReducedMotion(ReducedMotion.REDUCE));
        Page page = context.newPage();
        page.setDefaultTimeout(20_000);
        page.onConsoleMessage(this::remember);
        page.onPageError(error -> complaints.add("page error: " + error));
        return page;
    }

    /** Violations of the content security policy are errors of the console, too. */
    private void remember(ConsoleMessage message) {
        if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add(message.type() + ": " + message.text() + " at " + message.location());
        }
    }

    /** What the pages complained of since they were opened. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    void closeVisitors() {
        List.copyOf(chromium.contexts()).forEach(BrowserContext::close);
    }

    void forgetComplaints() {
        complaints.clear();
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
