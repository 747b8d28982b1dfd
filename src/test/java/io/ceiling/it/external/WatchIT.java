package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.JavaHomes;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling watch} beside wrk and k6. Without the tool a test is skipped, or fails where it is required. */
@Tag("waiting")
class WatchIT {

    private static final int THREADS = 200;

    private final Path folder;
    private final Probing probing;

    WatchIT(@TempDir Path folder) {
        this.folder = folder;
        probing = new Probing(folder);
    }

    private static Optional<Path> find(String tool) {
        return Stream.concat(
                        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                        Stream.of(System.getProperty("user.home") + "/go/bin"))
                .map(place -> Path.of(place).resolve(tool))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static String wrk() {
        Optional<Path> wrk = find("wrk");
        Assumptions.assumeTrue(wrk.isPresent(), "wrk is not in PATH");
        return wrk.orElseThrow().toString();
    }

    private static ForkedServer tomcat(int maxConnections) throws Exception {
        return ForkedServer.tomcat(THREADS, maxConnections, "-Dceiling.hold.seconds=2");
    }

    private static String url(ForkedServer server, String path) {
        return "http://127.0.0.1:" + server.port() + "/ceiling" + path;
    }

    private CeilingCommand watch(ForkedServer server, String... command) throws InterruptedException {
        CeilingCommand ceiling = probing.watch(url(server, ""), command);
        System.out.println(ceiling.output() + ceiling.errors());
        return ceiling;
    }

    /** The limits that were met; what other processes do to this host says nothing about the watch. */
    private List<String> met() {
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(probing.results()), "watch.csv").stream()
                .map(row -> row.getField("factor"))
                .filter(factor -> !factor.equals("host-cpu"))
                .distinct()
                .toList();
    }

    @Test
    void namesTheConnectionsThatTomcatDoesNotAccept() throws Exception {
        String wrk = wrk();
        try (ForkedServer server = tomcat(50)) {
            CeilingCommand ceiling = watch(server, wrk, "-t1", "-c200", "-d4s", url(server, "/length?length=5"));

            assertThat(ceiling.exitCode()).as(ceiling.errors()).isZero();
            assertThat(met()).contains("server-max-connections");
            assertThat(ceiling.output())
                    .contains("50 connections accepted, maxConnections is 50", "in the listen queue", "Requests/sec");
            assertThat(server.isAlive()).isTrue();
        }
        Path run = CeilingsCsv.onlyRun(probing.results());
        assertThat(CeilingProcess.read(run.resolve("details").resolve("tool.log")))
                .contains("Requests/sec");
        assertThat(CeilingProcess.read(run.resolve("report.html"))).contains("server-max-connections");
        assertThat(CeilingProcess.read(run.resolve("environment.json")))
                .contains("\"not_seen\"")
                .doesNotContain("length=5");
    }

    @Tag("all")
    @Test
    void theNameGoesWhenTheLimitIsRaised() throws Exception {
        String wrk = wrk();
        try (ForkedServer server = tomcat(10_000)) {
            CeilingCommand ceiling = watch(server, wrk, "-t1", "-c100", "-d4s", url(server, "/hold/blocking"));

            assertThat(ceiling.exitCode()).as(ceiling.errors()).isZero();
            assertThat(met()).doesNotContain("server-max-connections");
        }
    }

    @Tag("all")
    @Test
    void namesWhatTheApplicationLetsThroughAtOnce() throws Exception {
        String wrk = wrk();
        try (OtherJvm server = OtherJvm.start(
                JavaHomes.running(), List.of("-Xmx256m"), WaitingApplication.class, Integer.toString(THREADS))) {
            String url = server.url() + "/pool";
            CeilingCommand ceiling = probing.watch(url, wrk, "-t1", "-c40", "-d12s", url);

            assertThat(ceiling.exitCode()).as(ceiling.errors()).isZero();
            assertThat(met()).as(ceiling.output()).containsExactly("application-pool");
            assertThat(ceiling.output())
                    .contains(
                            "HikariPool.getConnection",
                            "WaitingApplication.listOrders",
                            "single requests, GET /pool, were sent after the load tool had ended");
        }
    }

    @Tag("all")
    @Test
    void worksBesideK6() throws Exception {
        Optional<Path> k6 = find("k6");
        Assumptions.assumeTrue(k6.isPresent(), "k6 is neither in PATH nor in ~/go/bin");
        Path script = Files.writeString(
                folder.resolve("script.js"),
                "import http from 'k6/http';\nexport default function () { http.get(__ENV.TARGET); }\n");
        try (ForkedServer server = tomcat(30)) {
            CeilingCommand ceiling = watch(
                    server,
                    k6.orElseThrow().toString(),
                    "run",
                    "--vus=90",
                    "--duration=6s",
                    "--env=TARGET=" + url(server, "/hold/blocking"),
                    "--no-usage-report",
                    script.toString());

            assertThat(ceiling.exitCode()).as(ceiling.errors()).isZero();
            assertThat(met()).contains("server-max-connections");
        }
    }

    @Test
    void aToolThatEndsWithAnErrorIsOneLineWithItsLastOne() throws Exception {
        try (AnyApplication shop = new AnyApplication("/shop")) {
            CeilingCommand ceiling = probing.watch(
                    "http://127.0.0.1:" + shop.port() + "/shop", "sh", "-c", "echo no such script; exit 9");

            assertThat(ceiling.exitCode()).isEqualTo(3);
            assertThat(ceiling.errors().lines()).singleElement().satisfies(line -> assertThat(line)
                    .contains("the load tool sh ended with exit code 9", "its last line: no such script"));
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES)
    void interruptingEndsTheToolAndWhatItStarted() throws Exception {
        try (AnyApplication shop = new AnyApplication("/shop")) {
            CeilingProcess ceiling = CeilingProcess.start(
                    folder,
                    "watch",
                    "--results=" + probing.results(),
                    "http://127.0.0.1:" + shop.port() + "/shop",
                    "--",
                    "sh",
                    "-c",
                    "sleep 600 & echo child $!; wait");
            String child = "child ";
            while (!ceiling.output().lines().anyMatch(line -> line.startsWith(child))) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            long pid = ceiling.output()
                    .lines()
                    .filter(line -> line.startsWith(child))
                    .mapToLong(line ->
                            Long.parseLong(line.substring(child.length()).strip()))
                    .findFirst()
                    .orElseThrow();
            assertThat(ProcessHandle.of(pid)).isPresent();

            ceiling.signal("INT");

            assertThat(ceiling.exitCode()).isEqualTo(130);
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
        }
    }
}
