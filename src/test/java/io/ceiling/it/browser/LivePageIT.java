package io.ceiling.it.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.ServerKind;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The live page in a real browser, on Tomcat and on Jetty. */
@ParameterizedClass
@MethodSource("kinds")
@Tag("all")
@Tag("side-by-side")
class LivePageIT {

    private static final int MAX_THREADS = 120;
    private static final String LOOPBACK = "127.0.0.1";
    /** Colour of their series in the chart of what is held. */
    private static final int WEB_SOCKETS = 3;
    /** Rows of pixels that a line of zeros may have. */
    private static final int LINE = 5;

    private static final String SCRIPT = "<img src=x onerror=\"document.title='taken'\"><script>alert(1)</script>";
    /** docs/images has three of these files, taken by hand from there. */
    private static final Path PICTURES = Path.of(System.getProperty("ceiling.root", "."), "it", "target", "live-page");

    @SuppressWarnings("NullAway.Init")
    private static Browser browser;

    @SuppressWarnings("NullAway.Init")
    private static ForkedServer server;

    /** Opened once for each server: half of the time of a test would go into that. */
    @SuppressWarnings("NullAway.Init")
    private static LivePage page;

    @SuppressWarnings("NullAway.Init")
    private static LivePage other;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    ServerKind kind;

    @BeforeAll
    static void startBrowser() {
        browser = Browser.startOrSkip();
    }

