package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The file of a JVM's counters is in a folder that everybody can write to, and is read as its head tells. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
@SuppressWarnings("NullAway.Init")
class PerfCountersTest {

    private static final long PID = ProcessHandle.current().pid();
    private static final int HEAD = 32;

    @TempDir
    Path temporary;

    private Path file;

    @BeforeEach
    void folderOfAUser() throws IOException {
        file = Files.createDirectory(temporary.resolve("hsperfdata_someone")).resolve(Long.toString(PID));
    }

    /** Returns a file with one counter of collections, which is 7. */
    private static ByteBuffer counters(int entries, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
        bytes.order(ByteOrder.BIG_ENDIAN).putInt(0, 0xcafec0c0);
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(4, (byte) 1).put(5, (byte) 2);
        bytes.putInt(24, HEAD).putInt(28, entries);
        byte[] name = "sun.gc.collector.0.invocations".getBytes(StandardCharsets.US_ASCII);
        bytes.putInt(HEAD, length).putInt(HEAD + 4, 20).putInt(HEAD + 8, 0).put(HEAD + 12, (byte) 'J');
        bytes.putInt(HEAD + 16, 56);
        bytes.put(HEAD + 20, name);
        bytes.putLong(HEAD + 56, 7);
        return bytes;
    }

    @Test
    void aJvmInAContainerHasAnotherNumberAndOtherFiles() throws IOException {
        Files.write(file, counters(1, 64).array());
        for (String process : new String[] {"self", Long.toString(PID)}) {
            Path namespaces = Files.createDirectories(temporary.resolve(process).resolve("ns"));
            Files.createSymbolicLink(namespaces.resolve("mnt"), Path.of("mnt:[1]"));
            Files.createSymbolicLink(namespaces.resolve("pid"), Path.of("pid:[1]"));
        }

        assertThat(PerfCounters.of(temporary, temporary, PID)).isPresent();
        for (String name : new String[] {"mnt", "pid"}) {
            Path link = temporary.resolve(PID + "/ns/" + name);
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of(name + ":[2]"));
            assertThat(PerfCounters.of(temporary, temporary, PID)).isEmpty();
            Files.delete(link);
            Files.createSymbolicLink(link, Path.of(name + ":[1]"));
        }
    }

    @Test
    void readsTheCountersOfItsProcess() throws IOException {
        Files.write(file, counters(1, 64).array());

        assertThat(PerfCounters.of(temporary, PID).orElseThrow().gcCount()).isEqualTo(7);
    }

    @Test
    void entriesWithoutALengthDoNotKeepTheReader() throws IOException {
        Files.write(file, counters(Integer.MAX_VALUE, 0).array());

        assertThat(PerfCounters.of(temporary, PID)).isEmpty();
    }

    @Test
    void offsetsThatLeadOutOfTheFileAreNotFollowed() throws IOException {
        Files.write(
                file, counters(Integer.MAX_VALUE, 64).putInt(HEAD + 4, 1 << 30).array());
        assertThat(PerfCounters.of(temporary, PID)).isEmpty();

        Files.write(file, counters(2, Integer.MAX_VALUE).array());
        assertThat(PerfCounters.of(temporary, PID)).isEmpty();
    }

    @Test
    void aLinkToAFileIsNotFollowed() throws IOException {
        Path other = Files.write(temporary.resolve("other"), counters(1, 64).array());
        Files.createSymbolicLink(file, other);

        assertThat(PerfCounters.of(temporary, PID)).isEmpty();
    }

    @Test
    void countersOfAnotherUserAreNotRead() throws IOException {
        Files.write(file, counters(1, 64).array());
        assumeTrue(mayGiveAway(file), "only root can give a file to another user");

        assertThat(PerfCounters.of(temporary, PID)).isEmpty();
    }

    private static boolean mayGiveAway(Path file) {
        try {
            Files.setAttribute(file, "unix:uid", 65_534);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
