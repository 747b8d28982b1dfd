package io.ceiling.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LivePageTest {

    @SuppressWarnings("NullAway.Init")
    private static Served page;

    @BeforeAll
    static void start() throws Exception {
        page = new Served(9);
    }

    @AfterAll
    static void stop() throws Exception {
        page.close();
    }

    private static String event(BufferedReader events) throws IOException {
        String line = String.valueOf(events.readLine());
        assertThat(line).startsWith("data:{");
        assertThat(events.readLine()).isEmpty();
        return line.substring("data:".length());
    }

    /** Reads until an event is as wanted; the timeout of the test ends the search. */
    private static void awaitEvent(BufferedReader events, Predicate<String> wanted) throws IOException {
        while (!wanted.test(event(events))) {
            // One a second.
        }
    }

    @Test
    void eventsFollowWhatIsHeld() throws Exception {
        try (BufferedReader events = page.events()) {
            assertThat(event(events)).contains("\"held\":{\"total\":0,");

            page.numbers.put("ASYNC_HOLDS", 3L);
            awaitEvent(events, text -> text.contains("\"held\":{\"total\":3,\"hold-blocking\":0,\"hold-async\":3,"));

            page.numbers.put("ASYNC_HOLDS", 0L);
            awaitEvent(events, text -> text.contains("\"held\":{\"total\":0,"));
        }
    }

    @Test
    void oneViewerMoreThanTheCapIsRefusedAndAPlaceIsFreedByLeaving() throws Exception {
        try (Served small = new Served(2);
                BufferedReader first = small.events()) {
            try (BufferedReader second = small.events()) {
                assertThat(event(second)).contains("\"viewers\":2,");
                HttpResponse<String> refused = small.get("/live");
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.body())
                        .isEqualTo("{\"error\":\"2 clients watch /live, no more are allowed."
                                + " Hint: raise ceiling.live.viewers\"}");
                assertThat(small.refused).hasValue(1);
            }

            awaitEvent(first, text -> text.contains("\"viewers\":2,"));
            // That one is gone is noticed by writing to it.
            awaitEvent(first, text -> text.contains("\"viewers\":1,"));
            try (BufferedReader third = small.events()) {
                assertThat(event(third)).contains("\"viewers\":2,");
            }
        }
    }

    @Test
    void settingsAreJsonWithTheServerAndItsConnectors() throws Exception {
        HttpResponse<String> answer = page.get("/live/settings");

        assertThat(answer.statusCode()).isEqualTo(200);
        try (JsonParser parser = new JsonFactory().createParser(answer.body())) {
            while (parser.nextToken() != null) {
                // Throws if it is not JSON.
            }
        }
        assertThat(answer.body())
                .contains("\"ceiling.live.viewers\":\"9\"", "\"Server\":\"Apache Tomcat/", "\"Atmosphere\":\"3.1.0\"")
                .contains("\"title\":\"Tomcat thread pool and endpoint\"", "\"name\":\"maxThreads\",\"value\":\"50\"");
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /live, 405, 'method must be GET, was POST'",
        "POST, /assets/main.js, 405, 'method must be GET, was POST'",
        "GET, /live?a=1, 400, 'unknown parameter ''a'', allowed: '",
        "GET, /live/settings?a%1Bb=1, 400, 'unknown parameter ''a?b'', allowed: '"
    })
    void whatIsNotServedIsRefusedInOneLine(String method, String path, int status, String error) throws Exception {
        HttpResponse<String> answer = page.client.send(
                HttpRequest.newBuilder(page.uri(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(status);
        assertThat(answer.body()).isEqualTo("{\"error\":\"" + error + "\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/assets/main.js", "/assets/style.css", "/assets/icon.svg"})
    void filesKeepForeignScriptsOut(String path) throws Exception {
        HttpResponse<String> answer = page.get(path);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValue("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                        + " img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(answer.body()).doesNotContain("http-equiv").doesNotContainPattern("(?i)<script>|style=\"|onclick");
    }

    @ParameterizedTest
    @CsvSource({
        "/, text/html;charset=UTF-8",
        "/assets/main.js, text/javascript;charset=UTF-8",
        "/assets/echarts.min.js, text/javascript;charset=UTF-8",
        "/assets/icon.svg, image/svg+xml"
    })
    void aFileThatHasNotChangedIsNotSentAgain(String path, String type) throws Exception {
        HttpResponse<String> first = page.get(path);
        assertThat(first.headers().firstValue("Content-Type")).hasValue(type);

        HttpResponse<String> again = page.get(
                path, "If-None-Match", first.headers().firstValue("ETag").orElseThrow());

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/assets/", "/assets/nothing.js", "/assets/..%5Cx.js", "/assets/main.js.map"})
    void otherFilesAreNotFound(String path) throws Exception {
        assertThat(page.get(path).statusCode()).isIn(400, 404);
    }
}
