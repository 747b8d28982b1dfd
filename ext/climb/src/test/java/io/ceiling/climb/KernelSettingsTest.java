package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class KernelSettingsTest {

    @TempDir
    Path folder;

    private Path ports;
    private Path backlog;
    private Path lock;
    private Path record;

    @BeforeEach
    void aKernelWithTwoSettings() throws Exception {
        ports = folder.resolve("net/ipv4/ip_local_port_range");
        Files.createDirectories(ports.getParent());
        Files.writeString(ports, "32768\t60999\n");
        backlog = Files.writeString(folder.resolve("net/backlog"), "128\n");
        lock = folder.resolve("lock");
        record = folder.resolve("before.conf");
    }

    private KernelSettings settings() {
        return new KernelSettings(folder, lock, record);
    }

    @Test
    void putsBackWhatItChangedHoweverOften() throws Exception {
        try (KernelSettings settings = settings()) {
            settings.set(new Sysctl("net.ipv4.ip_local_port_range", "1024 65535"));
            settings.set(new Sysctl("net.backlog", "4096"));
            settings.set(new Sysctl("net.ipv4.ip_local_port_range", "2048 65535"));

            assertThat(ports).hasContent("2048 65535");
            assertThat(backlog).hasContent("4096");
            assertThat(record).hasContent("net.ipv4.ip_local_port_range = 32768 60999\nnet.backlog = 128\n");
        }

        assertThat(ports).hasContent("32768\t60999");
        assertThat(backlog).hasContent("128");
        assertThat(record).doesNotExist();
    }

    /** Whoever has the record open reads it whole, however much was changed meanwhile. */
    @Test
    void theRecordIsReplacedAndNeverCutShort() throws Exception {
        try (KernelSettings settings = settings()) {
            settings.set(new Sysctl("net.backlog", "4096"));
            try (BufferedReader reader = Files.newBufferedReader(record)) {
                settings.set(new Sysctl("net.ipv4.ip_local_port_range", "1024 65535"));

                assertThat(reader.lines()).containsExactly("net.backlog = 128");
            }
            assertThat(record).hasContent("net.backlog = 128\nnet.ipv4.ip_local_port_range = 32768 60999\n");
        }
    }

    @Test
    void aSettingKeepsItsValueIfTheRecordCannotBeWritten() throws Exception {
        KernelSettings settings =
                new KernelSettings(folder, lock, folder.resolve("missing").resolve("before.conf"));
        try (settings) {
            assertThatThrownBy(() -> settings.set(new Sysctl("net.backlog", "4096")))
                    .isInstanceOf(KernelSettingsException.class)
                    .message()
                    .hasLineCount(1);

            assertThat(backlog).hasContent("128");
        }
    }

    @Test
    void saysWhichSettingDoesNotExist() {
        try (KernelSettings settings = settings()) {
            assertThatThrownBy(() -> settings.set(new Sysctl("net.nothing", "1")))
                    .isInstanceOf(KernelSettingsException.class)
                    .hasMessage("sysctl net.nothing does not exist here");
        }

        assertThat(record).doesNotExist();
    }

    @Test
    void aSecondOneIsRefusedUntilTheFirstIsClosed() {
        try (KernelSettings second = settings()) {
            try (KernelSettings first = settings()) {
                first.lock();

                assertThatThrownBy(second::lock)
                        .isInstanceOf(KernelSettingsException.class)
                        .hasMessageStartingWith("kernel settings cannot be changed now: another climb has changed them")
                        .message()
                        .hasLineCount(1);
            }

            second.lock();
        }
    }

    @Test
    void putsThemBackWhenTheirProcessIsKilled() throws Exception {
        Process changing = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Changing.class.getName(),
                        folder.toString(),
                        lock.toString(),
                        record.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(changing.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("changed");
            assertThat(ports).hasContent("1024 65535");

            changing.destroyForcibly().waitFor();

            while (Files.exists(record)) {
                LockSupport.parkNanos(10_000_000);
            }
            assertThat(ports).hasContent("32768\t60999");
        } finally {
            changing.destroyForcibly();
        }
    }

    static final class Changing {

        private Changing() {}

        public static void main(String[] arguments) {
            KernelSettings settings =
                    new KernelSettings(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
            settings.set(new Sysctl("net.ipv4.ip_local_port_range", "1024 65535"));
            System.out.println("changed");
            while (true) {
                LockSupport.park();
            }
        }
    }
}
