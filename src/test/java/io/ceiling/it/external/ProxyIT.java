package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.FrontProxy;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.ServerKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
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

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Probing probing;

    @BeforeEach
    void probe() {
        probing = new Probing(folder);
    }

    private NamedCsvRecord through(String proxy, int proxyConnections, int tomcatConnections, String... more)
            throws Exception {
        Optional<String> obstacle = FrontProxy.obstacle(proxy);
        Assumptions.assumeTrue(obstacle.isEmpty(), obstacle.orElse(""));
        try (ForkedServer tomcat = ForkedServer.start(
                        ServerKind.TOMCAT_NIO,
                        ServerKind.TOMCAT_NIO.war(),
                        JavaHomes.running(),
                        20,
                        tomcatConnections,
                        List.of(),
                        List.of());
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
        Process server = java(LimitingApplication.class, "1000");
        Process proxy = java(StrangerProxy.class, port(server), Integer.toString(places), how);
        try {
            NamedCsvRecord row = probing.onlyRow("http://127.0.0.1:" + port(proxy), "--in-flight=/", "--slo=500ms");

            assertNamed(row, factor, "hop java (pid %d): ".formatted(proxy.pid()));
            assertThat(row.getField("evidence")).contains("asked past it, the server behind answered 200 ");
            assertThat(Probing.ceiling(row)).isBetween(places - 1, most);
        } finally {
            proxy.destroy();
            server.destroy();
            proxy.waitFor();
            server.waitFor();
        }
    }

    private static Process java(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                JavaHomes.running().resolve("bin/java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String port(Process server) throws IOException {
        return server.inputReader(StandardCharsets.US_ASCII).readLine();
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
