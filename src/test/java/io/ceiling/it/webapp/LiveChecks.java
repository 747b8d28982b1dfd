package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.Served;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code /live}, its settings and the page at the root must do in any server. */
public final class LiveChecks {

    private static final int HOLDS = 3;
    private static final int MAX_EVENTS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Served server;
    private final @Nullable String token;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * Checks the live page of that server.
     *
     * @param token for a server that does not allow 127.0.0.1, from where this client comes
     */
    public LiveChecks(Served server, @Nullable String token) {
        this.server = server;
        this.token = token;
    }

    /** One event at once and one each second, with the numbers of that moment. */
    void eventsFollowWhatIsHeld() throws Exception {
        HttpResponse<InputStream> answer = get("/live");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
        List<InputStream> held = new ArrayList<>();
        try (BufferedReader events = reader(answer.body())) {
            JsonNode first = event(events);
            assertThat(first.at("/held/hold-async").asLong()).isZero();
            assertThat(first.at("/threads/platform").asLong()).isPositive();
            assertThat(first.at("/heap/used_bytes").asLong()).isPositive();
            assertThat(first.at("/descriptors/open").asLong()).isPositive();

            for (int i = 0; i < HOLDS; i++) {
                held.add(get("/hold/async").body());
            }
            JsonNode full = await(events, event -> event.at("/held/hold-async").asLong() == HOLDS);
            assertThat(full.at("/requests/in_flight").asLong()).isGreaterThanOrEqualTo(HOLDS);
            assertThat(full.at("/time_ms").asLong())
                    .isGreaterThan(first.at("/time_ms").asLong());

            assertThat(text(post("/hold/release"))).isEqualTo("{\"released\":%d}".formatted(HOLDS));
            await(events, event -> event.at("/held/hold-async").asLong() == 0);
        } finally {
            for (InputStream each : held) {
                each.close();
            }
        }
    }

    /** The page and the settings, both to be had and neither to be taken into another page. */
    void thePageAndItsSettingsAreThere() throws Exception {
        HttpResponse<InputStream> page = get("/");
        JsonNode settings = JSON.readTree(text(get("/live/settings")));

        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .startsWith("default-src 'none'; script-src 'self';");
        assertThat(text(page)).contains("<title>Ceiling · live</title>");
        assertThat(settings.at("/server/Server").asText())
                .containsPattern(Containers.all().stream()
                        .map(ContainerKind::name)
                        .collect(Collectors.joining("|", "(?i)", "")));
        assertThat(settings.at("/caps/ceiling.hold.cap").asLong()).isPositive();
        assertThat(settings.at("/caps").has("ceiling.token")).isFalse();
    }

    /** The values of a setting, from all MBeans of the server's connectors that the WAR finds. */
    public List<String> connectorSettings(String name) throws Exception {
        List<String> values = new ArrayList<>();
        for (JsonNode setting :
                JSON.readTree(text(get("/live/settings"))).at("/connectors").findValues("settings")) {
            setting.forEach(each -> {
                if (each.at("/name").asText().equals(name)) {
                    values.add(each.at("/value").asText());
                }
            });
        }
        return values;
    }

    private HttpResponse<InputStream> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    private HttpResponse<InputStream> post(String path) throws IOException, InterruptedException {
        return client.send(
                request(path).POST(HttpRequest.BodyPublishers.noBody()).build(),
                HttpResponse.BodyHandlers.ofInputStream());
    }

    private HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.port() + "/ceiling" + path))
                .timeout(PATIENCE);
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static String text(HttpResponse<InputStream> answer) throws IOException {
        try (InputStream body = answer.body()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static BufferedReader reader(InputStream body) {
        return new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    private static JsonNode event(BufferedReader events) throws IOException {
        String line = String.valueOf(events.readLine());
        assertThat(line).startsWith("data:{");
        assertThat(events.readLine()).isEmpty();
        return JSON.readTree(line.substring("data:".length()));
    }

    private static JsonNode await(BufferedReader events, Predicate<JsonNode> wanted) throws IOException {
        for (int i = 0; i < MAX_EVENTS; i++) {
            JsonNode event = event(events);
            if (wanted.test(event)) {
                return event;
            }
        }
        throw new AssertionError("no such event among " + MAX_EVENTS);
    }
}
