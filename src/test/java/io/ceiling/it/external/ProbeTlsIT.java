package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.SelfSigned;
import io.ceiling.it.fixture.StockKind;
import io.ceiling.it.fixture.StockServer;
import io.ceiling.it.fixture.StockSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling probe} of a stock Tomcat that speaks TLS with a certificate that nobody trusts. */
@Tag("all")
@Tag("side-by-side")
class ProbeTlsIT {

    /** Nothing is to be late here, and forty handshakes are work for a host that has other work to do. */
    private static final String PATIENT = "--slo=20s";

    @SuppressWarnings("NullAway.Init")
    private static StockServer server;

    @SuppressWarnings("NullAway.Init")
    private static Path certificate;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Probing probing;

    @BeforeAll
    static void start(@TempDir Path keys) throws Exception {
        certificate = SelfSigned.store(keys);
        server = StockServer.start(
                StockKind.TOMCAT_11,
                JavaHomes.running(),
                StockSetup.of(Map.of()).withCertificate(certificate));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void probe() {
        probing = new Probing(folder);
    }

    private static String url(String scheme) throws Exception {
        return scheme + "://127.0.0.1:" + server.tlsPort() + "/ceiling/";
    }

    @Test
    void theWorkloadsOfTheWarGoOverTls() throws Exception {
        List<NamedCsvRecord> rows = probing.rows(
                url("https"),
                "--insecure",
                "--workload=recursive,keep-alive,websocket,hold-async",
                PATIENT,
                "--cap=40");

        assertThat(rows.get(0).getField("verdict")).isEqualTo("skipped");
        assertThat(rows.get(0).getField("why")).contains("without TLS", "level 2 answered HTTP 400");
        assertThat(rows.subList(1, rows.size())).hasSize(3).allSatisfy(row -> {
            assertThat(row.getField("verdict")).isEqualTo("at-least");
            // One of those of hold-async is the harness's own.
            assertThat(Probing.ceiling(row)).isEqualTo(row.getField("workload").equals("hold-async") ? 39 : 40);
        });
        assertThat(probing.environment()).contains("\"certificate_checked\" : false");
    }

    /** With a certificate that is trusted, by harness and load agent alike. */
    @Test
    void aWebSocketOfTheUsersOwnGoesOverWss() throws Exception {
        List<NamedCsvRecord> rows = probing.rows(
                List.of("env", trusting(certificate)),
                url("wss"),
                "--websocket=/ws/upper",
                "--send=hello",
                "--expect-answer=^HELLO$",
                PATIENT,
                "--cap=40");

        NamedCsvRecord row = rows.get(0);
        assertThat(row.getField("workload")).isEqualTo("websocket /ws/upper");
        assertThat(Probing.ceiling(row)).isEqualTo(40);
        assertThat(probing.environment()).contains("\"certificate_checked\" : true");
    }

    private static String trusting(Path store) {
        return "JDK_JAVA_OPTIONS=-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
                .formatted(store, SelfSigned.PASSWORD);
    }

    @Test
    void aCertificateThatNobodyTrustsIsOneLine() throws Exception {
        CeilingCommand war = probing.run(url("https"), "--cap=10");
        CeilingCommand own = probing.run(url("wss"), "--websocket=/ws/upper", "--cap=10");

        assertThat(probing.results()).doesNotExist();
        assertThat(List.of(war, own)).allSatisfy(ceiling -> {
            assertThat(ceiling.exitCode()).as(ceiling.output()).isEqualTo(3);
            assertThat(ceiling.errors().lines()).singleElement().satisfies(line -> assertThat(line)
                    .contains("a certificate that is not trusted: unable to find", "Hint: --insecure"));
        });
    }

    @Test
    void aPortWithoutTlsIsOneLine() throws Exception {
        CeilingCommand ceiling =
                probing.run("https://127.0.0.1:" + server.port() + "/ceiling/", "--insecure", "--get=/length?length=1");

        assertThat(ceiling.exitCode()).isEqualTo(3);
        assertThat(ceiling.errors().lines()).singleElement().satisfies(line -> assertThat(line)
                .contains("does not speak TLS"));
    }
}
