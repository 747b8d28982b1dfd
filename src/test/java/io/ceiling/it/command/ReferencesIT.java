package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.ServerSettings;
import io.ceiling.harness.model.Work;
import io.ceiling.harness.server.Place;
import io.ceiling.harness.server.ServerFiles;
import io.ceiling.harness.server.ServerFolder;
import io.ceiling.harness.server.ServerProcess;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.RawHttp;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers of other platforms: each answers as the web application does, and is measured beside it. */
@Tag("side-by-side")
class ReferencesIT {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final String CONNECTIONS = "300";

    @TempDir
    Path folder;

    private static Scenario scenario(String container) {
        Path home = JavaHomes.running();
        Jdk jdk = new Jdk(home, System.getProperty("java.version"), JavaHomes.feature(home));
        ServerSettings server = ServerSettings.builder(container, Connector.NIO, ThreadKind.PLATFORM, jdk)
                .heapMaxBytes(128L << 20)
                .atmosphereVersion(Containers.isReference(container) ? "" : "3.1.0")
                .build();
        return new Scenario(server, Work.of(Workloads.KEEP_ALIVE), 1);
    }

    private static void assumeBuilt(ContainerKind reference) {
        new ServerFiles(HOME).unavailable(scenario(reference.name())).ifPresent(why -> assumeTrue(false, why));
    }

    /** Returns what a server answers to requests that it serves, refuses, and upgrades. */
    private List<String> answers(String container) throws Exception {
        ServerFolder server = ServerFolder.create("ceiling-it");
        Files.write(server.gauges(), new byte[4096]);
        try (ServerProcess process = server.start(scenario(container), new ServerFiles(HOME), Place.ANY)) {
            int port = process.running().port();
            List<String> answers = new ArrayList<>();
            for (String path : List.of(
                    "/length?length=1",
                    "/length?length=4096",
                    "/length?length=10240",
                    "/length?length=10241",
                    "/length?length=0x1",
                    "/length?length=1&length=2",
                    "/length?size=1",
                    "/length",
                    "/ws/upper")) {
                String answer = RawHttp.get("127.0.0.1", port, path);
                answers.add(RawHttp.status(answer) + " " + RawHttp.body(answer));
            }
            String post = RawHttp.exchange("127.0.0.1", port, "POST /ceiling/length?length=1", "Content-Length: 0\r\n");
            answers.add(RawHttp.status(post) + " " + RawHttp.body(post));
            answers.addAll(upper(port, "hold the line", "straße", "grüße, ﬁn", ""));
            return answers;
        } finally {
            server.delete();
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
    @MethodSource("io.ceiling.harness.container.Containers#references")
    void itsAnswersAreThoseOfTheWebApplication(ContainerKind reference) throws Exception {
        assumeBuilt(reference);

        assertThat(answers(reference.name())).isEqualTo(answers("tomcat"));
    }

    @ParameterizedTest
    @MethodSource("io.ceiling.harness.container.Containers#references")
    void itHoldsConnectionsAndWebSocketsInOneRunBesideOurs(ContainerKind reference) throws Exception {
        assumeBuilt(reference);
        CeilingProcess ceiling = CeilingProcess.run(
                folder,
                "run",
                "--results=" + folder.resolve("results"),
                "--container=undertow," + reference.name(),
                "--connector=nio",
                "--threads-kind=platform",
                "--workload=keep-alive,websocket",
                "--threads=default",
                "--buffer=default",
                "--heap=128m",
                "--nofile=2048",
                "--cap=" + CONNECTIONS,
                "--slo=20s",
                "--null-time=0ms");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")));
        assertThat(rows).hasSize(4).allSatisfy(row -> {
            assertThat(row.getField("verdict"))
                    .as(row.getField("why") + row.getField("evidence"))
                    .isEqualTo("at-least");
            assertThat(row.getField("ceiling_connections")).isEqualTo(CONNECTIONS);
            assertThat(row.getField("reference"))
                    .isEqualTo(Boolean.toString(row.getField("container").equals(reference.name())));
            assertThat(row.getField("used_max_threads")).isNotEmpty();
        });
    }
}
