package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.container.ChannelProtocol;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.StartedServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers of other platforms: each answers as the web application does, and is measured beside it. */
@Tag("side-by-side")
@Tag("all")
class ReferencesIT {

    private static final String OURS = "undertow";
    private static final String CONNECTIONS = "200";

    @SuppressWarnings("NullAway.Init")
    private static List<String> answersOfTheWebApplication;

    @TempDir
    Path folder;

    @BeforeAll
    static void askTheWebApplication() throws Exception {
        answersOfTheWebApplication = answers("tomcat");
    }

    /** Returns those that speak the protocol of the web application; {@link CometdIT} has the other one. */
    static Stream<ContainerKind> references() {
        return Containers.references().stream()
                .filter(kind -> kind.channelProtocol() == ChannelProtocol.WEB_APPLICATION);
    }

    /** Returns what a server answers to requests that it serves, refuses, and upgrades. */
    private static List<String> answers(String container) throws Exception {
        try (StartedServer server = StartedServer.start(container)) {
            int port = server.port();
            List<String> answers = new ArrayList<>();
            for (String path : List.of(
                    """
                    /length?length=1 /length?length=4096 /length?length=10240 /length?length=10241
                    /length?length=0x1 /length?length=1&length=2 /length?size=1 /length /ws/upper"""
                            .split("\\s+"))) {
                String answer = RawHttp.get("127.0.0.1", port, path);
                answers.add(RawHttp.status(answer) + " " + RawHttp.body(answer));
            }
            String post = RawHttp.exchange("127.0.0.1", port, "POST /ceiling/length?length=1", "Content-Length: 0\r\n");
            answers.add(RawHttp.status(post) + " " + RawHttp.body(post));
            answers.addAll(upper(port, "hold the line", "straße", "grüße, ﬁn", ""));
            return answers;
        }
    }

    private static List<String> upper(int port, String... texts) throws Exception {
        BlockingQueue<String> answers = new LinkedBlockingQueue<>();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/ceiling/ws/upper"), new WebSocket.Listener() {
                    @Override
                    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                        answers.add(data.toString());
                        from.request(1);
                        return null;
                    }
                })
                .get(20, TimeUnit.SECONDS);
        List<String> upper = new ArrayList<>();
        for (String text : texts) {
            socket.sendText(text, true).get(20, TimeUnit.SECONDS);
            upper.add(String.valueOf(answers.poll(20, TimeUnit.SECONDS)));
        }
        socket.abort();
        return upper;
    }

    @ParameterizedTest
    @MethodSource("references")
    void itsAnswersAreThoseOfTheWebApplication(ContainerKind reference) throws Exception {
        StartedServer.assumeBuilt(reference);

        assertThat(answers(reference.name())).isEqualTo(answersOfTheWebApplication);
    }

    /**
     * One run over all of them beside one of ours. Of broadcast each has two hundred subscribers of twenty channels; three of them never
     * read, and cost the others nothing.
     */
    @Test
    void theyHoldConnectionsAndDeliverEveryMessageInOneRunBesideOurs() throws Exception {
        List<String> built = references()
                .filter(StartedServer::isBuilt)
                .map(ContainerKind::name)
                .toList();
        assumeTrue(!built.isEmpty(), "no reference is built");
        CeilingCommand ceiling = CeilingCommand.run(
                "run",
                "--results=" + folder.resolve("results"),
                "--container=" + OURS + "," + String.join(",", built),
                "--connector=nio",
                "--thread-kind=platform",
                "--workload=keep-alive,websocket,broadcast",
                "--transport=websocket",
                "--threads=default",
                "--buffer=default",
                "--heap=128m",
                "--nofile=2048",
                "--cap=" + CONNECTIONS,
                "--publish=100",
                "--publish-time=1s",
                "--identifiers=20",
                "--slow-every=64",
                // Where others use the machine, too, messages come late; none is lost.
                "--message-slo=20s",
                "--slo=20s");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")));
        assertThat(rows).hasSize(3 * (1 + built.size())).allSatisfy(row -> {
            assertThat(row.getField("verdict"))
                    .as(row.getField("why") + row.getField("evidence"))
                    .isEqualTo("at-least");
            assertThat(row.getField("ceiling_connections")).isEqualTo(CONNECTIONS);
            assertThat(row.getField("reference"))
                    .isEqualTo(Boolean.toString(!row.getField("container").equals(OURS)));
            assertThat(row.getField("used_max_threads")).isNotEmpty();
        });
        assertThat(rows)
                .filteredOn(row -> row.getField("workload").equals("broadcast"))
                .hasSize(1 + built.size())
                .allSatisfy(ReferencesIT::assertDelivered);
    }

    private static void assertDelivered(NamedCsvRecord row) {
        assertThat(row.getField("slow_clients")).isEqualTo("3");
        assertThat(row.getField("messages_lost")).isEqualTo("0");
        assertThat(row.getField("messages_duplicated")).isEqualTo("0");
        assertThat(row.getField("messages_out_of_order")).isEqualTo("0");
        assertThat(row.getField("message_bytes_mean")).isEqualTo("1462");
        long published = Long.parseLong(row.getField("messages_published"));
        assertThat(published).isGreaterThan(75);
        // Ten subscribers of each channel.
        assertThat(Long.parseLong(row.getField("messages_due"))).isEqualTo(10 * published);
        // A reference does not look for its own pauses.
        assertThat(row.getField("server_pause_max_ns").isEmpty())
                .isEqualTo(!row.getField("container").equals(OURS));
    }
}
