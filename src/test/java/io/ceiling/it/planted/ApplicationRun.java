package io.ceiling.it.planted;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.FrontProxy;
import io.ceiling.it.fixture.Ports;
import io.ceiling.it.planted.ApplicationDraw.Way;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Starts a drawn application, with a proxy before it or without, and measures it through the command line. */
final class ApplicationRun {

    /** Connections for which a proxy has room: far more than any draw needs. */
    private static final int ROOM = 9_000;

    /** Of an application of Spring Boot, on a host that is busy. */
    private static final Duration LONGEST_START = Duration.ofMinutes(3);

    private final ApplicationDraw draw;
    private final Path folder;
    private long seconds;

    private ApplicationRun(ApplicationDraw draw, Path folder) {
        this.draw = draw;
        this.folder = folder;
    }

    /** Blocks until it has ended; its application and proxy are gone on return. */
    static ApplicationResult of(ApplicationDraw draw, Path folder) throws Exception {
        Optional<String> obstacle = draw.platform().obstacle();
        if (obstacle.isEmpty() && draw.way().isProxy()) {
            obstacle = FrontProxy.obstacle(draw.way().label());
        }
        if (obstacle.isPresent()) {
            return new ApplicationResult(draw, Found.skipped(obstacle.get()), 0);
        }
        ApplicationRun run = new ApplicationRun(draw, folder);
        Found found = draw.way() == Way.JAR ? run.jar() : run.probed();
        return new ApplicationResult(draw, found, run.seconds);
    }

    private Found jar() throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("run", "--jar=" + draw.platform().jar(), "--heap=512m"));
        if (draw.limit() == Limit.NONE) {
            arguments.addAll(List.of("--thread-kind=virtual", "--cap=" + draw.size()));
        } else {
            arguments.add("--threads=" + (draw.limit() == Limit.THREADS ? draw.size() : draw.threads()));
        }
        List<String> environment = new ArrayList<>(List.of("env"));
        environment(0).forEach((name, value) -> environment.add(name + "=" + value));
        return measured(environment, arguments);
    }

    private Found probed() throws Exception {
        int port = Ports.free();
        ProcessBuilder command = new ProcessBuilder(draw.platform().command(systemProperties(), folder))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("application.log").toFile());
        command.environment().putAll(environment(port));
        Process application = command.start();
        try {
            Awaiting.until(
                    "%s answers".formatted(draw.name()), LONGEST_START, () -> !application.isAlive() || answers(port));
            if (!application.isAlive()) {
                throw new IOException("the application ended: " + Files.readString(folder.resolve("application.log")));
            }
            if (!draw.way().isProxy()) {
                return measured(List.of(), probe(port));
            }
            try (FrontProxy proxy = FrontProxy.start(draw.way().label(), folder, ROOM, port)) {
                List<String> arguments = probe(proxy.port());
                arguments.add("--upstream=127.0.0.1:" + port);
                return measured(List.of(), arguments);
            }
        } finally {
            application.destroy();
            if (!application.waitFor(5, TimeUnit.SECONDS)) {
                application.destroyForcibly().waitFor();
            }
        }
    }

    private List<String> probe(int port) {
        List<String> arguments = new ArrayList<>(List.of("probe", "http://127.0.0.1:" + port, "--time-limit=4m"));
        if (draw.limit() == Limit.NONE) {
            arguments.add("--cap=" + draw.size());
        }
        return arguments;
    }

    private String path() {
        return "/limited/" + draw.limit().label();
    }

    private boolean answers(int port) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("http://127.0.0.1:%d%s".formatted(port, path()))
                            .toURL()
                            .openConnection();
            connection.setReadTimeout(10_000);
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** Of a proxy, which starts with the application, or the properties of Spring Boot, which {@code run --jar} passes on. */
    private Map<String, String> environment(int port) {
        String size = Integer.toString(draw.size());
        Map<String, String> names = new HashMap<>(Map.of(
                "LIMIT_KIND", draw.limit().label(),
                "LIMIT_SIZE", Integer.toString(Math.max(1, draw.size())),
                "LIMIT_MILLIS", Integer.toString(draw.times().serviceMillis()),
                "SPRING_TASK_EXECUTION_MODE", "force"));
        if (port > 0) {
            names.put("SERVER_PORT", Integer.toString(port));
            names.put("SERVER_ADDRESS", "127.0.0.1");
            String threads = draw.limit() == Limit.THREADS ? size : Integer.toString(draw.threads());
            if (draw.limit() == Limit.NONE) {
                names.put("SPRING_THREADS_VIRTUAL_ENABLED", "true");
            } else if (draw.platform().isMvc()) {
                names.put("SERVER_TOMCAT_THREADS_MAX", threads);
                names.put("SERVER_JETTY_THREADS_MAX", threads);
                names.put("SERVER_UNDERTOW_THREADS_WORKER", threads);
            }
        }
        if (draw.limit() == Limit.HIKARI) {
            names.put("SPRING_DATASOURCE_HIKARI_MAXIMUMPOOLSIZE", size);
        }
        if (draw.limit() == Limit.CALLABLE || draw.limit() == Limit.ASYNC) {
            names.put("SPRING_TASK_EXECUTION_POOL_CORESIZE", size);
        }
        return names;
    }

    private List<String> systemProperties() {
        return switch (draw.limit()) {
            case ELASTIC -> List.of("-Dreactor.schedulers.defaultBoundedElasticSize=" + draw.size());
            case LOOP -> List.of("-Dreactor.netty.ioWorkerCount=" + draw.size());
            default -> List.of();
        };
    }

    /** What a busy host spoilt is measured once more. */
    private Found measured(List<String> around, List<String> target) throws Exception {
        Found found = once(around, target, folder.resolve("results"));
        return found.verdict().equals("invalid") ? once(around, target, folder.resolve("again")) : found;
    }

    private Found once(List<String> around, List<String> target, Path results) throws Exception {
        List<String> arguments = new ArrayList<>(target);
        arguments.addAll(List.of(
                "--in-flight=" + path(),
                "--slo=%dms".formatted(draw.times().sloMillis()),
                "--null-time=1s",
                "--results=" + results));
        long begin = System.nanoTime();
        CeilingProcess ceiling = CeilingProcess.start(folder, around, arguments);
        int exitCode = ceiling.exitCode();
        seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        List<NamedCsvRecord> rows =
                Files.isDirectory(results) ? CeilingsCsv.rows(CeilingsCsv.onlyRun(results)) : List.of();
        if (rows.size() != 1) {
            throw new IOException("%s: %d rows, exit code %d\n%s%s"
                    .formatted(draw.name(), rows.size(), exitCode, ceiling.output(), ceiling.errors()));
        }
        return Found.of(rows.get(0));
    }
}
