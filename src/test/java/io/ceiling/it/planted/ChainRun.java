package io.ceiling.it.planted;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Ports;
import io.ceiling.it.planted.ChainResult.Answer;
import io.ceiling.it.planted.Station.Kind;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts a drawn application and the backends of its pools, and measures it through the command line. */
final class ChainRun {

    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final ChainDraw draw;
    private final Path folder;
    private final List<Process> started = new ArrayList<>();
    private long seconds;

    private ChainRun(ChainDraw draw, Path folder) {
        this.draw = draw;
        this.folder = folder;
    }

    /** Blocks until it has ended; all that it started is gone on return. */
    static ChainResult of(ChainDraw draw, Path folder) throws Exception {
        Optional<String> obstacle = draw.platform().obstacle();
        if (obstacle.isPresent()) {
            return new ChainResult(draw, draw.names(""), new Answer("", "skipped", "", obstacle.get()), 0);
        }
        ChainRun run = new ChainRun(draw, folder);
        try {
            return run.result();
        } finally {
            for (Process process : run.started) {
                process.destroy();
                if (!process.waitFor(5, TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            }
        }
    }

    private ChainResult result() throws Exception {
        List<String> chain = new ArrayList<>();
        String backend = "";
        for (int i = 0; i < draw.chain().size(); i++) {
            Station station = draw.chain().get(i);
            int port = station.kind() == Kind.POOL ? backend(station) : 0;
            chain.add(station.text(port));
            if (i == draw.bottleneck().at()) {
                backend = "127.0.0.1:" + port;
            }
        }
        int port = Ports.free();
        Process application = start(
                draw.platform().command(folder),
                Map.of(
                        "STATIONS",
                        String.join(",", chain),
                        "SERVER_PORT",
                        Integer.toString(port),
                        "SERVER_ADDRESS",
                        "127.0.0.1",
                        "SERVER_TOMCAT_THREADS_MAX",
                        "600"));
        await(application, () -> answers(port));
        List<String> names = draw.names(backend);
        Answer answer = measured(port, "results");
        return new ChainResult(
                draw, names, answer.verdict().equals("invalid") ? measured(port, "again") : answer, seconds);
    }

    private int backend(Station station) throws Exception {
        int port = Ports.free();
        Process backend = start(ChainPlatform.backend(port, station.behind(), station.number()), Map.of());
        await(backend, () -> listens(port));
        return port;
    }

    private Process start(List<String> command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Path log() {
        return folder.resolve("started.log");
    }

    private void await(Process process, Awaiting.Condition ready) throws Exception {
        Awaiting.until(draw.name() + " is ready", LONGEST_START, () -> !process.isAlive() || ready.holds());
        if (!process.isAlive()) {
            throw new IOException("it ended: " + Files.readString(log()));
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean answers(int port) {
        try {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://127.0.0.1:%d/chain".formatted(port))
                    .toURL()
                    .openConnection();
            connection.setReadTimeout(10_000);
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private Answer measured(int port, String name) throws Exception {
        Path results = folder.resolve(name);
        List<String> arguments = new ArrayList<>(List.of(
                "probe",
                "http://127.0.0.1:" + port,
                "--in-flight=/chain",
                "--slo=%dms".formatted(draw.sloMillis()),
                "--time-limit=4m",
                "--null-time=1s",
                "--results=" + results));
        if (draw.hasCap()) {
            arguments.add("--cap=" + draw.bottleneck().number());
        }
        long begin = System.nanoTime();
        CeilingProcess ceiling = CeilingProcess.start(folder, List.of(), arguments);
        int exitCode = ceiling.exitCode();
        seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        List<NamedCsvRecord> rows =
                Files.isDirectory(results) ? CeilingsCsv.rows(CeilingsCsv.onlyRun(results)) : List.of();
        if (rows.size() != 1) {
            throw new IOException("%s: %d rows, exit code %d\n%s%s"
                    .formatted(draw.name(), rows.size(), exitCode, ceiling.output(), ceiling.errors()));
        }
        NamedCsvRecord row = rows.get(0);
        String factor = row.getField("limiting_factor");
        return new Answer(
                factor.isEmpty() ? ChainDraw.NOTHING : factor,
                row.getField("verdict"),
                row.getField("ceiling_connections"),
                "%s %s -> %s".formatted(row.getField("evidence"), row.getField("why"), row.getField("relief")));
    }
}
