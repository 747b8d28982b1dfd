package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./ceiling run --tls --deflate} on real servers: every connection is served, and the row tells over what. */
@Tag("side-by-side")
class TlsAndDeflateIT {

    private static final String CONNECTIONS = "100";

    private static final Pattern URL = Pattern.compile("https://127[.]0[.]0[.]1:(\\d+)/ceiling/");

    @TempDir
    Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    private CeilingCommand run(String... options) throws InterruptedException {
        Stream<String> always = Words.of(
                "run --results=%s --thread-kind=platform --threads=400 --buffer=default --nofile=2048 "
                        + "--heap=256m --cap=%s --max-connections=4000 --slo=20s",
                results(), CONNECTIONS)
                .stream();
        return CeilingCommand.run(Stream.concat(always, Stream.of(options)).toArray(String[]::new));
    }

    /** Returns the rows of a run whose connections were all served. */
    private List<NamedCsvRecord> rows(String... options) throws Exception {
        CeilingCommand ceiling = run(options);
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
        assertNoSecretIn(CeilingsCsv.onlyRun(results()));
    }

    private static void assertNoSecretIn(Path run) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContainIgnoringCase("storepass")
                        .doesNotContain("PRIVATE KEY");
            }
        }
    }

    @Tag("all")
    @Test
    void everyServerSecuresAndCompressesItsMessages() throws Exception {
        List<NamedCsvRecord> rows = rows(
                "--container=tomcat,jetty,undertow",
                "--connector=nio",
                "--workload=broadcast",
                "--transport=websocket",
                "--publish=200",
                "--tls=tls13",
                "--deflate=no-takeover");

        assertThat(rows).hasSize(3).allSatisfy(row -> {
            assertSecured(row);
            assertThat(row.getField("used_deflate")).isEqualTo(row.getField("deflate"));
        });
    }

    @Tag("all")
    @ParameterizedTest
    @CsvSource({"tomcat, nio", "jetty, nio", "undertow, nio"})
    void noOtherVersionIsSpoken(String container, String connector) throws Exception {
        CeilingProcess ceiling = CeilingProcess.start(
                folder, "serve", "--container=" + container, "--connector=" + connector, "--port=0", "--tls=tls13");
        Awaiting.until("a URL", () -> URL.matcher(ceiling.output()).find());
        Matcher url = URL.matcher(ceiling.output());
        assertThat(url.find()).isTrue();
        int port = Integer.parseInt(url.group(1));

        assertThat(handshake(port, "TLSv1.3")).isEqualTo("TLSv1.3");
        assertThatThrownBy(() -> handshake(port, "TLSv1.2")).isInstanceOf(IOException.class);

        ceiling.endInput();
        assertThat(ceiling.exitCode()).as(ceiling.errors()).isZero();
    }

    private static String handshake(int port, String protocol) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustsAll()}, null);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(20_000);
            socket.setEnabledProtocols(new String[] {protocol});
            socket.startHandshake();
            return socket.getSession().getProtocol();
        }
    }

    private static final class TrustsAll implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
