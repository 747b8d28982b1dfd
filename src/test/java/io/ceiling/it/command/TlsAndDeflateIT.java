package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./ceiling run --tls --deflate} on real servers: every connection is served, and the row tells over what. */
class TlsAndDeflateIT {

    private static final String CONNECTIONS = "300";

    @TempDir
    Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    private CeilingProcess run(String... options) throws InterruptedException {
        Stream<String> always = Stream.of(
                "run",
                "--results=" + results(),
                "--threads-kind=platform",
                "--threads=default",
                "--buffer=default",
                "--nofile=2048",
                "--heap=256m",
                "--cap=" + CONNECTIONS,
                "--slo=20s",
                "--null-time=0ms");
        return CeilingProcess.run(
                folder, Stream.concat(always, Stream.of(options)).toArray(String[]::new));
    }

    /** Returns the rows of a run whose connections were all served. */
    private List<NamedCsvRecord> rows(String... options) throws Exception {
        CeilingProcess ceiling = run(options);
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results()));
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.getField("verdict"))
                    .as(row.getField("why") + row.getField("evidence"))
                    .isEqualTo("at-least");
            assertThat(row.getField("ceiling_connections")).isEqualTo(CONNECTIONS);
        });
        return rows;
    }

    private static void assertSecured(NamedCsvRecord row) {
        assertThat(row.getField("tls")).isEqualTo("tls13");
        assertThat(row.getField("used_tls")).matches("TLSv1\\.3 TLS_[A-Z0-9_]+");
        assertThat(row.getField("used_tls_key")).isEqualTo("EC secp256r1");
        assertThat(Double.parseDouble(row.getField("tls_handshakes_per_second")))
                .isPositive();
    }

    @Test
    void aWebSocketIsCompressedAndSecured() throws Exception {
        List<NamedCsvRecord> rows = rows(
                "--container=tomcat", "--connector=nio", "--workload=websocket", "--tls=tls13", "--deflate=takeover");

        assertThat(rows).hasSize(1).allSatisfy(TlsAndDeflateIT::assertSecured);
        assertThat(rows.get(0).getField("used_deflate")).isEqualTo("takeover");
        assertThat(rows.get(0).getField("scenario")).contains("-tls13-deflate-takeover-");
    }

    @Tag("all")
    @ParameterizedTest
    @CsvSource({"tomcat, nio", "tomcat, nio2", "jetty, nio", "undertow, nio"})
    void everyServerServesOverTls(String container, String connector) throws Exception {
        List<NamedCsvRecord> rows = rows(
                "--container=" + container,
                "--connector=" + connector,
                "--workload=keep-alive,hold-async,hold-blocking,websocket",
                "--max-connections=4000",
                "--threads=400",
                "--tls=tls13");

        assertThat(rows).hasSize(4).allSatisfy(row -> {
            assertSecured(row);
            assertThat(row.getField("used_deflate")).isEmpty();
        });
    }

    @Tag("all")
    @ParameterizedTest
    @CsvSource({"tomcat, nio", "tomcat, nio2", "tomcat, bio", "jetty, nio", "undertow, nio"})
    void everyServerCompressesAsItIsOffered(String container, String connector) throws Exception {
        List<NamedCsvRecord> rows = rows(
                "--container=" + container,
                "--connector=" + connector,
                "--workload=websocket,broadcast",
                "--transport=websocket",
                "--threads=400",
                "--max-connections=4000",
                "--publish=200",
                "--tls=off",
                "--deflate=off,takeover,no-takeover");

        assertThat(rows).hasSize(6).allSatisfy(row -> {
            String asked = row.getField("deflate");
            assertThat(row.getField("used_deflate")).isEqualTo(asked.equals("off") ? "" : asked);
            assertThat(row.getField("used_tls")).isEmpty();
            assertThat(row.getField("tls_handshakes_per_second")).isEmpty();
        });
    }

    @Tag("all")
    @ParameterizedTest
    @CsvSource({"tomcat, nio2", "jetty, nio", "undertow, nio"})
    void bothTogether(String container, String connector) throws Exception {
        List<NamedCsvRecord> rows = rows(
                "--container=" + container,
                "--connector=" + connector,
                "--workload=websocket,broadcast",
                "--transport=websocket",
                "--publish=200",
                "--tls=tls13",
                "--deflate=takeover,no-takeover");

        assertThat(rows).hasSize(4).allSatisfy(row -> {
            assertSecured(row);
            assertThat(row.getField("used_deflate")).isEqualTo(row.getField("deflate"));
        });
    }

    @Tag("all")
    @Test
    void thePasswordOfTheKeyIsNowhere() throws Exception {
        rows("--container=jetty", "--connector=nio", "--workload=keep-alive", "--tls=tls13");

        try (Stream<Path> files = Files.walk(CeilingsCsv.onlyRun(results()))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContainIgnoringCase("storepass")
                        .doesNotContain("PRIVATE KEY");
            }
        }
    }
}
