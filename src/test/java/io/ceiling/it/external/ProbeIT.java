package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.Ports;
import io.ceiling.it.fixture.ServerKind;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling probe} from the command line to its files, on servers that it did not start and that outlive it. */
@Tag("waiting")
class ProbeIT {

    private final Probing probing;

    ProbeIT(@TempDir Path folder) {
        probing = new Probing(folder);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port + "/ceiling/";
    }

    @Tag("all")
    @Test
    void namesMaxConnectionsFromWhatJmxTells() throws Exception {
        try (ForkedServer server = ForkedServer.tomcat(50, 200)) {
            NamedCsvRecord row = probing.onlyRow(url(server.port()));

            assertThat(row.getField("limiting_factor")).isEqualTo("server-max-connections");
            assertThat(Probing.ceiling(row)).isBetween(196, 200);
            assertThat(row.getField("max_connections")).isEqualTo("200");
            assertThat(server.isAlive()).isTrue();
            assertThat(probing.environment())
                    .contains(
                            "\"url\" : \"http://127.0.0.1:" + server.port() + "/ceiling\"",
                            "\"not_seen\" : [ \"its log\" ]");
        }
    }

    /** A server of the user's own ends what it holds after a time that its WAR says. */
    @Tag("all")
    @Test
    void aHoldThatTheWebApplicationEndsIsNoIdleTimeOut() throws Exception {
        try (ForkedServer server = ForkedServer.start(
                ServerKind.JETTY,
                ServerKind.JETTY.war(),
                JavaHomes.running(),
                50,
                List.of("-Dceiling.hold.seconds=2"))) {
            CeilingCommand ceiling = probing.run(url(server.port()), "--workload=hold-async", "--cap=30", "--hold=3s");
            NamedCsvRecord row =
                    CeilingsCsv.rows(CeilingsCsv.onlyRun(probing.results())).get(0);

            // Nothing passed, so nothing is known of the server.
            assertThat(ceiling.exitCode()).isEqualTo(3);
            assertThat(row.getField("verdict")).isEqualTo("invalid");
            assertThat(row.getField("why")).contains("ceiling.hold.seconds");
            assertThat(CeilingProcess.read(
                            CeilingsCsv.onlyRun(probing.results()).resolve("steps.csv")))
                    .contains("hold-timed-out");
        }
    }

    @Tag("all")
    @Test
    void startsTheServerOfACommandReadsItsProcessAndEndsIt() throws Exception {
        int port = Ports.free();
        String command = "ulimit -n 150; exec '%s' -cp '%s' %s %d"
                .formatted(
                        JavaHomes.running().resolve("bin/java"),
                        System.getProperty("java.class.path"),
                        AnyApplication.class.getName(),
                        port);

        NamedCsvRecord row =
                probing.onlyRow("http://127.0.0.1:" + port, "--command=" + command, "--get=/shop", "--cap=60");

        assertThat(row.getField("verdict")).as(row.getField("why")).isEqualTo("at-least");
        assertThat(Probing.ceiling(row)).isEqualTo(60);
        assertThat(row.getField("nofile")).isEqualTo("150");
        Path run = CeilingsCsv.onlyRun(probing.results());
        assertThat(run.resolve("details").resolve("server.log")).content().startsWith("the shop is open at " + port);
        assertThat(probing.environment()).contains("\"--command=ulimit ...\"").doesNotContain("AnyApplication");
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void asksAnApplicationThatIsNotOursWithNoMoreConnectionsThanItMay() throws Exception {
        try (AnyApplication shop = new AnyApplication("/shop");
                CountingProxy proxy = new CountingProxy(shop.port())) {
            // The shop is in this JVM, and no JVM looks into itself.
            NamedCsvRecord row = probing.rows(List.of(), "http://127.0.0.1:" + proxy.port(), "--get=/shop", "--cap=60")
                    .get(0);

            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(Probing.ceiling(row)).isEqualTo(60);
            assertThat(row.getField("workload")).isEqualTo("get /shop");
            assertThat(proxy.mostOpen()).isEqualTo(60);
        }
    }

    @Tag("all")
    @Test
    void theConnectionOfTheHarnessItselfIsOneOfThoseThatItMayOpen() throws Exception {
        try (ForkedServer server = ForkedServer.start(
                        ServerKind.TOMCAT_NIO, ServerKind.TOMCAT_NIO.war(), JavaHomes.running(), 50, List.of());
                CountingProxy proxy = new CountingProxy(server.port())) {
            // The proxy, which listens there, is in this JVM.
            NamedCsvRecord row = probing.rows(List.of(), url(proxy.port()), "--workload=hold-async", "--cap=20")
                    .get(0);

            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(Probing.ceiling(row)).isEqualTo(19);
            assertThat(proxy.mostOpen()).isEqualTo(20);
        }
    }

    @Test
    void whoCannotBeReachedIsOneLine() throws Exception {
        // Its port is taken, and nobody listens there.
        try (Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            CeilingCommand ceiling = probing.run("http://127.0.0.1:" + bound.getLocalPort() + "/", "--get=/");

            assertThat(ceiling.exitCode()).isEqualTo(3);
            assertThat(ceiling.errors().lines()).singleElement().satisfies(line -> assertThat(line)
                    .contains("cannot be reached", "refused"));
        }
        assertThat(probing.results()).doesNotExist();
    }
}
