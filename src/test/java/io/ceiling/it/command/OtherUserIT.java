package io.ceiling.it.command;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.rmi.NoSuchObjectException;
import java.rmi.registry.LocateRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** While a run lasts, another user of the host can neither join it, nor read what is its own, nor order its processes. */
@Tag("all")
@Tag("side-by-side")
class OtherUserIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** Each tells of process $p with its exit code. The owner goes first: to attach makes the socket that others then find. */
    private static final Map<String, String> ATTEMPTS = attempts();

    @TempDir
    Path folder;

    private CeilingProcess ceiling;

    private static Map<String, String> attempts() {
        Map<String, String> attempts = new LinkedHashMap<>();
        attempts.put("read its standard input", ": < /proc/$p/fd/0");
        attempts.put("write to its standard input", ": >> /proc/$p/fd/0");
        attempts.put("read its standard output", ": < /proc/$p/fd/1");
        attempts.put("list its descriptors", "ls /proc/$p/fd");
        attempts.put("read its environment", "cat /proc/$p/environ");
        attempts.put("read its memory", ": < /proc/$p/mem");
        attempts.put("read its working directory", "readlink /proc/$p/cwd");
        attempts.put("signal it", "kill -0 $p");
        attempts.put("trace it", "cat /proc/$p/syscall");
        attempts.put("attach to its JVM", "timeout 20 \"$1\" $p VM.version");
        attempts.put("connect to the socket for attaching", "[ -w /tmp/.java_pid$p ]");
        return attempts;
    }

    @BeforeEach
    void startARun() throws Exception {
        Optional<String> obstacle = Stranger.obstacle();
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
        ceiling = CeilingProcess.start(
                folder,
                List.of(),
                Words.of(
                        "run --results=%s --container=jetty --thread-kind=platform --workload=hold-async --cap=200 "
                                + "--hold=60s --nofile=1024 --heap=256m --threads=default --buffer=default",
                        folder.resolve("results")));
        Awaiting.until(
                "connections that are held",
                PATIENCE,
                () -> CeilingProcess.linesOfSamples(folder.resolve("results")) > 1);
    }

    @AfterEach
    void endTheRun() throws Exception {
        if (ceiling != null) {
            ceiling.signal("TERM");
            ceiling.exitCode();
        }
    }

    @Test
    void noOtherUserReadsOrOrdersAProcessOfIt() throws Exception {
        String script = "p=%d; ".formatted(ceiling.handle().pid())
                + tries()
                + ceiling.children().stream()
                        .map(child -> "p=%d; %s".formatted(child.pid(), tries()))
                        .collect(joining());
        String jcmd = JavaHomes.running().resolve("bin").resolve("jcmd").toString();

        List<String> own = Stranger.runAsOwner(script, jcmd).lines().toList();
        List<String> stranger = Stranger.run(script, jcmd).lines().toList();

        // Without the owner's success a refusal would prove nothing.
        assertThat(own)
                .hasSize(ATTEMPTS.size() * (1 + ceiling.children().size()))
                .allSatisfy(line -> assertThat(line).endsWith("succeeded"));
        assertThat(stranger).hasSameSizeAs(own).allSatisfy(line -> assertThat(line)
                .endsWith("failed"));
    }

    private static String tries() {
        return ATTEMPTS.entrySet().stream()
                .map(attempt ->
                        "if { (%s); } > /dev/null 2>&1; then echo \"$p %s: succeeded\"; else echo \"$p %s: failed\"; fi; "
                                .formatted(attempt.getValue(), attempt.getKey(), attempt.getKey()))
                .collect(joining());
    }

    @Test
    void theServerAloneListensAndAnswersOthersAsTheWebApplicationDoes() throws Exception {
        assertThat(Listening.of(ceiling.handle())).as("harness").isEmpty();
        for (ProcessHandle child : ceiling.children()) {
            if (!isServer(child)) {
                assertThat(Listening.of(child)).as("load agent").isEmpty();
            }
        }
        List<String> sockets = Listening.of(server());
        List<Integer> ofTheServer = Listening.tcpPorts(
                sockets.stream().filter(Listening::isOnLoopback).toList());
        List<Integer> onEveryAddress = Listening.tcpPorts(
                sockets.stream().filter(line -> !Listening.isOnLoopback(line)).toList());

        assertThat(ofTheServer).as("%s", sockets).hasSize(1);
        int served = ofTheServer.get(0);
        assertThat(get(served, "/ceiling/length?length=1")).startsWith("HTTP/1.1 200 ");
        for (String elsewhere : List.of("/", "/manager/html", "/META-INF/", "/ceiling/WEB-INF/web.xml")) {
            assertThat(get(served, elsewhere)).as(elsewhere).startsWith("HTTP/1.1 404 ");
        }
        // The agent of the JDK, over which the harness reads the server: nobody is told the numbers of its objects.
        assertThat(onEveryAddress).hasSizeLessThanOrEqualTo(1).allSatisfy(port -> {
            assertThat(get(port, "/")).doesNotContain("HTTP");
            assertThatThrownBy(
                            () -> LocateRegistry.getRegistry("127.0.0.1", port).list())
                    .isInstanceOf(NoSuchObjectException.class);
        });
        assertThat(sockets.stream().filter(line -> line.startsWith("udp")).toList())
                .isEmpty();
    }

    private static String get(int port, String path) throws Exception {
        return Stranger.run(
                "exec 3<> /dev/tcp/127.0.0.1/$1 && printf 'GET %s HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n'"
                        + " \"$2\" >&3 && timeout 5 cat <&3 | tr -d '\\0'",
                Integer.toString(port), path);
    }

    @Test
    void whatItWritesIsForOthersToReadAtMost() throws Exception {
        Path run = folder.resolve("results").resolve("latest").toRealPath();
        Path work = workFolder();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(work)))
                .isEqualTo("rwx------");
        assertThat(Stranger.runAsOwner("ls \"$1\"", work.toString())).contains("work");
        assertThat(Stranger.run("ls \"$1\" && echo listed", work.toString())).doesNotContain("listed");
        try (Stream<Path> files = Files.walk(run)) {
            assertThat(files.filter(file -> !Files.isSymbolicLink(file)).toList())
                    .hasSizeGreaterThan(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .as(file.getFileName().toString())
                            .doesNotMatch(".......w."));
        }
    }

    private ProcessHandle server() {
        return ceiling.children().stream()
                .filter(OtherUserIT::isServer)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no server among the children"));
    }

    private static boolean isServer(ProcessHandle process) {
        return process.info().commandLine().orElse("").contains("io.ceiling.container.");
    }

    /** The folder whose lock the server has open. */
    private Path workFolder() throws IOException {
        try (Stream<Path> links = Files.list(Path.of("/proc", Long.toString(server().pid()), "fd"))) {
            for (Path link : links.toList()) {
                Path open = Files.isSymbolicLink(link) ? Files.readSymbolicLink(link) : link;
                if (open.endsWith("lock") && open.toString().contains("ceiling-server-")) {
                    return open.resolveSibling(".").normalize();
                }
            }
        }
        throw new AssertionError("the server has no temporary folder open");
    }
}
