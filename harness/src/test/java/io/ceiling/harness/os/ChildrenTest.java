package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
class ChildrenTest {

    @Test
    void aStoppedChildEndsWithItsKilledParent() throws Exception {
        assumeTrue(run("setpriv", "--pdeathsig", "KILL", "--", "true") == 0, "setpriv cannot set a signal here");
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = parent.inputReader(StandardCharsets.UTF_8)) {
            long child = Long.parseLong(lines.readLine());
            awaitState(child, "sleep) S");
            assertThat(run("kill", "-STOP", Long.toString(child))).isZero();
            awaitState(child, "sleep) T");

            parent.destroyForcibly().waitFor();

            while (!state(child).isEmpty() && !state(child).contains(") Z")) {
                LockSupport.parkNanos(10_000_000);
            }
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void theChildHasThePidAndTheArgumentsOfItsCommand() throws Exception {
        Process child = Children.start(new ProcessBuilder(
                "/bin/sh", "-c", Children.EXEC_SCRIPT, "sh", "sh", "-c", "echo $$ \"$0\"", "two words"));

        assertThat(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(child.pid() + " two words\n");
        assertThat(child.waitFor()).isZero();
    }

    @Test
    void aCommandThatIsMissingIsAnError() {
        assertThatThrownBy(() -> Children.start(new ProcessBuilder("/no/such/command")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/no/such/command");
    }

    private static int run(String... command) throws IOException, InterruptedException {
        try {
            return new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    private static void awaitState(long pid, String wanted) {
        while (!state(pid).contains(wanted)) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Returns the name and the state of a process; empty if it is gone. */
    private static String state(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        } catch (IOException e) {
            return "";
        }
    }

    /** Starts a child from a thread that ends at once. */
    static final class Parent {

        private Parent() {}

        public static void main(String[] arguments) throws Exception {
            Thread starter = new Thread(() -> {
                try {
                    System.out.println(Children.start(new ProcessBuilder(
                                    List.of("/bin/sh", "-c", Children.EXEC_SCRIPT, "sh", "sleep", "600")))
                            .pid());
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            starter.start();
            starter.join();
            while (true) {
                LockSupport.park();
            }
        }
    }
}
