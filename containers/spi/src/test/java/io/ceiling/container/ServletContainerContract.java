package io.ceiling.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The promises that every container keeps as a process of its own, for each connector and each kind of thread. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
@SuppressWarnings("NullAway.Init")
public abstract class ServletContainerContract {

    private static final Path APP = Path.of("target", "app");
    private static final TestJdks.Jdk OLD = TestJdks.running();
    private static final TestJdks.Jdk NEW = TestJdks.newest();
    private static final InetAddress LOOPBACK = address(1);
    /** Another address of this host, which a server of all addresses has as well. */
    private static final InetAddress ANOTHER_ADDRESS = address(2);

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The values in which containers differ.
     *
     * @param mainClass of the process
     * @param namespace {@code jakarta} or {@code javax}
     * @param endpointClasses by connector; the connectors that it has
     * @param lacking a connector that it does not have
     * @param jdkForVirtualThreads the first that it takes for them
     * @param buffers every buffer knob with its value in bytes, asked for and left alone
     */
    public record Expected(
            String name,
            String version,
            String mainClass,
            String namespace,
            Map<Connector, String> endpointClasses,
            Connector lacking,
            int jdkForVirtualThreads,
            Buffers buffers) {}

    /** Every buffer knob of the container with its value in bytes. */
    public record Buffers(Map<String, Integer> of1024, Map<String, Integer> byDefault) {}

    protected abstract Expected expected();

    /** Returns the threads of its pool if nothing is asked for. */
    protected int defaultMaxThreads() {
        return 200;
    }

    /** Returns the nodes of each connection's header cache if nothing is asked for; not seen of a container without one. */
    protected Limit defaultHeaderCacheNodes() {
        return Limit.NOT_SEEN;
    }

    /** Returns the timeout of an asynchronous request that sets none, in milliseconds; 0 if it may wait for ever. */
    protected int asyncTimeoutMillis() {
        return 0;
    }

    private Path folder;
    private Path war;
    private final List<ForkedServer> servers = new ArrayList<>();

    @BeforeAll
    void makeWar(@TempDir Path temporary) throws IOException {
        folder = temporary;
        war = ProbeWar.make(temporary, expected().namespace(), APP);
    }

    @AfterEach
    void leaveNoServerBehind() throws IOException {
        for (ForkedServer server : servers) {
            server.close();
        }
        servers.clear();
    }

    Stream<Arguments> scenarios() {
        return connectors().flatMap(connector -> Stream.of(
                        arguments(connector, ThreadKind.PLATFORM, OLD),
                        arguments(connector, ThreadKind.PLATFORM, NEW),
                        arguments(connector, ThreadKind.VIRTUAL, NEW))
                .distinct());
    }

