package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.ServerKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Subscribers that come and go leave nothing behind: no subscription, channel, Broadcaster or connection of Atmosphere, and no
 * heap. {@code -Dceiling.it.connects=100000} says how many come and go in each server.
 */
@Tag("all")
@Tag("side-by-side")
class ChannelLeakIT {

    private static final int CONNECTS = Integer.getInteger("ceiling.it.connects", 2000);
    /** As many as come and go later: caches of connections grow with how many are open at once, which a busy machine makes vary. */
    private static final int WARM_UP = Math.min(CONNECTS, 2000);

    private static final int AT_ONCE = 16;
    private static final int IDENTIFIERS = 500;

    private static final List<ChannelClient.Transport> TRANSPORTS = List.of(ChannelClient.Transport.values());

    private static final int SUBSCRIPTIONS = 8;
    private static final int CHANNELS = 16;
    private static final int CHANNEL_CLIENTS = 17;
    private static final int BROADCASTERS = 20;
    private static final int RESOURCES = 21;

    /** More than this is a leak: 40 bytes for each client of the long run, 2 KB of the short one. */
    private static final long GROWTH_BYTES = 4_000_000;

    private static final Duration HEAP_PATIENCE = Duration.ofSeconds(90);

    /** Figures of a server before its clients came and after they went. */
    private record Visited(ForkedServer server, long broadcasters, long broadcastersAfter, long heap, long perSecond) {}

    private static final Map<ServerKind, Future<Visited>> VISITED = new LinkedHashMap<>();
    private static final List<ForkedServer> SERVERS = new CopyOnWriteArrayList<>();
    private static ExecutorService visits;

    static Stream<ServerKind> kinds() {
        return Stream.of(ServerKind.TOMCAT_NIO, ServerKind.JETTY, ServerKind.UNDERTOW);
    }

    /** One server after the other, but the minute that Atmosphere takes to forget is the same for all of them. */
    @BeforeAll
    static void visitAll() {
        Path jcmd = ServerKind.newerJavaHome().resolve("bin/jcmd");
        Assumptions.assumeTrue(jcmd.toFile().canExecute(), "no executable " + jcmd);
        // The class may run a second time in this JVM.
        ExecutorService oneByOne = Executors.newSingleThreadExecutor();
        visits = oneByOne;
        SERVERS.clear();
        kinds().forEach(kind -> VISITED.put(kind, oneByOne.submit(() -> visit(kind))));
    }

    @AfterAll
    static void stop() throws Exception {
        visits.shutdownNow();
        assertThat(visits.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        for (ForkedServer server : SERVERS) {
            server.close();
        }
    }

    private static Visited visit(ServerKind kind) throws Exception {
        ForkedServer server = ForkedServer.start(
                kind,
                kind.war(),
                ServerKind.newerJavaHome(),
                100,
                List.of("-Dceiling.channels.absence-ms=1000", "-Dceiling.channels.sign-of-life-ms=500"));
        SERVERS.add(server);
        comeAndGo(server, WARM_UP);
        long broadcasters = broadcastersWhenEmpty(server);
        long heap = liveBytes(server);
        long begin = System.nanoTime();
        comeAndGo(server, CONNECTS);
        long seconds = Math.max(1, (System.nanoTime() - begin) / 1_000_000_000);
        return new Visited(server, broadcasters, broadcastersWhenEmpty(server), heap, CONNECTS / seconds);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void subscribersThatComeAndGoLeaveNothingBehind(ServerKind kind) throws Exception {
        Visited visited = Objects.requireNonNull(VISITED.get(kind)).get();
        long before = visited.heap();

        assertThat(visited.broadcastersAfter()).isEqualTo(visited.broadcasters());
        // Atmosphere lets go of a closed WebSocket a minute later.
        Awaiting.until(
                "heap of %d KiB before, without what came and went".formatted(before >> 10),
                HEAP_PATIENCE,
                () -> liveBytes(visited.server()) - before < GROWTH_BYTES);
        System.out.printf(
                "%s: %d subscribers came and went (%d/s); heap %d KiB before, %d KiB after%n",
                kind, CONNECTS, visited.perSecond(), before >> 10, liveBytes(visited.server()) >> 10);
    }

    /** Over all transports in turn; every second one goes without a word. */
    private static void comeAndGo(ForkedServer server, int connects) throws Exception {
        AtomicInteger next = new AtomicInteger();
        ExecutorService clients = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                all.add(clients.submit(() -> {
                    for (int n = next.getAndIncrement(); n < connects; n = next.getAndIncrement()) {
                        ChannelClient.Transport transport = TRANSPORTS.get(n % TRANSPORTS.size());
                        comeAndGo(server, transport, Integer.toString(n % IDENTIFIERS), n / TRANSPORTS.size() % 2 == 1);
                    }
                    return null;
                }));
            }
            for (Future<?> done : all) {
                done.get();
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static void comeAndGo(
            ForkedServer server, ChannelClient.Transport transport, String identifier, boolean withoutAWord)
            throws IOException {
        try (Deaf client = Deaf.subscribe(server.port(), transport, identifier)) {
            if (withoutAWord) {
                client.reset();
            }
        }
    }

    private static long broadcastersWhenEmpty(ForkedServer server) throws Exception {
        for (int gauge : new int[] {SUBSCRIPTIONS, CHANNELS, CHANNEL_CLIENTS, RESOURCES}) {
            Awaiting.until("gauge " + gauge + " at 0, is " + server.gauge(gauge), () -> server.gauge(gauge) == 0);
        }
        // Read once a second; those of the last channels may be among it.
        Awaiting.until("no Broadcaster is left of a channel", () -> server.gauge(BROADCASTERS) <= 2);
        return server.gauge(BROADCASTERS);
    }

    /** Returns the bytes that a full collection leaves, as the last line of a histogram of classes tells. */
    private static long liveBytes(ForkedServer server) throws Exception {
        Path jcmd = ServerKind.newerJavaHome().resolve("bin/jcmd");
        Process process = new ProcessBuilder(
                        jcmd.toString(), Long.toString(server.running().pid()), "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text.lines()
                .map(line -> line.strip().split("\\s+"))
                // Rows of classes, without those that fill gaps between objects.
                .filter(row -> row.length >= 4 && row[0].matches("\\d+:") && !row[3].contains("Filler"))
                .mapToLong(row -> Long.parseLong(row[2]))
                .sum();
    }
}
