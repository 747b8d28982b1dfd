package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.StartedServer;
import io.ceiling.it.fixture.Words;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CometD, the reference that speaks Bayeux: its answers, its rooms, and what is refused. */
@Tag("all")
@Tag("side-by-side")
class CometdIT {

    private static final int DELIVERIES_DUE = 11;
    private static final int DELIVERIES_WRITTEN = 12;
    private static final int DELIVERIES_DROPPED = 13;
    private static final int CHANNELS = 16;
    private static final int CHANNEL_CLIENTS = 17;
    private static final int SLOW_CLIENTS = 19;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private static List<String> lengths(String container) throws Exception {
        try (StartedServer server = StartedServer.start(container)) {
            List<String> answers = new ArrayList<>();
            for (String path : List.of("/length?length=1", "/length?length=10240", "/length?length=x", "/length")) {
                String answer = RawHttp.get("127.0.0.1", server.port(), path);
                answers.add(RawHttp.status(answer) + " " + RawHttp.body(answer));
            }
            return answers;
        }
    }

    @Test
    void itsBodiesAreThoseOfTheWebApplication() throws Exception {
        assertThat(lengths("cometd")).isEqualTo(lengths("tomcat"));
    }

    private static String[] rooms(Path results, String containers, String... more) {
        return Stream.concat(
                        Words.of(
                                "rooms --results=%s --container=%s --users=60 --rooms=6 --time=3s --message-slo=30s "
                                        + "--heap=256m --nofile=1024",
                                results, containers)
                                .stream(),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    /** CometD keeps no order between messages of different members, so that none is asked for here. */
    @Test
    void everyMemberOfARoomGetsWhatIsSaidInIt() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        CeilingCommand ceiling = CeilingCommand.run(
                rooms(results, "cometd,jetty", "--transport=long-polling,websocket", "--points=1", "--threads=50"));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results), "rooms.csv");
        assertThat(rows)
                .extracting(row -> row.getField("container") + " " + row.getField("transport"))
                .containsExactly("cometd long-polling", "jetty long-polling", "jetty websocket");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.getField("deliveries_lost")).isEqualTo("0");
            assertThat(row.getField("deliveries_duplicated")).isEqualTo("0");
            assertThat(row.getField("members_gone")).isEqualTo("0");
            assertThat(Double.parseDouble(row.getField("deliveries_due")))
                    .matches(due -> Math.round(due) % 10 == 0)
                    .isPositive();
            assertThat(Double.parseDouble(row.getField("messages_sent"))).isPositive();
            assertThat(Double.parseDouble(row.getField("round_trip_count"))).isPositive();
        });
    }

    @Test
    void aServerThatIsKilledIsToldByTheMembersThatAreGone() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        CeilingProcess ceiling = CeilingProcess.start(folder, rooms(results, "cometd", "--points=2"));
        Awaiting.until("first pause", Duration.ofMinutes(2), () -> size(results, "rooms.csv") > 1);
        long before = size(results, "samples.csv");
        Awaiting.until("second pause", () -> size(results, "samples.csv") > before + 1);

        ceiling.children().stream()
                .filter(child -> child.info().commandLine().orElse("").contains("cometd.CometdMain"))
                .forEach(ProcessHandle::destroyForcibly);

        int ignored = ceiling.exitCode();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results), "rooms.csv");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(1).getField("members_gone")).as(ceiling.output()).isEqualTo("60");
    }

    /** Returns the number of lines of a file of the only run; 0 before it is there. */
    private static long size(Path results, String file) throws IOException {
        try (Stream<Path> files = Files.walk(results)) {
            Optional<Path> found = files.filter(path -> path.endsWith(file)).findFirst();
            return found.isPresent() ? Files.readAllLines(found.get()).size() : 0;
        }
    }

    @Test
    void whatItDoesNotHaveIsRefusedOrSkippedInOneLine() throws Exception {
        CeilingCommand websocket = CeilingCommand.run("rooms", "--container=cometd", "--transport=websocket");
        assertThat(websocket.exitCode()).isEqualTo(2);
        assertThat(websocket.errors()).contains("transport must be long-polling with container cometd, was websocket");

        CeilingCommand hold = CeilingCommand.run("run", "--container=cometd", "--workload=hold-async");
        assertThat(hold.exitCode()).isEqualTo(2);
        assertThat(hold.errors()).contains("workload hold-async is one of servlets, which cometd does not have");

        CeilingCommand broadcast = CeilingCommand.run(
                Words.of("run --container=cometd --workload=broadcast --transport=long-polling --thread-kind=platform "
                        + "--connector=nio --dry-run"));
        assertThat(broadcast.output() + broadcast.errors())
                .contains("skipped: workload broadcast needs a server that publishes by itself");
    }

    /** A client as a page of a browser is one, without polls of its own accord. */
    private static final class Member {

        private final HttpClient http = HttpClient.newHttpClient();
        private final URI uri;
        private final String cookie;
        private final String clientId;

        Member(int port, String cookie) throws Exception {
            this.uri = URI.create("http://127.0.0.1:%d/ceiling/cometd".formatted(port));
            this.cookie = cookie;
            this.clientId =
                    send("\"channel\":\"/meta/handshake\",\"version\":\"1.0\",\"supportedConnectionTypes\":[\"long-polling\"]")
                            .get(0)
                            .get("clientId")
                            .asText();
            JsonNode ignored =
                    ask("\"channel\":\"/meta/connect\",\"connectionType\":\"long-polling\",\"advice\":{\"timeout\":0}");
            ignored = ask("\"channel\":\"/meta/subscribe\",\"subscription\":\"/rooms/0\"");
        }

        JsonNode ask(String fields) throws Exception {
            return send(fields + ",\"clientId\":\"" + clientId + "\"");
        }

        private JsonNode send(String fields) throws Exception {
            HttpRequest request = HttpRequest.newBuilder(uri)
                    .header("Cookie", "BAYEUX_BROWSER=" + cookie)
                    .header("Content-Type", "application/json")
                    .timeout(Duration.ofSeconds(60))
                    .POST(HttpRequest.BodyPublishers.ofString("[{" + fields + "}]"))
                    .build();
            return JSON.readTree(
                    http.send(request, HttpResponse.BodyHandlers.ofString()).body());
        }

        JsonNode poll() throws Exception {
            return ask("\"channel\":\"/meta/connect\",\"connectionType\":\"long-polling\"");
        }

        JsonNode publish(String elements) throws Exception {
            return ask("\"channel\":\"/rooms/0\",\"data\":{\"elements\":\"" + elements + "\"}");
        }
    }

    /** A published message comes back with the answer, or with the next poll, and to the other member with its poll. */
    @Test
    void aMemberThatDoesNotPollLosesItsMessagesAndItsSession() throws Exception {
        try (StartedServer server = StartedServer.start("cometd")) {
            Member deaf = new Member(server.port(), "deaf");
            Member member = new Member(server.port(), "member");

            List<String> numbers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                JsonNode answer = member.publish("abc" + i);
                answer.findValues("data").forEach(data -> numbers.add(data.toString()));
                assertThat(answer.get(answer.size() - 1).toString())
                        .contains("\"successful\":true", "\"channel\":\"/rooms/0\"");
            }
            assertThat(numbers)
                    .hasSize(3)
                    .allMatch(data -> data.matches(
                            "\\{\"request\":[123],\"timestamp\":\\d+,\"identifier\":\"0\",\"elements\":\"abc[012]\"}"));
            assertThat(server.gauge(DELIVERIES_DUE)).isEqualTo(6);
            assertThat(server.gauge(DELIVERIES_WRITTEN)).isEqualTo(3);
            assertThat(server.gauge(CHANNEL_CLIENTS)).isEqualTo(2);
            assertThat(server.gauge(CHANNELS)).isEqualTo(1);

            Thread polling = new Thread(() -> {
                try {
                    JsonNode ignored = member.poll();
                } catch (Exception e) {
                    Thread.currentThread().interrupt();
                }
            });
            polling.setDaemon(true);
            polling.start();
            // CometD waits 10 s for the next poll of a client.
            Awaiting.until("the other one is given up", () -> server.gauge(SLOW_CLIENTS) == 1);

            assertThat(server.gauge(DELIVERIES_DROPPED)).isEqualTo(3);
            assertThat(server.gauge(CHANNEL_CLIENTS)).isEqualTo(1);
            assertThat(deaf.poll().toString()).contains("402::");
        }
    }

    @Test
    void aMessageWithoutElementsIsRefused() throws Exception {
        try (StartedServer server = StartedServer.start("cometd")) {
            Member member = new Member(server.port(), "member");

            JsonNode answer = member.ask("\"channel\":\"/rooms/0\",\"data\":{\"text\":1}");

            assertThat(answer.get(0).get("successful").asBoolean()).isFalse();
            assertThat(server.gauge(DELIVERIES_DUE)).isZero();
        }
    }
}
