package io.ceiling.it.planted;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.FrontProxy;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.Ports;
import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.fixture.StockServer;
import io.ceiling.it.fixture.StockSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs one draw through the command line: a server of ours by {@code run}, a stock one by {@code probe}. */
final class DrawnRun {

    private static final long MICROSECONDS_OF_A_PERCENT = 1_000;

    /** A ramp that takes longer has met something that was not drawn. */
    private static final String TIME_LIMIT = "--time-limit=3m";

    private final Draw draw;
    private final Path folder;

    private DrawnRun(Draw draw, Path folder) {
        this.draw = draw;
        this.folder = folder;
    }

    /** Blocks until it has ended; its servers and proxies are gone on return. */
    static DrawResult of(Draw draw, Path folder) throws Exception {
        long begin = System.nanoTime();
        DrawnRun run = new DrawnRun(draw, folder);
        Optional<String> obstacle = run.obstacle();
        DrawResult result;
        if (obstacle.isPresent()) {
            result = DrawResult.of(draw, Optional.empty(), Found.skipped(obstacle.get()));
        } else if (draw.server().ours().isPresent()) {
            result = run.ours(draw.server().ours().get());
        } else {
            result = run.stock();
        }
        return result.lasting(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin));
    }

    private Optional<String> obstacle() {
        if (draw.server().newestJdk() && JavaHomes.newestWithVirtualThreads().isEmpty()) {
            return Optional.of("no JDK of 21 or newer");
        }
        Optional<String> group = quota().flatMap(ControlGroup::obstacle);
        return group.isPresent() || !draw.has("proxy") ? group : FrontProxy.obstacle(draw.text("proxy"));
    }

    private Optional<Plant.GroupLimit> quota() {
        return draw.has("cpu-percent")
                ? Optional.of(new Plant.GroupLimit("cpu", draw.number("cpu-percent") * MICROSECONDS_OF_A_PERCENT))
                : Optional.empty();
    }

    private DrawResult ours(ServerKind kind) throws Exception {
        List<String> options = new ArrayList<>();
        for (String name :
                List.of("threads", "max-connections", "accept-count", "nofile", "heap", "direct-memory", "cap")) {
            if (draw.has(name)) {
                options.add("--%s=%s".formatted(name, draw.text(name)));
            }
        }
        options.addAll(ramp());
        Plant plant = Plant.of(draw.words())
                .with(options.toArray(String[]::new))
                .on(draw.server().javaHome());
        if (draw.has("idle-ms")) {
            plant = plant.server(
                    WrappedJdk.replace("--idle-timeout-ms=", "--idle-timeout-ms=" + draw.number("idle-ms")));
        }
        if (draw.has("explicit-gc")) {
            plant = plant.server(WrappedJdk.prepend("-XX:+DisableExplicitGC"));
        }
        if (quota().isPresent()) {
            plant = plant.serverGroup(quota().get().controller(), quota().get().value());
        }
        PlantedRun.Outcome outcome = PlantedRun.of(
                new PlantedCell(draw.truth().name(), kind, draw.workload(), plant, PlantedCell.Form.FULL), folder);
        return DrawResult.of(
                draw,
                draw.truth().numberWith(openWithoutConnections(CeilingsCsv.onlyRun(PlantedRun.resultsIn(folder)))),
                new Found(outcome.named(), outcome.verdict(), outcome.ceiling(), outcome.evidence(), ""));
    }

    /** Options of the ramp, which both commands have. */
    private List<String> ramp() {
        List<String> options = new ArrayList<>();
        for (String name : List.of("slo", "hold")) {
            if (draw.has(name + "-ms")) {
                options.add("--%s=%sms".formatted(name, draw.text(name + "-ms")));
            }
        }
        if (draw.has("source-addresses")) {
            options.add("--source-addresses=" + draw.number("source-addresses"));
        }
        return options;
    }

    /**
     * Descriptors of the server without its connections, in the readings before the first level and after it: those that warmed
     * the server may still be closing in the first one.
     */
    private int openWithoutConnections(Path run) {
        return CeilingsCsv.rows(run.resolve("details"), "samples.csv").stream()
                .filter(row -> row.getField("after_gc").equals("true"))
                .filter(row -> !row.getField("server_connections").isEmpty()
                        && !row.getField("server_open_descriptors").isEmpty())
                .limit(2)
                .mapToInt(row -> Integer.parseInt(row.getField("server_open_descriptors"))
                        - draw.truth().descriptorsEach() * Integer.parseInt(row.getField("server_connections")))
                .min()
                .orElse(0);
    }

    private DrawResult stock() throws Exception {
        Optional<Plant.GroupLimit> quota = quota();
        if (quota.isEmpty()) {
            return probed(List.of());
        }
        try (ControlGroup group = ControlGroup.create(quota.get())) {
            return probed(List.of("sh", "-c", group.join() + "; exec \"$@\"", "sh"));
        }
    }

    private DrawResult probed(List<String> inGroup) throws Exception {
        List<String> around = new ArrayList<>(inGroup);
        around.addAll(List.of("prlimit", "--nofile=%d:%<d".formatted(draw.number("nofile"))));
        Optional<Integer> jmxPort = draw.has("proxy") ? Optional.of(Ports.free()) : Optional.empty();
        StockSetup setup = setup(jmxPort).withAround(around);
        try (StockServer server = StockServer.start(
                draw.server().stock().orElseThrow(), draw.server().javaHome(), setup)) {
            int open = openNow(server.pid());
            if (!draw.has("proxy")) {
                return probe(server.port(), open, List.of());
            }
            try (FrontProxy proxy =
                    FrontProxy.start(draw.text("proxy"), folder, draw.number("proxy-connections"), server.port())) {
                return probe(
                        proxy.port(),
                        open,
                        // Where the proxy decides, nothing need be seen of the server behind it.
                        draw.kind() == DrawKind.BEHIND_PROXY
                                ? List.of("--jmx=127.0.0.1:" + jmxPort.orElseThrow())
                                : List.of());
            }
        }
    }

    private StockSetup setup(Optional<Integer> jmxPort) {
        Map<String, String> ofTheWar = new HashMap<>();
        if (draw.has("hold-seconds")) {
            ofTheWar.put("ceiling.hold.seconds", draw.text("hold-seconds"));
        }
        List<String> jvm = new ArrayList<>();
        if (draw.has("explicit-gc")) {
            jvm.add("-XX:+DisableExplicitGC");
        }
        jmxPort.ifPresent(port -> jvm.addAll(List.of(
                "-Dcom.sun.management.jmxremote.port=" + port,
                "-Dcom.sun.management.jmxremote.rmi.port=" + port,
                "-Dcom.sun.management.jmxremote.host=127.0.0.1",
                "-Djava.rmi.server.hostname=127.0.0.1",
                "-Dcom.sun.management.jmxremote.authenticate=false",
                "-Dcom.sun.management.jmxremote.ssl=false")));
        StockSetup setup = StockSetup.of(ofTheWar)
                .withJvmOptions(jvm)
                .withMaxThreads(draw.number("threads"))
                .withConnector(draw.server().isJetty() ? jettyProperties() : tomcatAttributes());
        if (draw.has("idle-ms")) {
            setup = setup.withIdleMillis(draw.number("idle-ms"));
        }
        if (!draw.server().isJetty()) {
            return setup;
        }
        // Without it a Jetty tells nobody its connections.
        List<String> modules = new ArrayList<>(List.of("jmx"));
        if (draw.has("module")) {
            modules.add(draw.text("module"));
        }
        return setup.withModules(modules);
    }

    private Map<String, String> tomcatAttributes() {
        Map<String, String> attributes = new HashMap<>();
        attributes.put("acceptCount", draw.text("accept-count"));
        if (draw.has("max-connections")) {
            attributes.put("maxConnections", draw.text("max-connections"));
        }
        return attributes;
    }

    private Map<String, String> jettyProperties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("jetty.http.acceptQueueSize", draw.text("accept-count"));
        if (draw.has("module")) {
            properties.put(
                    draw.text("module").equals("connection-limit")
                            ? "jetty.connectionlimit.maxConnections"
                            : "jetty.networkConnectionLimit.maxNetworkConnectionCount",
                    draw.text("max-connections"));
        }
        return properties;
    }

    private DrawResult probe(int port, int open, List<String> more) throws Exception {
        Path results = folder.resolve("results");
        List<String> arguments = new ArrayList<>(List.of(
                "probe",
                "http://127.0.0.1:%d/ceiling/".formatted(port),
                "--results=" + results,
                draw.workload().equals(StockDraws.OWN_ANSWER)
                        ? "--get=" + FrontProxy.OWN_PATH
                        : "--workload=" + draw.workload(),
                "--cap=" + draw.number("cap"),
                TIME_LIMIT));
        arguments.addAll(ramp());
        arguments.addAll(more);
        CeilingProcess ceiling = CeilingProcess.start(folder, List.of(), arguments);
        int exitCode = ceiling.exitCode();
        List<NamedCsvRecord> rows =
                Files.isDirectory(results) ? CeilingsCsv.rows(CeilingsCsv.onlyRun(results)) : List.of();
        if (rows.size() != 1) {
            throw new AssertionError("%s: %d rows, exit code %d\n%s%s"
                    .formatted(draw.name(), rows.size(), exitCode, ceiling.output(), ceiling.errors()));
        }
        return DrawResult.of(draw, draw.truth().numberWith(open), Found.of(rows.get(0)));
    }

    private static int openNow(long pid) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return (int) open.count();
        }
    }
}
