package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.tools.attach.VirtualMachine;
import io.ceiling.container.Connector;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The process is a shell script in the place of java, so that every way to begin and to end can be played. */
class ServerProcessTest {

    private static final String READY = "READY pid=1 port=4242 context_path=%2Fceiling container=jetty"
            + " container_version=12.1 connector=nio endpoint_class=x thread_kind=platform max_threads=200"
            + " max_connections=unlimited accept_count=0 idle_timeout_ms=unlimited buffers= jdk=25.0.1 next_instance=";

    @TempDir
    Path folder;

    private Path log() {
        return folder.resolve("server.log");
    }

    private Scenario scenario(String script) throws IOException {
        Path java = folder.resolve("jdk").resolve("bin").resolve("java");
        Files.createDirectories(java.getParent());
        Files.writeString(java, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return ServerCommandTest.scenario(
                "jetty", Connector.NIO, ThreadKind.PLATFORM, new Jdk(folder.resolve("jdk"), "25.0.1", 25));
    }

    private ServerProcess start(String script, Duration timeout) throws Exception {
        return ServerProcess.start(
                scenario(script),
                new ServerFiles(folder),
                ServerPlace.ANY,
                log(),
                folder.resolve("gauges"),
                List.of(),
                timeout);
    }

    @Test
    void isReadyWhenTheServerSaysSo() throws Exception {
        try (ServerProcess server = start("echo noise; echo '%s'; cat".formatted(READY), Duration.ofSeconds(20))) {
            assertThat(server.running().port()).isEqualTo(4242);
            assertThat(server.exitCode()).isEmpty();
        }
    }

    @Test
    void setsTheLimitOfDescriptorsBeforeTheServerStarts() throws Exception {
        try (ServerProcess server = start(
                "echo \"soft $(ulimit -Sn) hard $(ulimit -Hn)\" >&2; echo '%s'; cat".formatted(READY),
                Duration.ofSeconds(20))) {
            assertThat(server.pid()).isPositive();
        }
        assertThat(Files.readString(log())).contains("soft 512 hard 512");
    }

    @Test
    void endsTheServerByClosingItsInput() throws Exception {
        ServerProcess server = start("echo '%s'; cat; exit 7".formatted(READY), Duration.ofSeconds(20));

        assertThatThrownBy(() -> server.end(Duration.ofSeconds(20)))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("ended with exit code 7");
        assertThat(server.exitCode()).hasValue(7);
    }

    @Test
    void killsAServerThatDoesNotEnd() throws Exception {
        ServerProcess server = start("echo '%s'; exec sleep 600".formatted(READY), Duration.ofSeconds(20));

        server.close();

        assertThat(server.exitCode()).isPresent();
    }

    /** A JVM that runs until it is killed. */
    public static final class Waiting {
        public static void main(String[] arguments) throws InterruptedException {
            System.out.println(READY);
            Thread.currentThread().join();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aJvmThatWasAttachedToAndKilledLeavesNoSocket() throws Exception {
        String jvm = "exec '%s/bin/java' -cp '%s' '%s'"
                .formatted(
                        System.getProperty("java.home"),
                        System.getProperty("java.class.path"),
                        Waiting.class.getName());
        ServerProcess server = start(jvm, Duration.ofSeconds(20));
        Path socket = Path.of("/tmp/.java_pid" + server.pid());
        try (server) {
            VirtualMachine.attach(Long.toString(server.pid())).detach();
            assertThat(socket).exists();
        }

        assertThat(socket).doesNotExist();
    }

    @Test
    void aServerThatDoesNotEndByItselfIsKilledAndTold() throws Exception {
        ServerProcess server = start("echo '%s'; exec sleep 600".formatted(READY), Duration.ofSeconds(20));

        assertThatThrownBy(() -> server.end(Duration.ZERO))
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("did not end within 0 s");
        assertThat(server.exitCode()).isPresent();
    }

    @Test
    void doesNotWaitForAServerThatHasEndedItsOutput() throws Exception {
        ServerProcess server = start("echo '%s'; cat; exec sleep 600 >&-".formatted(READY), Duration.ofSeconds(20));

        server.close();

        assertThat(server.exitCode()).hasValue(128 + 9);
    }

    @Test
    void tellsTheLastLineOfTheLogWhenTheServerEndsBeforeItIsReady() {
        assertThatThrownBy(() ->
                        start("echo first >&2; echo 'ceiling server: no port' >&2; exit 3", Duration.ofSeconds(20)))
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("server ended with exit code 3 before it was ready: ceiling server: no port");
    }

    @Test
    void whatStartsInAFolderOfItsOwnTellsWhereItsLogIs() throws Exception {
        ServerFolder own = ServerFolder.create("ceiling-test-");
        try {
            assertThatThrownBy(() -> own.start(scenario("exit 3"), new ServerFiles(folder), ServerPlace.ANY))
                    .isInstanceOf(ServerStartException.class)
                    .hasMessageEndingWith("before it was ready: no output (its log: %s)".formatted(own.log()));
        } finally {
            own.delete();
        }
    }

    @Test
    void givesUpOnASilentServerAndLeavesNoProcess() {
        Throwable thrown = catchThrowable(() -> start("exec sleep 600", Duration.ofMillis(500)));

        assertThat(thrown)
                .isInstanceOf(ServerStartException.class)
                .hasMessageContaining("the server was not ready within 0 s")
                .hasMessageContaining("server.log");
        Matcher pid = Pattern.compile("\\(pid (\\d+)\\)").matcher(thrown.getMessage());
        assertThat(pid.find()).isTrue();
        assertThat(ProcessHandle.of(Long.parseLong(pid.group(1)))).isEmpty();
    }
}
