package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.StockKind;
import io.ceiling.it.fixture.StockServer;
import io.ceiling.it.fixture.StockSetup;
import io.ceiling.it.planted.Machine;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling probe} of a stock Jetty with the WAR, its module {@code jmx} and a JMX port. */
@Tag("all")
@Tag("waiting")
class ProbeStockIT {

    private static final int MAX_THREADS = 60;
    /** Where nothing is to be late, on a host that has other work to do. */
    private static final String PATIENT = "--slo=20s";

    /** Sees no process but its own: what it knows of the server comes over JMX alone. Its first process reaps what is left. */
    private static final String[] WITHOUT_ITS_PROCESS = {
        "unshare", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", "\"$@\"; exit $?", "sh"
    };

    /** Has the port of JMX, and does not listen. */
    private static final Socket RESERVED = new Socket();

    @SuppressWarnings("NullAway.Init")
    private static StockServer server;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Probing probing;

    @BeforeAll
    static void start() throws Exception {
        // The server, which sets SO_REUSEADDR as Java's do, can listen on it; nobody else is given it.
        RESERVED.setReuseAddress(true);
        RESERVED.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int jmxPort = RESERVED.getLocalPort();
        server = StockServer.start(
                StockKind.JETTY_EE11,
                JavaHomes.running(),
                StockSetup.of(Map.of("ceiling.hold.seconds", "12", "ceiling.channels.sign-of-life-ms", "1000"))
                        .withMaxThreads(MAX_THREADS)
                        .withModules(List.of("jmx"))
                        .withJvmOptions(List.of(
                                "-Dcom.sun.management.jmxremote.port=" + jmxPort,
                                "-Dcom.sun.management.jmxremote.rmi.port=" + jmxPort,
                                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                                "-Djava.rmi.server.hostname=127.0.0.1",
                                "-Dcom.sun.management.jmxremote.authenticate=false",
                                "-Dcom.sun.management.jmxremote.ssl=false")));
    }

    @AfterAll
    static void stop() throws Exception {
        try (RESERVED) {
            if (server != null) {
                server.close();
            }
        }
    }

    @BeforeEach
    void probe() {
        probing = new Probing(folder);
    }

    private static String url() {
        return "http://127.0.0.1:" + server.port() + "/ceiling/";
    }

    @Test
    void allWorkloadsOfTheWar() throws Exception {
        List<NamedCsvRecord> rows = probing.rows(url(), "--workload=all", PATIENT, "--cap=30");

        assertThat(rows)
                .extracting(row -> row.getField("workload"))
                .containsExactly(
                        """
                        recursive recursive-async keep-alive websocket broadcast hold-async hold-blocking"""
                                .split("\\s+"));
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.getField("verdict")).isEqualTo("at-least");
            // The harness has one of its own where it publishes or releases.
            assertThat(Probing.ceiling(row)).isEqualTo(row.getField("workload").matches("broadcast|hold-.*") ? 29 : 30);
            assertThat(row.getField("container")).isEqualTo("jetty");
            assertThat(row.getField("container_version")).isEqualTo(StockKind.JETTY_EE11.version());
            assertThat(row.getField("max_threads")).isEqualTo(Integer.toString(MAX_THREADS));
        });
    }

    @Test
    void namesTheThreadsFromJmxAloneAndTheServerFreesThemLater() throws Exception {
        Assumptions.assumeTrue(
                Machine.runs("a namespace of processes", WITHOUT_ITS_PROCESS)
                        .obstacle()
                        .isEmpty(),
                "no namespace of processes is possible here");

        List<NamedCsvRecord> rows = probing.rows(
                List.of(WITHOUT_ITS_PROCESS),
                url(),
                "--jmx=127.0.0.1:" + RESERVED.getLocalPort(),
                "--workload=hold-blocking");

        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.getField("limiting_factor"))
                    .as(row.getFields().toString())
                    .isEqualTo("server-threads");
            assertThat(Probing.ceiling(row)).isBetween(40, MAX_THREADS);
            assertThat(row.getField("max_threads")).isEqualTo(Integer.toString(MAX_THREADS));
        });
        assertThat(probing.environment()).contains("its process (");
        assertThat(RawHttp.body(RawHttp.get("127.0.0.1", server.port(), "/length?length=3")))
                .isEqualTo("abc");
    }

    @Test
    void anEventStreamOfTheUsersOwn() throws Exception {
        NamedCsvRecord row = probing.onlyRow(url(), "--sse=/channels?X-Atmosphere-Transport=sse", PATIENT, "--cap=60");

        assertThat(row.getField("verdict")).isEqualTo("at-least");
        assertThat(Probing.ceiling(row)).isEqualTo(60);
    }
}