    @AfterAll
    static void stopBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    static Stream<ServerKind> kinds() {
        return Stream.of(ServerKind.TOMCAT_NIO, ServerKind.JETTY);
    }

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) throws Exception {
        server =
                ForkedServer.start(kind, kind.war(), kind.javaHome(), MAX_THREADS, List.of("-Dceiling.own-beans=true"));
        page = LivePage.open(browser.visitor(1280, 900, ColorScheme.LIGHT, 1), server.port());
        other = LivePage.open(browser.visitor(1280, 900, ColorScheme.DARK, 1), server.port());
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        if (browser != null) {
            browser.closeVisitors();
        }
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void nothingWasComplainedOf() {
        List<String> complaints = browser.complaints();
        browser.forgetComplaints();
        assertThat(complaints)
                .as("errors and warnings in the browser's console")
                .isEmpty();
    }

    @Test
    void numbersFollowWhatIsHeldOutsideTheBrowser() throws Exception {
        // The page's last reading may be from a recursion of the test before that was just being unwound.
        Awaiting.until("nothing is held", () -> page.number("n-held") == 0);
        assertThat(page.number("n-platform")).isPositive();
        assertThat(page.number("n-descriptors")).isPositive();
        List<Socket> held = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Socket socket = RawHttp.connect(LOOPBACK, server.port());
            RawHttp.send(
                    socket,
                    "GET /ceiling/hold/" + (i < 5 ? "blocking" : "async") + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            held.add(socket);
        }

        Awaiting.until("the page tells of the holds", () -> page.number("n-held") == 20);
        assertThat(page.workload("Blocking holds")).isEqualTo(5);
        assertThat(page.workload("Asynchronous holds")).isEqualTo(15);
        // The holds and the streams of two pages.
        Awaiting.until("they are requests in flight", () -> page.number("n-flight") == 22);
        assertThat(page.number("w-container")).isGreaterThanOrEqualTo(22);

        String released =
                RawHttp.exchange(LOOPBACK, server.port(), "POST /ceiling/hold/release", "Content-Length: 0\r\n");

        assertThat(RawHttp.body(released)).isEqualTo("{\"released\":20}");
        Awaiting.until("the page tells of the release", () -> page.number("n-held") == 0);
        for (Socket socket : held) {
            socket.close();
        }
    }

    @Test
    void browserHoldsWebSocketsAndRequestsAndLetsThemGo() throws Exception {
        page.hold(12, "websocket");
        Awaiting.until("the WebSockets are counted", () -> page.workload("WebSockets") == 12);
        page.hold(2, "async");
        Awaiting.until("the requests are counted", () -> page.workload("Asynchronous holds") == 2);
        assertThat(page.at("#holds-state").innerText()).isEqualTo("This page holds 12 WebSockets and 2 requests.");

        page.at("#holds-release").click();

        Awaiting.until("nothing is held", () -> page.number("n-held") == 0);
        assertThat(page.at("#holds-state").innerText()).isEqualTo("This page holds nothing.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"recursive", "recursive-async"})
    void recursionTellsHowDeepItGot(String path) throws Exception {
        int depth = path.equals("recursive") ? 40 : 41;
        page.recurse(depth, path);

        Locator result = page.at("#recursion-results li").first();
        Awaiting.until("the recursion is over", () -> result.innerText().startsWith(depth + " "));
        assertThat(result.innerText()).contains("reached " + depth + " in ").endsWith("s, no failure");
    }

    @Test
    void recursionThatMeetsTheEndOfTheThreadsTellsWhy() throws Exception {
        page.recurse(400, "recursive");

        Awaiting.until("its depth is seen while it waits", () -> page.number("n-depth") > MAX_THREADS / 2);
        Locator result = page.at("#recursion-results li.bad").first();
        result.waitFor();
        assertThat(result.innerText()).contains("stalled: level ").contains("did not answer within 2000 ms");
    }

    @Test
    void chartsAreDrawn() throws Exception {
        // The first reading has no line yet.
        Awaiting.until("all charts have lines in colour", () -> allDrawn(page.coloursOfCharts()));
    }

    /** In a page of its own, which has seen nothing that was held before. */
    @Test
    void chartsFollowWhatIsHeld() throws Exception {
        LivePage visitor = LivePage.open(browser.visitor(1280, 900, ColorScheme.LIGHT, 1), server.port());
        Awaiting.until("nothing is held", () -> allDrawn(visitor.coloursOfCharts()) && visitor.number("n-held") == 0);
        int before = visitor.rowsOfSeries("held", WEB_SOCKETS);
        assertThat(before).isLessThan(LINE);

        visitor.hold(12, "websocket");
        Awaiting.until("the WebSockets are counted", () -> visitor.workload("WebSockets") == 12);

        Awaiting.until("the WebSockets are drawn", () -> visitor.rowsOfSeries("held", WEB_SOCKETS) > 10 * LINE);
        visitor.at("#holds-release").click();
        Awaiting.until("nothing is held", () -> visitor.number("n-held") == 0);
        visitor.page().context().close();
    }

    @Test
    void releaseAlsoEndsWhatIsStillBeingOpened() throws Exception {
        page.hold(200, "websocket");
        page.at("#holds-release").click();

        Awaiting.until("none is left to come", () -> "This page holds nothing."
                .equals(page.at("#holds-state").textContent()));
        Awaiting.until("the server holds none", () -> page.workload("WebSockets") == 0);
    }

    private static boolean allDrawn(Object colours) {
        return colours instanceof List<?> counts
                && counts.size() == 5
                && counts.stream().allMatch(count -> count instanceof Number number && number.intValue() > 8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "sse", "streaming", "long-polling"})
    void twoVisitorsTalk(String transport) throws Exception {
        int before = page.at("#chat-log .words").count();
        int beforeOther = other.at("#chat-log .words").count();
        String channel = "talk-" + transport;
        page.join(channel, transport);
        other.join(channel, transport);
        page.at("#chat-state[data-state=joined]").waitFor();
        other.at("#chat-state[data-state=joined]").waitFor();

        for (int i = 1; i <= 3; i++) {
            page.say("from one " + i);
            other.awaitWords(beforeOther + i * 2 - 2, "from one " + i);
            other.say(SCRIPT + i);
            page.awaitWords(before + i * 2 - 1, SCRIPT + i);
        }

        assertThat(page.at("#chat-log .words").count()).isEqualTo(before + 6);
        assertThat(page.page().title()).isEqualTo("Ceiling · live");
        assertThat(page.at("#chat-log img, #chat-log script").count()).isZero();
        Awaiting.until("both are counted", () -> page.workload(row(transport)) >= 1);
        for (LivePage any : List.of(page, other)) {
            any.at("#chat-button").click();
            any.at("#chat-state[data-state=idle]").waitFor();
        }
    }

    private static String row(String transport) {
        return switch (transport) {
            case "websocket" -> "Channels, WebSocket";
            case "sse" -> "Channels, SSE";
            case "streaming" -> "Channels, streaming";
            default -> "Channels, long polling";
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"websocket", "sse"})
    void nameOfAChannelThatIsAScriptIsRefusedAndShownAsText(String transport) {
        page.join(SCRIPT, transport);

        page.at("#chat-state[data-state=refused]").waitFor();
        assertThat(page.at("#chat-state").innerText())
                .contains("identifier must be 1..64")
                .contains("<img src=x");
        assertThat(page.page().title()).isEqualTo("Ceiling · live");
        assertThat(page.at("#chat-state img").count()).isZero();
        // The browser notes the refusal of the POST by itself.
        browser.forgetComplaints();
    }

    @Test
    void settingsAreThoseOfTheServer() {
        page.at("#settings-groups .group").first().waitFor();

        String shown = page.at("#settings-groups").innerText();
        assertThat(shown).contains("maxThreads", Integer.toString(MAX_THREADS), "ceiling.hold.cap");
        assertThat(shown).contains(kind.equals(ServerKind.JETTY) ? "Jetty connector" : "Tomcat protocol handler");
        assertThat(page.at("#server-line").innerText().toLowerCase(java.util.Locale.ROOT))
                .startsWith(kind.equals(ServerKind.JETTY) ? "jetty" : "apache tomcat");
    }

    @Test
    void everythingCanBeReachedByKeyboard() {
        page.page().evaluate("() => document.activeElement.blur()");
        List<String> reached = new ArrayList<>();
        for (int i = 0; i < 22; i++) {
            page.page().keyboard().press("Tab");
            reached.add(String.valueOf(page.page().evaluate("() => document.activeElement.id")));
        }

        assertThat(reached)
                .containsSubsequence(
                        "recursion-depth",
                        "recursion-kind",
                        "recursion-start",
                        "holds-count",
                        "holds-kind",
                        "holds-release",
                        "chat-channel",
                        "chat-transport",
                        "chat-button");
        page.at("#recursion-depth").focus();
        page.page().keyboard().press("Enter");
        page.at("#recursion-results li:not(.empty)").first().waitFor();
    }

    @Test
    void themeCanBeChosenAndIsKept() {
        page.at(".switch span").nth(2).click();
        assertThat(ground(page)).isEqualTo("rgb(14, 18, 22)");

        page.page().reload();
        page.at("#state[data-state=live]").waitFor();

        assertThat(ground(page)).isEqualTo("rgb(14, 18, 22)");
        page.at(".switch span").nth(0).click();
        assertThat(ground(page)).isEqualTo("rgb(244, 245, 247)");
    }

    private static Object ground(LivePage of) {
        return of.page().evaluate("() => getComputedStyle(document.body).backgroundColor");
    }

    /**
     * The end of the server closes the connection of a chat as well; the next server is another one on the same port. Both take
     * their time, so that each server has one transport.
     */
    @Test
    void saysThatTheServerHasEndedAndComesBackWithTheChat() throws Exception {
        LivePage visitor;
        int port;
        try (ForkedServer first = ForkedServer.start(
                kind, kind.war(), kind.javaHome(), MAX_THREADS, List.of("-Dceiling.own-beans=true"))) {
            port = first.port();
            visitor = LivePage.open(browser.visitor(800, 600, ColorScheme.LIGHT, 1), port);
            visitor.join("lobby", kind.equals(ServerKind.JETTY) ? "sse" : "websocket");
            visitor.at("#chat-state[data-state=joined]").waitFor();
        }

        visitor.at("#state[data-state=lost]").waitFor();
        assertThat(visitor.at("#state-text").innerText()).contains("server does not answer, trying again");
        assertThat(visitor.at("body.stale").count()).isEqualTo(1);
        visitor.at("#chat-state[data-state=lost]").waitFor();
        assertThat(visitor.at("#chat-say").isDisabled()).isTrue();
        try (ForkedServer second = ForkedServer.startAgain(port, kind, MAX_THREADS)) {
            assertThat(second.port()).isEqualTo(port);
            visitor.at("#state[data-state=live]").waitFor();
            visitor.at("#chat-state[data-state=joined]").waitFor();
            visitor.say("here again");
            visitor.awaitWords(0, "here again");
            visitor.page().context().close();
        }
        // The browser notes each attempt that failed.
        browser.forgetComplaints();
    }

    @Test
    void nothingMovesForWhomThatIsTooMuch() {
        page.page().emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.NO_PREFERENCE));
        assertThat(motion()).isEqualTo("breathe transform");

        page.page().emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));

        assertThat(motion()).isEqualTo("none none");
    }

    private static Object motion() {
        return page.page()
                .evaluate("() => getComputedStyle(document.querySelector('#state .dot')).animationName + ' '"
                        + " + getComputedStyle(document.getElementById('m-heap')).transitionProperty");
    }

    @Test
    void picturesInLightAndDarkAndOnAPhoneThatNeedsNoScrollingSideways() throws Exception {
        Files.createDirectories(PICTURES);
        LivePage dark = other;
        LivePage phone = LivePage.open(browser.visitor(360, 740, ColorScheme.LIGHT, 2), server.port());
        page.hold(20, "websocket");
        dark.hold(10, "websocket");
        dark.hold(2, "async");
        for (LivePage any : List.of(page, dark, phone)) {
            any.join("lobby", "websocket");
            any.at("#chat-state[data-state=joined]").waitFor();
        }
        page.say("Is anybody still there?");
        phone.say("Three of us, and 30 WebSockets.");
        dark.page().getByText("Three of us").waitFor();
        page.recurse(80, "recursive-async");
        dark.recurse(60, "recursive");
        phone.recurse(30, "recursive");
        for (LivePage any : List.of(page, dark, phone)) {
            any.at("#recursion-results li:not(.empty)").first().waitFor();
            Awaiting.until("all are counted", () -> any.workload("WebSockets") == 30);
            any.at("#settings-groups .group").first().waitFor();
        }

        assertThat(phone.overflow()).isNotPositive();
        assertThat(page.overflow()).isNotPositive();
        if (kind.equals(ServerKind.TOMCAT_NIO)) {
            page.screenshot(PICTURES.resolve("tomcat-light.png"));
            dark.screenshot(PICTURES.resolve("tomcat-dark.png"));
            phone.screenshot(PICTURES.resolve("tomcat-phone.png"));
        }
        page.at("#holds-release").click();
        dark.at("#holds-release").click();
        phone.page().context().close();
        Awaiting.until(
                "all are released", () -> page.workload("WebSockets") + page.workload("Asynchronous holds") == 0);
        for (LivePage any : List.of(page, dark)) {
            any.at("#chat-button").click();
            any.at("#chat-state[data-state=idle]").waitFor();
        }
    }
}
