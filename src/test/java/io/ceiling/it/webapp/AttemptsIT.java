package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.Part;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.fixture.StockKind;
import io.ceiling.it.fixture.StockServer;
import io.ceiling.it.fixture.StockSetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bad inputs, each with its answer, and the server still serving afterwards. The log is written to {@code
 * it/target/attempts.md}, which docs/attempts.md sums up.
 */
@ParameterizedClass
@MethodSource("kinds")
@Tag("side-by-side")
@Tag("divided")
class AttemptsIT {

    private static final int UPPER_SESSIONS = 5;
    private static final String SCRIPT = "%3Cscript%3Ealert(1)%3C/script%3E";
    private static final Map<ServerKind, StockKind> STOCK =
            Map.of(ServerKind.TOMCAT_NIO, StockKind.TOMCAT_11, ServerKind.JETTY, StockKind.JETTY_EE11);
    private static final Map<String, Map<ServerKind, String>> LOG = new LinkedHashMap<>();

    @SuppressWarnings("NullAway.Init")
    private static ForkedServer server;

    @SuppressWarnings("NullAway.Init")
    private static Attempts attempts;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    ServerKind kind;

    static Stream<ServerKind> kinds() {
        return Part.of(Stream.of(ServerKind.TOMCAT_NIO, ServerKind.JETTY), ServerKind.TOMCAT_NIO::equals);
    }

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) throws Exception {
        server = ForkedServer.start(kind, kind.war(), kind.javaHome(), 60, List.of("-Dceiling.allow=127.0.0.1"));
        attempts = new Attempts(server);
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    /** Whatever was tried: every kind of work is still done. */
    @AfterEach
    void stillServes() throws Exception {
        Awaiting.until("no session is left", () -> server.gauge(UPPER_SESSIONS) == 0);
        EndpointChecks endpoints = new EndpointChecks(server, "127.0.0.1");
        endpoints.lengthIsExactAndTheConnectionStaysOpen();
        endpoints.recursionReaches("/recursive", 3);
        endpoints.webSocketAnswersInUpperCaseAndIsCounted(1, null);
        assertThat(server.log()).doesNotContain("OutOfMemoryError");
    }

    @AfterAll
    static void write() throws Exception {
        StringBuilder text = new StringBuilder("| attempt | answer |\n|---|---|\n");
        LOG.forEach((attempt, answers) -> text.append("| `")
                .append(attempt)
                .append("` | ")
                .append(together(answers))
                .append(" |\n"));
        Path file = Files.writeString(StockKind.target().resolve("attempts.md"), text);
        System.out.println(file);
    }

    /** Once where it is the same everywhere. */
    private static String together(Map<ServerKind, String> answers) {
        return answers.size() == STOCK.size() && new HashSet<>(answers.values()).size() == 1
                ? answers.values().iterator().next()
                : answers.entrySet().stream()
                        .map(each -> each.getKey().title() + ": " + each.getValue())
                        .collect(Collectors.joining("; "));
    }

    private void log(String attempt, String answer) {
        String cell = answer.replace("|", "\\|").replace("<", "&lt;").replaceAll("\\s+", " ");
        LOG.computeIfAbsent(attempt, key -> new LinkedHashMap<>())
                .put(kind, cell.length() <= 300 ? cell : cell.substring(0, 300) + "...");
    }

    /** The status, and of our own answers the words. */
    private static String inShort(String answer) {
        if (!answer.startsWith("HTTP/1.1 ")) {
            return answer.isEmpty() ? "connection closed" : answer;
        }
        String body = RawHttp.body(answer);
        return RawHttp.status(answer) + (body.startsWith("{") ? " " + body : "");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /recursive?number=99999999999999999999, number must be",
        "GET, /recursive?number=2147483648, number must be",
        "GET, /recursive?number=-1, number must be",
        "GET, /recursive?number=-2147483648, number must be",
        "GET, /recursive?number=1e3, number must be",
        "GET, /recursive?number=0x10, number must be",
        "GET, /recursive?number=%EF%BC%91, number must be",
        "GET, /recursive?number=1%00, number must be",
        "GET, /recursive?number=1&limit=100001, limit must be",
        "GET, /recursive-async?number=1&limit=-5, limit must be",
        "GET, /recursive-async?number=1&stall-ms=999999999999, stall-ms must be",
        "GET, /length?length=-1, length must be",
        "GET, /length?length=1000000000, length must be",
        "POST, /publisher?per-second=-1&bytes=200&identifiers=1&seconds=1, per-second must be",
        "POST, /publisher?per-second=1&bytes=2147483647&identifiers=1&seconds=1, bytes must be",
        "POST, /publisher?per-second=1&bytes=200&identifiers=1&seconds=99999999, seconds must be"
    })
    void numbers(String method, String path, String words) throws Exception {
        refused(method + " /ceiling" + path, "", 400, words);
    }

    /** Some are refused by the container before the WAR sees them. */
    @ParameterizedTest
    @CsvSource({
        "PUT, /recursive?number=1", "DELETE, /hold/blocking", "HEAD, /hold/async", "OPTIONS, /recursive?number=1",
        "PATCH, /channels", "TRACE, /channels", "GET, /hold/release", "GET, /publisher",
        "POST, /length?length=1", "FLY, /length?length=1", "get, /length?length=1"
    })
    void methods(String method, String path) throws Exception {
        String line = method + " /ceiling" + path;
        String answer = attempts.request(line, "Content-Length: 0\r\n");

        assertThat(RawHttp.status(answer)).as(answer).isIn(400, 403, 405);
        log(line, inShort(answer));
    }

    @ParameterizedTest
    @CsvSource({
        "Host: evil.example, 403", "Host: localhost.evil.example, 403", "Host: 127.0.0.1.evil.example, 403",
        "Host: 2130706433, 403", "Host: localhost@evil.example, 400", "'Host: evil.example\r\nHost: localhost', 400",
        "'Host: localhost\r\nHost: localhost', 400", "Host: <script>, 400", "Host: localhost:99999999, 400",
        "Host: localhost:8080:9, 400"
    })
    void hosts(String host, int status) throws Exception {
        String answer = attempts.request("GET /ceiling/recursive?number=1&limit=3", host + "\r\n");

        // What is no host at all may be refused by the container or by the WAR.
        assertThat(RawHttp.status(answer)).as(answer).isIn(status, 403);
        assertThat(answer).doesNotContain("<script>");
        log(host.replaceAll("\\s+", " "), inShort(answer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/recursive", "/recursive-async"})
    void theSelfCallFollowsNoHeader(String path) throws Exception {
        String outcome = attempts.recursionWithHostOfADecoy(path);

        assertThat(outcome).isEqualTo("decoy not called, {\"reached\":3,\"failure\":null}");
        log(path + ", Host: and Forwarded: of a listening decoy", outcome);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /ceiling/length?length=" + SCRIPT,
                "GET /ceiling/length?" + SCRIPT + "=1",
                "GET /ceiling/channels?X-Atmosphere-Transport=" + SCRIPT,
                "GET /ceiling/channels?X-Atmosphere-Transport=sse&identifier=" + SCRIPT,
                "GET /ceiling/channels?X-Atmosphere-Transport=sse&X-Atmosphere-tracking-id=" + SCRIPT,
                "GET /ceiling/" + SCRIPT
            })
    void scripts(String line) throws Exception {
        String answer = attempts.request(line, "");

        assertThat(RawHttp.status(answer)).as(answer).isIn(400, 404);
        if (answer.toLowerCase(Locale.ROOT).contains("text/html")) {
            assertThat(answer).doesNotContain("<script>");
        } else if (!RawHttp.body(answer).isEmpty()) {
            assertThat(answer).containsIgnoringCase("content-type: application/json");
        }
        log(line, inShort(answer));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"action\":\"subscribe\",\"identifier\":\"<script>alert(1)</script>\"}",
                "{\"action\":\"<img src=x>\",\"identifier\":\"a\"}",
                "{\"action\":\"publish\",\"identifier\":\"../../etc/passwd\",\"elements\":\"x\"}",
                "{\"action\":\"publish\",\"identifier\":\"a\"}",
                "{\"action\":\"publish\",\"identifier\":\"a\",\"elements\":{\"x\":1}}",
                "[[[[[[[[",
                "{",
                ""
            })
    void messages(String message) throws Exception {
        String answer = attempts.request("POST /ceiling/channels", "", message.getBytes(StandardCharsets.UTF_8));

        assertThat(RawHttp.status(answer)).as(answer).isEqualTo(400);
        assertThat(answer).containsIgnoringCase("content-type: application/json");
        log("POST /ceiling/channels " + message, inShort(answer));
    }

    @ParameterizedTest
    @EnumSource(ChannelClient.Transport.class)
    void scriptsAsMessages(ChannelClient.Transport transport) throws Exception {
        String outcome = attempts.scriptAsMessage(transport);

        assertThat(outcome).startsWith("a string in JSON");
        log("a script published to a channel, " + transport.label(), outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "Content-Length: 10485760, 413", "Content-Length: 99999999999999999999, 400",
        "Content-Length: -1, 400", "Transfer-Encoding: chunked, 411",
        "'Content-Length: 5\r\nTransfer-Encoding: chunked', 400"
    })
    void bodies(String header, int status) throws Exception {
        String answer = attempts.request("POST /ceiling/channels", header + "\r\n");

        // What is no length may be refused by the container; two lengths by the WAR for the second.
        assertThat(RawHttp.status(answer)).as(answer).isIn(status, status == 400 ? 411 : status);
        log("POST /ceiling/channels, " + header.replaceAll("\\s+", " "), inShort(answer));
    }

    @Test
    void aBodyOfTenMegabytes() throws Exception {
        String answer = attempts.request("POST /ceiling/channels", "", new byte[10 * 1024 * 1024]);

        // The server may close the connection over what it did not read, and so lose the answer on its way.
        assertThat(answer).matches("(?s)HTTP/1.1 413.*|connection reset|");
        log("POST /ceiling/channels, 10 MiB of zeros", inShort(answer));
    }

    @Test
    void aHeaderOfAMegabyte() throws Exception {
        String answer = attempts.request("GET /ceiling/length?length=1", "X-Long: " + "x".repeat(1 << 20) + "\r\n");

        assertThat(answer).matches("(?s)HTTP/1.1 (400|431).*|connection reset|");
        log("GET /ceiling/length, a header of 1 MiB", inShort(answer));
    }

    @ParameterizedTest
    @CsvSource({"/ws/upper, 1, text", "/ws/upper, 2, binary", "/channels, 1, text", "/channels, 2, binary"})
    void framesOfTenMegabytes(String path, int opcode, String what) throws Exception {
        String outcome = attempts.frameOfTenMegabytes(path, opcode);

        // Nobody listens to binary messages of /ws/upper, and no container keeps them.
        assertThat(outcome)
                .matches(
                        "close 1009 .*|connection closed|connection reset|dropped; the next text is answered: STILL HERE");
        log(path + ", a " + what + " frame of 10 MiB", outcome);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/upper", "/channels"})
    void framesThatPromiseTooMuch(String path) throws Exception {
        String outcome = attempts.frameThatPromisesTooMuch(path);

        assertThat(outcome).matches("close .*|connection closed|connection reset.*");
        log(path + ", a frame that says it has 2^63 - 1 bytes", outcome);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/upper", "/channels"})
    void framesOfANegativeLength(String path) throws Exception {
        String outcome = attempts.frameOfANegativeLength(path);

        assertThat(outcome).matches("close .*|connection closed|connection reset.*");
        log(path + ", a frame that says it has ffffffffffffffff bytes", outcome);
    }

    @Test
    void slowHeaders() throws Exception {
        String outcome = attempts.slowHeaders();

        assertThat(outcome).isEqualTo("others meanwhile: 10 of 10 answered");
        log("20 clients that send a byte of a header at a time", outcome);
    }

    /** In a server as it is distributed, with a time-out that is worth waiting for. */
    @Test
    void aHeaderThatStops() throws Exception {
        try (StockServer own = StockServer.start(
                Objects.requireNonNull(STOCK.get(kind)),
                JavaHomes.running(),
                StockSetup.of(Map.of()).withIdleMillis(2_000))) {
            String outcome = inShort(new Attempts(own).headerThatStops());

            assertThat(outcome).matches("connection closed|408");
            log("a header that does not go on, stock server with a time-out of 2 s", outcome);
        }
    }

    @Test
    void tenThousandSubscriptionsOnOneConnection() throws Exception {
        String outcome = attempts.subscriptionsOfOneConnection(10_000);

        assertThat(outcome)
                .contains("subscriptions=1000")
                .contains("{\"subscribed\":\"many-...\"}=1000")
                .contains("no more are allowed. Hint: raise ceiling.channels.per-client\"}=9000");
        log("10 000 subscriptions on one WebSocket", outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /hold/release, Origin: https://evil.example", "POST, /channels, Origin: https://evil.example",
        "POST, /publisher/stop, Origin: null", "GET, /recursive?number=1, Sec-Fetch-Site: cross-site",
        "GET, /hold/blocking, Sec-Fetch-Site: same-site", "GET, /hold/async, Referer: https://evil.example/page",
        "OPTIONS, /channels, Origin: https://evil.example"
    })
    void foreignPages(String method, String path, String header) throws Exception {
        refused(method + " /ceiling" + path, header + "\r\nContent-Length: 0", 403, "comes from another site");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/ws/upper", "/channels"})
    void upgradesOfForeignPages(String path) throws Exception {
        refused(
                "GET /ceiling" + path,
                "Origin: https://evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                403,
                "comes from another site");
    }

    /** From an address that is not allowed, with the one that is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1",
                "True-Client-IP: 127.0.0.1", "Forwarded: for=127.0.0.1",
                "X-Ceiling-Chain: 00000000000000000000000000000000", "Authorization: Bearer ",
                "Authorization: Basic Og=="
            })
    void forged(String header) throws Exception {
        String line = "GET /ceiling/recursive?number=1";
        String answer = RawHttp.exchange("127.9.0.1", server.port(), line, header + "\r\n");

        assertThat(RawHttp.status(answer)).as(answer).isEqualTo(403);
        assertThat(RawHttp.body(answer)).contains("client 127.9.0.1 is not allowed");
        log(line + " from 127.9.0.1, " + header, inShort(answer));
    }

    private void refused(String line, String headers, int status, String words) throws Exception {
        String answer = attempts.request(line, headers.isEmpty() ? "Content-Length: 0\r\n" : headers + "\r\n");

        assertThat(RawHttp.status(answer)).as(answer).isEqualTo(status);
        assertThat(RawHttp.body(answer)).contains(words);
        String header = Arrays.stream(headers.split("\r\n"))
                .filter(each -> !each.startsWith("Sec-WebSocket") && !each.startsWith("Content-Length"))
                .collect(Collectors.joining(", "));
        log(header.isEmpty() ? line : line + ", " + header, inShort(answer));
    }
}
