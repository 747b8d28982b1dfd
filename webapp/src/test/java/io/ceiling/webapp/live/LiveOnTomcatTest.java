package io.ceiling.webapp.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.ceiling.webapp.TomcatFixture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LiveOnTomcatTest {

    @SuppressWarnings("NullAway.Init")
    private static TomcatFixture tomcat;

    @BeforeAll
    static void start() throws Exception {
        tomcat = new TomcatFixture(50, Map.of("ceiling.live.viewers", "9", "ceiling.token", "s3cret-of-this-test"));
    }

    @AfterAll
    static void stop() throws Exception {
        tomcat.close();
    }

    private static BufferedReader open(String path) throws Exception {
        return open(tomcat, path);
    }

    private static BufferedReader open(TomcatFixture server, String path) throws Exception {
        HttpResponse<InputStream> answer = server.client()
                .send(HttpRequest.newBuilder(server.uri(path)).build(), HttpResponse.BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
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
    void tellsWhatIsHeldAsItComesAndGoes() throws Exception {
        try (BufferedReader events = open("/live")) {
            assertThat(event(events)).contains("\"hold-async\":0");
            try (BufferedReader held = open("/hold/async");
                    BufferedReader blocking = open("/hold/blocking")) {
                assertThat(held.readLine()).isEqualTo("held");
                assertThat(blocking.readLine()).isEqualTo("held");
                awaitEvent(
                        events,
                        text -> text.contains("\"hold-blocking\":1,\"hold-async\":1,")
                                && inFlightWithoutViewers(text) == 2);

                tomcat.post("/hold/release", "");

                awaitEvent(
                        events, text -> text.contains("\"held\":{\"total\":0,") && inFlightWithoutViewers(text) == 0);
            }
        }
    }

    @Test
    void asyncRecursionIsForgottenWhenItIsOver() throws Exception {
        try (BufferedReader events = open("/live")) {
            event(events);

            tomcat.get("/recursive-async?number=1&limit=30");

            // An event before the recursion says 0 as well, but not how deep it went.
            awaitEvent(
                    events,
                    text -> text.contains("\"recursion\":{\"depth\":0,")
                            && number(text, "\"deepest\":") == 30
                            && inFlightWithoutViewers(text) == 0);
        }
    }

    /** Each viewer is a request as well, also one that left and was not noticed yet. */
    private static long inFlightWithoutViewers(String event) {
        return number(event, "\"in_flight\":") - number(event, "\"viewers\":");
    }

    private static long number(String event, String name) {
        Matcher matcher = Pattern.compile(name + "(\\d+)").matcher(event);
        assertThat(matcher.find()).as(event).isTrue();
        return Long.parseLong(matcher.group(1));
    }

    @Test
    void oneViewerMoreThanTheCapIsRefusedAndAPlaceIsFreedByLeaving() throws Exception {
        try (TomcatFixture small = new TomcatFixture(20, Map.of("ceiling.live.viewers", "2"));
                BufferedReader first = open(small, "/live")) {
            try (BufferedReader second = open(small, "/live")) {
                assertThat(event(second)).contains("\"viewers\":2,");
                HttpResponse<String> refused = small.get("/live");
                assertThat(refused.statusCode()).isEqualTo(503);
                assertThat(refused.body())
                        .isEqualTo("{\"error\":\"2 clients watch /live, no more are allowed."
                                + " Hint: raise ceiling.live.viewers\"}");
            }

            awaitEvent(first, text -> text.contains("\"viewers\":2,"));
            // That one is gone is noticed by writing to it.
            awaitEvent(first, text -> text.contains("\"viewers\":1,"));
            try (BufferedReader third = open(small, "/live")) {
                assertThat(event(third)).contains("\"viewers\":2,");
            }
        }
    }

    @Test
    void settingsAreJsonWithTheCapsAndWithoutTheToken() throws Exception {
        HttpResponse<String> answer = tomcat.get("/live/settings");

        assertThat(answer.statusCode()).isEqualTo(200);
        try (JsonParser parser = new JsonFactory().createParser(answer.body())) {
            while (parser.nextToken() != null) {
                // Throws if it is not JSON.
            }
        }
        assertThat(answer.body())
                .contains("\"ceiling.live.viewers\":\"9\"", "\"Server\":\"Apache Tomcat/", "\"Atmosphere\":\"3.1.0\"")
                .contains("\"title\":\"Tomcat thread pool and endpoint\"", "\"name\":\"maxThreads\",\"value\":\"50\"")
                .doesNotContain("s3cret-of-this-test");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/index.html", "/assets/main.js", "/assets/style.css", "/assets/icon.svg"})
    void filesKeepForeignScriptsOut(String path) throws Exception {
        HttpResponse<String> answer = tomcat.get(path);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValue("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
                        + " img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("Referrer-Policy")).hasValue("no-referrer");
        assertThat(answer.body()).doesNotContain("http-equiv").doesNotContainPattern("(?i)<script>|style=\"|onclick");
    }

    @Test
    void aFileThatHasNotChangedIsNotSentAgain() throws Exception {
        String tag = tomcat.get("/assets/main.js").headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> again = tomcat.client()
                .send(
                        HttpRequest.newBuilder(tomcat.uri("/assets/main.js"))
                                .header("If-None-Match", tag)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/assets/", "/assets/nothing.js", "/assets/..%5Cx.js", "/assets/main.js.map"})
    void otherFilesAreNotFound(String path) throws Exception {
        assertThat(tomcat.get(path).statusCode()).isIn(400, 404);
    }
}