    Stream<Connector> connectors() {
        return expected().endpointClasses().keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void servesTheWebApplicationWithEverySettingAndOnTheThreadsAskedFor(
            Connector connector, ThreadKind threads, TestJdks.Jdk jdk) throws Exception {
        assumeThreads(threads, jdk);

        ForkedServer server = start(
                jdk,
                connector,
                threads,
                "--context-path=/probe-app",
                "--max-threads=23",
                "--max-connections=345",
                "--accept-count=67",
                "--buffer-bytes=1024",
                "--idle-timeout-ms=89000");

        assertRunsAsAsked(server.running(), connector, threads, jdk);
        assertServes(server, threads);
        if (threads == ThreadKind.VIRTUAL) {
            assertHasNoThreadPool(server);
        }
        // Of its own log: what a JVM says of a library begins with the word.
        assertThat(server.log()).doesNotContain(" SEVERE ", " WARNING ");
    }

    private void assertRunsAsAsked(RunningSettings running, Connector connector, ThreadKind threads, TestJdks.Jdk jdk) {
        boolean platform = threads == ThreadKind.PLATFORM;
        assertThat(running.container().name()).isEqualTo(expected().name());
        assertThat(running.container().version()).isEqualTo(expected().version());
        assertThat(running.contextPath()).isEqualTo("/probe-app");
        assertThat(running.container().connector()).isEqualTo(connector);
        assertThat(running.container().endpointClass())
                .isEqualTo(expected().endpointClasses().get(connector));
        assertThat(running.container().threadKind()).isEqualTo(threads);
        assertThat(running.sizes().maxThreads()).isEqualTo(platform ? Limit.of(23) : Limit.UNLIMITED);
        assertThat(running.sizes().maxConnections()).isEqualTo(Limit.of(345));
        assertThat(running.sizes().acceptCount()).isEqualTo(Limit.of(67));
        assertThat(running.sizes().idleTimeoutMillis()).isEqualTo(Limit.of(89_000));
        assertThat(running.sizes().buffers()).isEqualTo(expected().buffers().of1024());
        assertThat(running.jdk()).startsWith(Integer.toString(jdk.feature()));
        assertThat(running.nextInstance()).isEmpty();
    }

    private void assertServes(ForkedServer server, ThreadKind threads) throws Exception {
        try (RawConnection connection = new RawConnection(server.running())) {
            assertThat(connection.get("/hello.txt")).isEqualTo(ProbeWar.TEXT);
            assertThat(connection.get("/probe?thread")).isEqualTo(threads.label());
            assertThat(connection.get("/probe?async-timeout")).isEqualTo(Integer.toString(asyncTimeoutMillis()));
            for (int i = 0; i < 200; i++) {
                assertThat(connection.get("/hello.txt"))
                        .as("request %s of one connection", i)
                        .isEqualTo(ProbeWar.TEXT);
            }
        }
        assertThat(echo(server.running(), "Grüße")).isEqualTo("Grüße");
    }

    /** Holds more requests than the threads that were asked for. */
    private static void assertHasNoThreadPool(ForkedServer server) throws Exception {
        ContainerReadingsMXBean readings = server.readings();
        List<RawConnection> connections = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            RawConnection connection = new RawConnection(server.running());
            connections.add(connection);
            connection.send("/probe?hold");
        }
        try (RawConnection another = new RawConnection(server.running())) {
            another.get("/probe?release");
        }

        for (RawConnection connection : connections) {
            assertThat(connection.receive()).isEqualTo("held");
            connection.close();
        }
        assertThat(readings.getMaxThreads()).isEqualTo(-1);
        assertThat(readings.getBusyThreads()).isEqualTo(-1);
        assertThat(readings.getMaxConnections()).isEqualTo(345);
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void leavesTheRestAsTheContainerHasItAndNothingBehind(Connector connector) throws Exception {
        ForkedServer server = start(NEW, connector, ThreadKind.PLATFORM);
        RunningSettings running = server.running();

        assertThat(running.sizes().maxThreads()).isEqualTo(Limit.of(defaultMaxThreads()));
        assertThat(running.sizes().idleTimeoutMillis()).isEqualTo(Limit.UNLIMITED);
        assertThat(running.sizes().buffers()).isEqualTo(expected().buffers().byDefault());
        assertThat(running.sizes().headerCacheNodes()).isEqualTo(defaultHeaderCacheNodes());
        // On loopback, unless another address is asked for.
        new Socket(LOOPBACK, running.port()).close();
        assertThatExceptionOfType(ConnectException.class)
                .isThrownBy(() -> new Socket(ANOTHER_ADDRESS, running.port()).close());
        assertThat(server.temporary()).isNotEmptyDirectory();

        server.closeItsInput();

        assertThat(server.exitCode()).isZero();
        assertThat(server.temporary()).isEmptyDirectory();
        assertThat(server.furtherOutput()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void tellsConnectionsThreadsAndQueueWhileTheyChangeAtTheAddressAskedFor(Connector connector) throws Exception {
        ForkedServer server = start(
                NEW, connector, ThreadKind.PLATFORM, "--max-threads=10", "--max-connections=100", "--bind=0.0.0.0");
        new Socket(ANOTHER_ADDRESS, server.running().port()).close();
        ContainerReadingsMXBean readings = server.readings();
        assertThat(readings.getMaxThreads()).isEqualTo(10);
        assertThat(readings.getMaxConnections()).isEqualTo(100);

        List<RawConnection> connections = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            RawConnection connection = new RawConnection(server.running());
            connections.add(connection);
            connection.get("/hello.txt");
        }
        // The one before them is forgotten by now, or soon.
        await(readings::getConnectionCount, 3);
        List<RawConnection> held = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            held.add(new RawConnection(server.running()));
        }
        connections.addAll(held);
        // Before the threads are busy: Jetty and NIO2 finish an accept on a thread of the same pool.
        await(readings::getConnectionCount, 23);
        for (RawConnection connection : held) {
            connection.send("/probe?hold");
        }
        await(readings::getBusyThreads, 10);
        await(readings::getPoolThreads, 10);
        assertThat(readings.getConnectionCount()).isEqualTo(23);
        if (connector != Connector.NIO2) {
            // NIO2 polls with a thread of the same pool: what is ready waits in the kernel, not in a queue.
            await(() -> Math.min(readings.getQueuedRequests(), 1), 1);
        }

        for (RawConnection connection : connections) {
            connection.close();
        }
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void closesIdleConnectionAfterTheIdleTimeout(Connector connector) throws Exception {
        ForkedServer server = start(NEW, connector, ThreadKind.PLATFORM, "--idle-timeout-ms=1000");

        try (RawConnection connection = new RawConnection(server.running())) {
            connection.get("/hello.txt");

            assertThat(connection.closedByServer()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("connectors")
    void endsWithItsInputWhenItHasNoMemoryLeft(Connector connector) throws Exception {
        ForkedServer server = fork(
                NEW,
                List.of("-Xmx40m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                "--war=" + war,
                "--connector=" + connector.label());
        try (RawConnection connection = new RawConnection(server.running())) {
            connection.send("/probe?hoard");
            await(() -> server.log().contains("all memory is hoarded") ? 1 : 0, 1);
        }

        server.closeItsInput();

        assertThat(server.exitCode()).isZero();
    }

    @Test
    void namesConnectorThatItLacks() throws Exception {
        ForkedServer server = fork(
                OLD,
                List.of(),
                "--war=" + war,
                "--connector=" + expected().lacking().label());

        assertThat(server.exitCode()).isEqualTo(ServerMain.EXIT_BAD_ARGUMENTS);
        assertThat(server.log().lines())
                .singleElement()
                .asString()
                .startsWith("ceiling server: ")
                .contains("connector", "; use ");
        assertThat(server.temporary()).isEmptyDirectory();
    }

    @Test
    void hasTheHeaderCacheThatWasAskedForOrNamesTheSetting() throws Exception {
        ForkedServer server = fork(NEW, List.of(), "--war=" + war, "--connector=" + first(), "--header-cache-nodes=0");

        if (defaultHeaderCacheNodes().isSeen()) {
            assertThat(server.running().sizes().headerCacheNodes()).isEqualTo(Limit.of(0));
            assertServes(server, ThreadKind.PLATFORM);
        } else {
            assertThat(server.exitCode()).isEqualTo(ServerMain.EXIT_BAD_ARGUMENTS);
            assertThat(server.log().lines())
                    .singleElement()
                    .asString()
                    .endsWith("%s has no header cache, header cache must be default, was 0"
                            .formatted(expected().name()));
        }
    }

    @Test
    void namesJdkWithoutVirtualThreads() throws Exception {
        assumeThat(OLD.feature()).isLessThan(21);

        ForkedServer server = fork(OLD, List.of(), "--war=" + war, "--connector=" + first(), "--thread-kind=virtual");

        assertThat(server.exitCode()).isEqualTo(ServerMain.EXIT_BAD_ARGUMENTS);
        assertThat(server.log().lines())
                .singleElement()
                .asString()
                .contains("thread kind virtual needs JDK " + expected().jdkForVirtualThreads() + " or newer");
    }

    @Test
    void endsWhenTheWebApplicationDoesNotStart() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.war"), "not a WAR");

        ForkedServer server = fork(NEW, List.of(), "--war=" + broken, "--connector=" + first());

        assertThat(server.exitCode()).isEqualTo(ServerMain.EXIT_NOT_STARTED);
        assertThat(server.log().lines()).last().asString().contains(expected().name(), " did not start: ");
        assertThat(server.temporary()).isEmptyDirectory();
    }

    private void assumeThreads(ThreadKind threads, TestJdks.Jdk jdk) {
        assumeThat(threads == ThreadKind.PLATFORM || jdk.feature() >= expected().jdkForVirtualThreads())
                .as("%s has virtual threads", jdk)
                .isTrue();
    }

    private String first() {
        return connectors().findFirst().orElseThrow().label();
    }

    private ForkedServer start(TestJdks.Jdk jdk, Connector connector, ThreadKind threads, String... more)
            throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("--war=" + war, "--connector=" + connector.label(), "--thread-kind=" + threads.label()));
        arguments.addAll(List.of(more));
        return fork(
                jdk,
                List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                arguments.toArray(String[]::new));
    }

    private ForkedServer fork(TestJdks.Jdk jdk, List<String> jvmOptions, String... arguments) throws IOException {
        ForkedServer server =
                new ForkedServer(jdk.java(), APP, expected().mainClass(), folder, jvmOptions, List.of(arguments));
        servers.add(server);
        return server;
    }

    private static void await(LongSupplier reading, long value) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (reading.getAsLong() != value && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        assertThat(reading.getAsLong()).isEqualTo(value);
    }

    private static String echo(RunningSettings server, String text) throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        CompletableFuture<Integer> closed = new CompletableFuture<>();
        WebSocket socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(
                        URI.create("ws://127.0.0.1:%s%s/echo".formatted(server.port(), server.contextPath())),
                        new WebSocket.Listener() {
                            @Override
                            public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                                answer.complete(data.toString());
                                from.request(1);
                                return CompletableFuture.completedFuture(null);
                            }

                            @Override
                            public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
                                closed.complete(status);
                                return CompletableFuture.completedFuture(null);
                            }
                        })
                .get(20, TimeUnit.SECONDS);
        socket.sendText(text, true).get(20, TimeUnit.SECONDS);
        String echoed = answer.get(20, TimeUnit.SECONDS);
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(20, TimeUnit.SECONDS);
        closed.get(20, TimeUnit.SECONDS);
        return echoed;
    }
}
