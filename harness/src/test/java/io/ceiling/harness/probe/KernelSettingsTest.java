package io.ceiling.harness.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.model.Sysctl;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSettingsTest {

    @TempDir
    Path folder;

    private Path ports;
    private Path record;

    @BeforeEach
    void aKernelWithOneSetting() throws Exception {
        ports = folder.resolve("net/ipv4/ip_local_port_range");
        Files.createDirectories(ports.getParent());
        Files.writeString(ports, "32768\t60999\n");
        record = folder.resolve("before.conf");
    }

    @Test
    void putsBackWhatItChangedHoweverOften() throws Exception {
        try (KernelSettings settings = new KernelSettings(folder, record)) {
            settings.set(new Sysctl("net.ipv4.ip_local_port_range", "1024 65535"));
            settings.set(new Sysctl("net.ipv4.ip_local_port_range", "2048 65535"));

            assertThat(ports).hasContent("2048 65535");
            assertThat(record).hasContent("net.ipv4.ip_local_port_range = 32768 60999");
        }

        assertThat(ports).hasContent("32768\t60999");
        assertThat(record).doesNotExist();
    }

    @Test
    void saysWhichSettingDoesNotExist() {
        try (KernelSettings settings = new KernelSettings(folder, record)) {
            assertThatThrownBy(() -> settings.set(new Sysctl("net.nothing", "1")))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessage("sysctl net.nothing does not exist here");
        }

        assertThat(record).doesNotExist();
    }
}
