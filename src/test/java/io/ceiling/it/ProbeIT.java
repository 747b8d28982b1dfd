package io.ceiling.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling probe} from the command line to its files, on servers that it did not start and that outlive it. */
class ProbeIT {

    @TempDir
    Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    private NamedCsvRecord onlyRowOf(String... arguments) throws InterruptedException {
        CeilingProcess ceiling = probe(arguments);
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results()));
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    private CeilingProcess probe(String... arguments) throws InterruptedException {
        return CeilingProcess.run(
                folder,
                Stream.concat(Stream.of("probe", "--results=" + results()), Stream.of(arguments))
                        .toArray(String[]::new));
    }

    private static int ceiling(NamedCsvRecord row) {
        return Integer.parseInt(row.getField("ceiling_connections"));
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port + "/ceiling/";
    }

    @Test
    void namesMaxConnectionsFromWhatJmxTells() throws Exception {
        try (ForkedServer server = ForkedServer.start(
                ServerKind.TOMCAT_NIO,
                ServerKind.TOMCAT_NIO.war(),
                JavaHomes.running(),
                50,
                200,
                List.of(),
                List.of())) {
            NamedCsvRecord row = onlyRowOf(url(server.port()));

            assertThat(row.getField("limiting_factor")).isEqualTo("server-max-connections");
            assertThat(ceiling(row)).isBetween(196, 200);
            assertThat(row.getField("max_connections")).isEqualTo("200");
            assertThat(row.getField("evidence")).contains("not seen: its log");
            assertThat(server.isAlive()).isTrue();
            assertThat(CeilingProcess.read(CeilingsCsv.onlyRun(results()).resolve("environment.json")))
                    .contains(
                            "\"url\" : \"http://127.0.0.1:" + server.port() + "/ceiling\"",
                            "\"not_seen\" : [ \"its log\" ]");
        }
    }

    @Test
    void namesTheDescriptorsFromProcAndTheCapAsAtLeast() throws Exception {
        List<String> around = List.of("prlimit", "--nofile=512:512");
        try (ForkedServer server = ForkedServer.start(
                ServerKind.JETTY, ServerKind.JETTY.war(), JavaHomes.running(), 50, 10_000, around, List.of())) {
            CeilingProcess capped =
                    probe(url(server.port()), "--workload=websocket", "--max-connections=100", "--name=capped");
            assertThat(capped.exitCode()).as(capped.output() + capped.errors()).isZero();
            NamedCsvRecord atLeast =
                    CeilingsCsv.rows(CeilingsCsv.onlyRun(results())).get(0);
            assertThat(atLeast.getField("verdict")).isEqualTo("at-least");
            assertThat(ceiling(atLeast)).isEqualTo(100);

            CeilingProcess ceiling = probe(url(server.port()), "--workload=websocket", "--name=full");
            assertThat(ceiling.exitCode())
                    .as(ceiling.output() + ceiling.errors())
                    .isZero();
            assertThat(ceiling.output()).contains("server-file-descriptors: 512 of 512 descriptors open");
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Test
    void asksAnApplicationThatIsNotOurs() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
        server.createContext("/shop", exchange -> {
            byte[] body = "any".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            int port = server.getAddress().getPort();
            NamedCsvRecord row = onlyRowOf("http://127.0.0.1:" + port, "--get=/shop", "--max-connections=60");

            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(ceiling(row)).isEqualTo(60);
            assertThat(row.getField("workload")).isEqualTo("get /shop");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whoCannotBeReachedIsOneLine() throws Exception {
        CeilingProcess ceiling = probe("http://127.0.0.1:" + freePort() + "/", "--get=/");

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.errors().lines()).singleElement().satisfies(line -> assertThat(line)
                .contains("cannot be reached", "refused"));
        assertThat(results()).doesNotExist();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
