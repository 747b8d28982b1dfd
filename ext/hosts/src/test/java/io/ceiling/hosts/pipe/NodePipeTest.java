package io.ceiling.hosts.pipe;

import static io.ceiling.hosts.pipe.PipeChild.BUILD;
import static io.ceiling.hosts.pipe.PipeChild.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that are processes of their own, behind all kinds of commands. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class NodePipeTest {

    @TempDir
    Path folder;

    private final List<NodePipe> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(NodePipe::close);
    }

    private NodePipe started(String name, List<String> command) {
        NodePipe pipe = NodePipe.start(name, command, BUILD);
        open.add(pipe);
        return pipe;
    }

    /** Starts a command of a shell; behind {@code "$@"} is that of a node. */
    private NodePipe shell(String script) {
        return started(
                "a",
                Stream.concat(Stream.of("sh", "-c", script, "sh"), PipeChild.command("node").stream())
                        .toList());
    }

    private NodePipe node(String name) {
        return started(name, PipeChild.command("node"));
    }

    private static ProcessHandle process(NodePipe pipe) {
        return ProcessHandle.of(Long.parseLong(text(pipe.hello(PATIENCE)))).orElseThrow();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void aNodeAnswersAndEndsWithItsRun() throws Exception {
        NodePipe node = node("a");
        ProcessHandle process = process(node);
        node.logTo(folder.resolve("node.log"));

        assertThat(text(node.call(bytes("x"), PATIENCE))).isEqualTo("x");
        byte[] most = new byte[Frame.MAX_BODY_BYTES];
        assertThat(node.call(most, PATIENCE)).isEqualTo(most);
        assertThatThrownBy(() -> node.call(bytes("fail"), PATIENCE))
                .isInstanceOf(NodeException.class)
                .hasMessage("node a: no?such thing");
        assertThat(node.lossReason()).isEmpty();

        node.close();

        assertThat(process.isAlive()).isFalse();
        await(() -> Files.exists(folder.resolve("node.log")));
        assertThat(folder.resolve("node.log")).hasContent("gone: its pipe has ended");
        assertThatThrownBy(() -> node.call(bytes("x"), PATIENCE)).hasMessageEndingWith(": the run is over");
    }

    @Test
    void whatALoginPrintsBeforeANodeDisturbsNobody() {
        NodePipe node = shell("echo Welcome to load1; echo; printf 'no end of line'; exec \"$@\"");

        assertThat(process(node).isAlive()).isTrue();
        assertThat(text(node.call(bytes("x"), PATIENCE))).isEqualTo("x");
    }

    @Test
    void aCommandThatFailsIsToldWithItsExitCodeAndLastLine() {
        NodePipe node = shell("echo Welcome; echo 'ssh: connect to host load1 port 22: refused' >&2; exit 255");

        assertThatThrownBy(() -> node.hello(PATIENCE))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining(
                        "): its command has ended with exit code 255 before it answered: ssh: connect to host load1 port 22: refused. Hint: ");
        assertThat(node.lossReason()).isPresent();
    }

    @Test
    void aProgramThatIsNotThereIsOneLine() {
        assertThatThrownBy(() -> NodePipe.start("a", List.of("/no/such/program"), BUILD))
                .isInstanceOf(NodeException.class)
                .hasMessageStartingWith("node a: its command cannot be started: ")
                .hasMessageContaining("'a=ssh a ceiling node'");
    }

    @Test
    void aCommandThatIsNoNodeIsOneLineAndIsEnded() {
        NodePipe node = shell("exec yes");

        assertThatThrownBy(() -> node.hello(PATIENCE))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("its output is not that of ceiling node: y. Hint: ");
    }

    @Test
    void aCommandThatSaysNothingIsOneLineInTime() {
        NodePipe node = shell("echo Password: >&2; exec sleep 100");

        assertThatThrownBy(() -> node.hello(Duration.ofSeconds(1)))
                .isInstanceOf(NodeException.class)
                .hasMessageContaining("no answer of ceiling node within 1 s: Password:. Hint: ");
    }

    @Test
    void aNodeOfAnotherBuildIsRefusedWithBothBuilds() {
        NodePipe node = started("a", PipeChild.command("node", "build ffffffffffff"));

        assertThatThrownBy(() -> node.hello(PATIENCE))
                .isInstanceOf(NodeException.class)
                .hasMessageEndingWith(
                        "it has build ffffffffffff and this host has %s. Hint: copy one build to both", BUILD);
    }

    @Test
    void aNodeThatEndsIsLostWithItsExitCodeAndLastLine() {
        NodePipe node = node("a");
        assertThat(text(node.call(bytes("complain"), PATIENCE))).isEqualTo("complain");

        assertThatThrownBy(() -> node.call(bytes("exit"), PATIENCE))
                .hasMessageEndingWith(": its command has ended with exit code 5: no memory left");
        assertThat(node.lossReason()).contains("its command has ended with exit code 5: no memory left");
    }

    @Test
    void aKilledNodeIsLostAndEndsItsCalls() {
        NodePipe node = node("a");
        ProcessHandle process = process(node);
        CompletableFuture<byte[]> pending =
                CompletableFuture.supplyAsync(() -> node.call(bytes("for ever"), Duration.ofSeconds(100)));

        assertThat(process.destroyForcibly()).isTrue();

        assertThatThrownBy(pending::join).rootCause().hasMessageEndingWith("its command has ended with exit code 137");
    }

    @Test
    void aStoppedNodeIsLostInFourSecondsWhileTheOthersAreServed() throws Exception {
        byte[] most = new byte[Frame.MAX_BODY_BYTES];
        NodePipe stopped = node("a");
        NodePipe other = node("b");
        ProcessHandle process = process(stopped);
        assertThat(stopped.call(most, PATIENCE)).hasSize(most.length);
        assertThat(other.call(most, PATIENCE)).hasSize(most.length);

        long before = System.nanoTime();
        signal("STOP", process.pid());
        List<CompletableFuture<byte[]>> pending = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> stopped.call(most, Duration.ofSeconds(100))))
                .limit(3)
                .toList();
        while (stopped.lossReason().isEmpty()) {
            assertThat(other.call(bytes("x"), PATIENCE)).hasSize(1);
        }
        long millis = (System.nanoTime() - before) / 1_000_000;

        assertThat(stopped.lossReason()).contains("nothing was heard of it for 3000 ms");
        assertThat(millis).isBetween(2_400L, 20_000L);
        System.out.printf("a stopped node is lost after %d ms%n", millis);
        pending.forEach(call -> assertThatThrownBy(call::join).rootCause().isInstanceOf(NodeException.class));
        // A node that was given up must not come back.
        await(() -> !process.isAlive());
        assertThat(other.lossReason()).isEmpty();
    }

    @Test
    void whatPrintsBetweenFramesLosesTheNode() {
        NodePipe node = node("a");

        assertThatThrownBy(() -> node.call(bytes("print"), PATIENCE)).isInstanceOf(NodeException.class);

        await(() -> node.lossReason().isPresent());
        assertThat(node.lossReason().orElseThrow())
                .startsWith("its pipe is of no use any more: expected a record of at most ");
    }

    @Test
    void aSlowAnswerIsOneLineAndTheNodeStays() {
        NodePipe node = node("a");

        assertThatThrownBy(() -> node.call(bytes("for ever"), Duration.ofMillis(300)))
                .hasMessageEndingWith(": no answer within 300 ms");
        assertThat(text(node.call(bytes("x"), PATIENCE))).isEqualTo("x");
    }

    @Test
    void theNodeOfAHarnessThatIsKilledOrStoppedEnds() throws Exception {
        for (String signal : List.of("KILL", "STOP")) {
            Process harness = new ProcessBuilder(PipeChild.command("harness"))
                    .redirectError(folder.resolve("errors").toFile())
                    .start();
            try (BufferedReader lines = harness.inputReader(StandardCharsets.UTF_8)) {
                ProcessHandle node =
                        ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();

                long before = System.nanoTime();
                signal(signal, harness.pid());
                await(() -> !node.isAlive() || isZombie(node.pid()));

                System.out.printf(
                        "the node of a harness that got SIG%s ends after %d ms%n",
                        signal, (System.nanoTime() - before) / 1_000_000);
            } finally {
                harness.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
            }
        }
    }

    /** A process whose parent is stopped stays in the table of processes once it has ended. */
    private static boolean isZombie(long pid) {
        try {
            return Files.readString(Path.of("/proc/%d/stat".formatted(pid))).contains(") Z ");
        } catch (java.io.IOException e) {
            return true;
        }
    }

    private static void signal(String name, long pid) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .start()
                        .waitFor())
                .isZero();
    }
}
