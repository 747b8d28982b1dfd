package io.ceiling.hosts;

import io.ceiling.harness.engine.session.ForkedServers;
import io.ceiling.harness.engine.session.ForkedSession;
import io.ceiling.harness.engine.session.HostFacts;
import io.ceiling.harness.engine.session.Recorder;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ScenarioNotRunException;
import io.ceiling.harness.engine.session.ServerLauncher;
import io.ceiling.harness.install.Installation;
import io.ceiling.harness.observe.ServerProbe;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.server.ServerFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The servers of a node, each with everything that observes it. Thread-safe; a server may be used by one thread at a
 * time.
 */
final class NodeServers {

    // Bytes of the end of a log that go to the harness.
    private static final int MAX_LOG_BYTES = 256 << 10;

    private final Path home;
    private final List<Jdk> jdks;
    private final Path folder;
    private final Map<Integer, ForkedSession> running = new ConcurrentHashMap<>();
    private final AtomicInteger places = new AtomicInteger();
    private final AtomicInteger numbers = new AtomicInteger();
    private final RunClock clock = new RunClock();

    /**
     * Creates the servers of a node; none runs yet.
     *
     * @param home root folder of the project
     * @param jdks JDKs of this host
     * @param folder folder for logs
     */
    NodeServers(Path home, List<Jdk> jdks, Path folder) {
        this.home = home;
        this.jdks = List.copyOf(jdks);
        this.folder = folder;
    }

    /**
     * A server that is ready.
     *
     * @param id number that the node has given it
     * @param server the server with the settings that it uses
     * @param limits limits of its process
     */
    record ReadyServer(int id, StartedServer server, HostLimits limits) {}

    /**
     * A reading of a server.
     *
     * @param afterGc true if a full collection was counted before
     */
    record NodeReading(boolean afterGc, ServerReading reading) {

        static NodeReading of(ForkedSession server, NodeCall.ReadServer.Depth depth) {
            Recorder recorder = server.recorder();
            return switch (depth) {
                case GLANCE -> new NodeReading(false, recorder.glance());
                case ALL -> new NodeReading(false, recorder.read());
                case AFTER_GC -> of(recorder.collected(false));
                case STEADY_AFTER_GC -> of(recorder.collected(true));
            };
        }

        private static NodeReading of(ServerProbe.Collected collected) {
            return new NodeReading(collected.afterGc(), collected.reading());
        }
    }

    /** Figures of a server that are polled between its readings; see the methods of the same names of its session. */
    record ServerFigures(
            OptionalInt exitCode,
            Observation connections,
            Observation compilationNanos,
            double processors,
            Observation cpuNanos,
            Observation deepestLevel) {

        static ServerFigures of(ForkedSession server) {
            return new ServerFigures(
                    server.exitCode(),
                    server.connections(),
                    server.compilationNanos(),
                    server.processors(),
                    server.cpuNanos(),
                    server.deepestLevel());
        }
    }

    /** Reserves a place for a server, and returns the number of places that others have. */
    int reservePlace() {
        return places.getAndIncrement();
    }

    /** Leaves the place of a server that has ended, or was not started. */
    void releasePlace() {
        places.decrementAndGet();
    }

    /** Starts a server that has a place, and blocks until it is ready. */
    ReadyServer start(NodeCall.StartServer order) throws InterruptedException {
        Scenario scenario = withLocalJdk(order.scenario());
        ServerFiles files = new ServerFiles(home);
        List<Installation.MissingPart> missing = files.missing(List.of(scenario));
        if (!missing.isEmpty()) {
            throw new ScenarioNotRunException("%s on that host. Hint: %s"
                    .formatted(
                            missing.get(0).description(),
                            scenario.application().isPresent()
                                    ? "copy the WAR to the same path there"
                                    : missing.get(0).remedy()));
        }
        Optional<String> problem = files.resolve(List.of(scenario), line -> {});
        if (problem.isPresent()) {
            throw new ScenarioNotRunException("%s, on that host".formatted(problem.get()));
        }
        int id = numbers.incrementAndGet();
        ForkedServers servers = new ForkedServers(
                scenario,
                new ServerLauncher(new ServerFiles(home), any -> folder.resolve("server-%d.log".formatted(id))),
                HostFacts.ofThisHost(),
                sample -> {},
                clock,
                clock.nanoTime() - order.elapsedNanos());
        ForkedSession session = ForkedSession.start(servers, order.number(), order.place());
        running.put(id, session);
        return new ReadyServer(id, session.started().server(), session.started().limits());
    }

    private Scenario withLocalJdk(Scenario scenario) {
        int feature = scenario.jdk().feature();
        Jdk jdk = jdks.stream()
                .filter(found -> found.feature() == feature)
                .findFirst()
                .orElseThrow(() -> new ScenarioNotRunException("no JDK %d on this host, found: %s"
                        .formatted(feature, jdks.stream().map(Jdk::version).toList())));
        ServerSettings server = scenario.server();
        return scenario.with(server.toBuilder().jdk(jdk).build());
    }

    /**
     * Returns a server.
     *
     * @throws ScenarioNotRunException if there is none of that number
     */
    ForkedSession of(int id) {
        ForkedSession session = running.get(id);
        if (session == null) {
            throw new ScenarioNotRunException("there is no server %d on this node".formatted(id));
        }
        return session;
    }

    /** Ends a server, blocks until it is gone, and returns the end of its log. */
    String end(int id) {
        ForkedSession session = running.remove(id);
        if (session == null) {
            return "";
        }
        try {
            session.close();
        } finally {
            releasePlace();
        }
        String text = end(session.log());
        try {
            Files.deleteIfExists(session.log());
        } catch (IOException e) {
            // A later node deletes the whole folder.
        }
        return text;
    }

    private static String end(Path log) {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long length = file.length();
            byte[] bytes = new byte[(int) Math.min(MAX_LOG_BYTES, length)];
            file.seek(length - bytes.length);
            file.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "its log cannot be read: " + e.getMessage();
        }
    }

    /** Ends all servers and blocks until they are gone. */
    void endAll() {
        running.keySet().forEach(this::end);
    }
}
