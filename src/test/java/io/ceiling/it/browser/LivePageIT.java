package io.ceiling.it.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.ServerKind;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The live page in a real browser, on Tomcat. */
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

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.startOrSkip();
        server = server();
        page = visit(server, ColorScheme.LIGHT);
        other = visit(server, ColorScheme.DARK);
    }

    private static ForkedServer server() throws Exception {
        ServerKind kind = ServerKind.TOMCAT_NIO;
        return ForkedServer.start(
                kind,
                kind.war(),
                kind.javaHome(),
                MAX_THREADS,
                // A subscriber that has left its stream is noticed by the next sign of life.
                List.of("-Dceiling.own-beans=true", "-Dceiling.channels.sign-of-life-ms=1000"));
    }

    private static LivePage visit(ForkedServer of, ColorScheme colours) {
        return LivePage.open(browser.visitor(1280, 900, colours, 1), of.port());
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
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
    void recursionThatMeetsTheEndOfTheThreadsTellsWhy() throws Exception {
        page.recurse(400, "recursive");

        Awaiting.until("its depth is seen while it waits", () -> page.number("n-depth") > MAX_THREADS / 2);
        Locator result = page.at("#recursion-results li.bad").first();
        result.waitFor();
        assertThat(result.innerText()).contains("stalled: level ").contains("did not answer within 2000 ms");
    }

    /** In a page of its own, which has seen nothing that was held before. */
    @Test
    void chartsAreDrawnAndFollowWhatIsHeld() throws Exception {
        LivePage visitor = visit(server, ColorScheme.LIGHT);
        // The first reading has no line yet.
        Awaiting.until("all charts have lines in colour", () -> allDrawn(visitor.coloursOfCharts()));
        Awaiting.until("no WebSocket is held", () -> visitor.workload("WebSockets") == 0);
        int before = visitor.rowsOfSeries("held", WEB_SOCKETS);
        assertThat(before).isLessThan(LINE);

        visitor.hold(12, "websocket");
        Awaiting.until("the WebSockets are counted", () -> visitor.workload("WebSockets") == 12);

        Awaiting.until("the WebSockets are drawn", () -> visitor.rowsOfSeries("held", WEB_SOCKETS) > 10 * LINE);
        visitor.at("#holds-release").click();
        Awaiting.until("no WebSocket is held", () -> visitor.workload("WebSockets") == 0);
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

    @Test
    void twoVisitorsTalkOverEachTransport() throws Exception {
        for (String transport : List.of("websocket", "sse", "long-polling")) {
            demandTalk(transport, page, other);
        }
    }

    private static void demandTalk(String transport, LivePage one, LivePage two) throws Exception {
        int before = one.at("#chat-log .words").count();
        int beforeOther = two.at("#chat-log .words").count();
        String channel = "talk-" + transport;
        one.join(channel, transport);
        two.join(channel, transport);
        one.at("#chat-state[data-state=joined]").waitFor();
        two.at("#chat-state[data-state=joined]").waitFor();

        for (int i = 1; i <= 3; i++) {
            one.say("from one " + i);
            two.awaitWords(beforeOther + i * 2 - 2, "from one " + i);
            two.say(SCRIPT + i);
            one.awaitWords(before + i * 2 - 1, SCRIPT + i);
        }

        assertThat(one.at("#chat-log .words").count()).isEqualTo(before + 6);
        assertThat(one.page().title()).isEqualTo("Ceiling · live");
        assertThat(one.at("#chat-log img, #chat-log script").count()).isZero();
        Awaiting.until("both are counted", () -> one.workload(row(transport)) >= 1);
        for (LivePage any : List.of(one, two)) {
            any.at("#chat-button").click();
            any.at("#chat-state[data-state=idle]").waitFor();
        }
    }

    private static String row(String transport) {
        return switch (transport) {
            case "websocket" -> "Channels, WebSocket";
            case "sse" -> "Channels, SSE";
            default -> "Channels, long polling";
        };
    }

    @Test
    void nameOfAChannelThatIsAScriptIsRefusedAndShownAsText() {
        demandRefusalOfTheName("websocket");
        demandRefusalOfTheName("sse");
    }

    private static void demandRefusalOfTheName(String transport) {
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

    /**
     * The end of the server closes the connection of a chat as well; the next server is another one on the same port.
     */
    @Test
    void saysThatTheServerHasEndedAndComesBackWithTheChat() throws Exception {
        LivePage visitor;
        int port;
        try (ForkedServer first = server()) {
            port = first.port();
            visitor = LivePage.open(browser.visitor(800, 600, ColorScheme.LIGHT, 1), port);
            visitor.join("lobby", "websocket");
            visitor.at("#chat-state[data-state=joined]").waitFor();
        }

        visitor.at("#state[data-state=lost]").waitFor();
        assertThat(visitor.at("#state-text").innerText()).contains("server does not answer, trying again");
        assertThat(visitor.at("body.stale").count()).isEqualTo(1);
        visitor.at("#chat-state[data-state=lost]").waitFor();
        assertThat(visitor.at("#chat-say").isDisabled()).isTrue();
        try (ForkedServer second = ForkedServer.startAgain(port, ServerKind.TOMCAT_NIO, MAX_THREADS)) {
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
        page.screenshot(PICTURES.resolve("tomcat-light.png"));
        dark.screenshot(PICTURES.resolve("tomcat-dark.png"));
        phone.screenshot(PICTURES.resolve("tomcat-phone.png"));
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
