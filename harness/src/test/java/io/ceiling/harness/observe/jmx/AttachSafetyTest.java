package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.os.CannedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Process 812 has the number 7 in its own namespace. */
class AttachSafetyTest {

    private static final String CATCHES = "0000000101005ccd";
    private static final String DOES_NOT = "0000000101001cc8";
    private static final String HOTSPOT = "7f00-7f01 r-xp 0 0:1 2 /opt/jdk/lib/server/libjvm.so";

    private final Path proc;

    AttachSafetyTest(@TempDir Path proc) {
        this.proc = proc;
    }

    private void process(String caught, String... maps) {
        new CannedFiles(proc)
                .with("812/status", "Name:\tjava", "NSpid:\t812\t7", "SigCgt:\t" + caught)
                .with("812/maps", maps);
    }

    @Test
    void aHotSpotJvmThatCatchesTheSignalIsAttachedTo() {
        process(CATCHES, HOTSPOT);

        assertThat(AttachSafety.risk(proc, 812)).isEmpty();
    }

    @Test
    void aJvmThatDoesNotCatchTheSignalIsLeftAloneUnlessItsSocketIsThere() {
        process(DOES_NOT, HOTSPOT);

        assertThat(AttachSafety.risk(proc, 812))
                .contains("process 812 does not catch SIGQUIT, with which one attaches, and would end: its JVM is still"
                        + " starting, or its options say so. Hint: try again");

        new CannedFiles(proc).with("812/root/tmp/.java_pid7");

        assertThat(AttachSafety.risk(proc, 812)).isEmpty();
    }

    @Test
    void openJ9WritesADumpAtTheSignalAndIsLeftAlone() {
        process(CATCHES, HOTSPOT.replace("server", "j9vm"), "7f02-7f03 r-xp 0 0:1 3 /opt/jdk/lib/default/libj9vm29.so");

        assertThat(JvmKind.of(proc, 812)).isEqualTo(JvmKind.OPENJ9);
        assertThat(AttachSafety.risk(proc, 812)).contains("process 812: OpenJ9, which is read from /proc alone");
    }

    @Test
    void aNativeImageIsToldByASectionOfItsExecutable() throws IOException {
        process(CATCHES, "5500-5501 r-xp 0 0:1 2 /srv/app");
        elf(".text\0.svm_heap\0.data\0");
        assertThat(JvmKind.of(proc, 812)).isEqualTo(JvmKind.NATIVE_IMAGE);
        assertThat(AttachSafety.risk(proc, 812))
                .contains("process 812: a native image, which is read from /proc alone");

        elf(".text\0.data\0");
        assertThat(JvmKind.of(proc, 812)).isEqualTo(JvmKind.NONE);

        Files.writeString(proc.resolve("812/exe"), "#!/bin/sh");
        assertThat(JvmKind.of(proc, 812)).isEqualTo(JvmKind.NONE);
    }

    /** Writes an executable with one section, which has the names of all. */
    private void elf(String names) throws IOException {
        byte[] text = names.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer file = ByteBuffer.allocate(128 + text.length).order(ByteOrder.LITTLE_ENDIAN);
        file.putInt(0, 0x464c457f).put(4, (byte) 2).putLong(0x28, 64);
        file.putShort(0x3a, (short) 64).putShort(0x3c, (short) 1).putShort(0x3e, (short) 0);
        file.putLong(64 + 0x18, 128).putLong(64 + 0x20, text.length);
        file.position(128).put(text);
        Files.write(proc.resolve("812/exe"), file.array());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aProcessThatIsNoJvmSurvivesTheTryToAttach() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "600").start();
        try {
            assertThatThrownBy(() -> JmxProbe.open(sleep.pid()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("no attach to the JVM: process %d: no JVM is seen".formatted(sleep.pid()));
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
    }
}
