package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.FrontProxy;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code ./ceiling probe --upstream} through nginx and haproxy to a Tomcat. Without the proxy a test is skipped.
 */
@Tag("all")
@Tag("waiting")
class ProxyIT {

    private static final int ROOM = 2_000;

    private final Path folder;
    private final Probing probing;

    ProxyIT(@TempDir Path folder) {
        this.folder = folder;
        probing = new Probing(folder);
    }

    private NamedCsvRecord through(String proxy, int proxyConnections, int tomcatConnections, String... more)
            throws Exception {
        Optional<String> obstacle = FrontProxy.obstacle(proxy);
        Assumptions.assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        try (ForkedServer tomcat = ForkedServer.tomcat(20, tomcatConnections);
                FrontProxy between = FrontProxy.start(proxy, folder, proxyConnections, tomcat.port())) {
            String[] arguments = new String[more.length + 2];
            arguments[0] = "http://127.0.0.1:%d/ceiling/".formatted(between.port());
            arguments[1] = "--upstream=127.0.0.1:" + tomcat.port();
            System.arraycopy(more, 0, arguments, 2, more.length);
            NamedCsvRecord row = probing.onlyRow(arguments);
            assertThat(tomcat.isAlive()).isTrue();
            return row;
        }
    }

    private static void assertNamed(NamedCsvRecord row, String factor, String evidence) {
        assertThat(row.getField("limiting_factor"))
                .as(row.getFields().toString())
                .isEqualTo(factor);
        assertThat(row.getField("evidence")).contains(evidence);
    }

    /** A client that is forwarded takes two connections of a worker. */
    @Test
    void workerConnectionsOfNginxAreNamed() throws Exception {
        NamedCsvRecord row = through("nginx", 64, ROOM, "--workload=websocket");

        assertNamed(row, "proxy-worker-connections", "hop nginx (pid ");
        assertThat(row.getField("evidence")).contains(" of 64 worker_connections of worker ");
        assertThat(row.getField("relief")).startsWith("raise worker_connections of nginx (now 64");
        assertThat(Probing.ceiling(row)).isBetween(20, 31);
        assertThat(probing.environment()).contains("\"software\" : \"nginx\"", "worker_connections 64 for each of 1");
    }

    @Test
    void maxconnOfHaproxyIsNamed() throws Exception {
        NamedCsvRecord row = through("haproxy", 50, ROOM, "--workload=websocket");

        assertNamed(row, "proxy-max-connections", "hop haproxy (pid ");
        assertThat(row.getField("evidence")).contains("50 of 50 maxconn of ");
        assertThat(Probing.ceiling(row)).isBetween(45, 50);
    }

    @Test
    void maxConnectionsOfTheTomcatBehindNginxAreNamed() throws Exception {
        NamedCsvRecord row = through("nginx", ROOM, 40, "--workload=websocket");

        assertNamed(row, "server-max-connections", "behind nginx: ");
        assertThat(row.getField("evidence")).contains("maxConnections is 40");
        assertThat(Probing.ceiling(row)).isBetween(36, 40);
    }

    /** Two rounds of those that wait fit into the SLO; a busy host spoils the second. */
    @ParameterizedTest
    @CsvSource({"refuses, 30, 30, proxy-refusal", "waits, 20, 40, proxy-limit"})
    void aProxyOfAnyMakeIsFoundAndItsLimitIsNamed(String how, int places, int most, String factor) throws Exception {
        try (OtherJvm server = OtherJvm.start(LimitingApplication.class, "1000");
                OtherJvm proxy = OtherJvm.start(
                        StrangerProxy.class, Integer.toString(server.port()), Integer.toString(places), how)) {
            NamedCsvRecord row = probing.onlyRow(proxy.url(), "--in-flight=/", "--slo=500ms");

            assertNamed(
                    row, factor, "hop java (pid %d): ".formatted(proxy.process().pid()));
            assertThat(row.getField("evidence")).contains("asked past it, the server behind answered 200 ");
            assertThat(Probing.ceiling(row)).isBetween(places - 1, most);
        }
    }

    /** Each of the limits above, raised: as many pass, and none is named. */
    @ParameterizedTest
    @ValueSource(strings = {"nginx", "haproxy"})
    void theNameGoesWhereTheLimitIsRaised(String proxy) throws Exception {
        NamedCsvRecord row = through(proxy, ROOM, ROOM, "--workload=websocket", "--cap=100");

        assertThat(row.getField("verdict")).as(row.getFields().toString()).isEqualTo("at-least");
        assertThat(row.getField("limiting_factor")).isEmpty();
        assertThat(Probing.ceiling(row)).isEqualTo(100);
    }
}
