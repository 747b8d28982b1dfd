package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.UnixQueuesTest;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Occupants.CountedResource;
import io.ceiling.harness.reading.Occupants.CountedUse;
import io.ceiling.harness.reading.Occupants.WriteTarget;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OccupantsProbeTest {

    private static final int PORT = 8080;
    private static final String SERVER = "0100007F:1F90";

    @TempDir
    Path proc;

    private long row;

    @BeforeEach
    void aServerOfTwoProcesses() throws IOException {
        write(
                "net/tcp",
                "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n");
        write("10/status", "Uid:\t1000\t1000\t1000\t1000\n");
        write("10/net/sockstat", "sockets: used 40\n");
        write("sys/fs/epoll/max_user_watches", "1000\n");
        link("10/fd/1", "pipe:[77]");
        link("10/fd/2", "pipe:[99]");
    }

    @Test
    void connectionsAreCountedByTheirStates() throws IOException {
        connection("01", "00000000", "00:00000000", 501);
        connection("01", "00000000", "00:00000000", 502);
        connection("01", "00000000", "00:00000000", 0);
        connection("08", "00000000", "00:00000000", 503);
        connection("08", "00000000", "00:00000000", 0);
        connection("01", "0004F000", "04:000000C8", 504);
        connection("01", "00001000", "01:00000014", 505);
        connection("06", "00000000", "03:00000F00", 0);
        other("01", 900);

        Occupants.Sockets sockets = reading().sockets();

        assertThat(sockets.accepted()).isEqualTo(Observation.of(4));
        assertThat(sockets.waiting()).isEqualTo(Observation.of(2));
        assertThat(sockets.closedByClient()).isEqualTo(Observation.of(1));
        assertThat(sockets.unreadByClient()).isEqualTo(Observation.of(1));
        assertThat(sockets.fromHarness()).isEqualTo(Observation.of(0));
    }

    @Test
    void connectionsOfTheHarnessItselfAreItsOwn() throws IOException {
        connection("01", "00000000", "00:00000000", 501);
        Files.writeString(
                proc.resolve("net/tcp"),
                Files.readString(proc.resolve("net/tcp"))
                        + "   9: 0100007F:A000 %s 01 00000000:00000000 00:00000000 00000000 0 0 600 1\n"
                                .formatted(SERVER));
        link("self/fd/9", "socket:[600]");

        assertThat(reading().sockets().fromHarness()).isEqualTo(Observation.of(1));
    }

    @Test
    void threadsThatAreBlockedInAWriteAreToldWithWhatTheyWriteInto() throws IOException {
        connection("01", "0004F000", "04:000000C8", 504);
        link("10/fd/7", "socket:[504]");
        link("10/fd/8", "socket:[888]");
        link("10/fd/9", "pipe:[78]");
        thread(10, "main", "anon_pipe_write", "1 0x1 0x7f 0x10");
        thread(11, "worker-1", "sk_stream_wait_memory", "44 0x7 0x7f 0x10");
        thread(12, "worker-2", "sk_stream_wait_memory", "44 0x7 0x7f 0x10");
        thread(13, "of another server", "sk_stream_wait_memory", "44 0x8 0x7f 0x10");
        thread(14, "of another pipe", "anon_pipe_write", "1 0x9 0x7f 0x10");
        thread(15, "idle", "futex_do_wait", "202 0x1 0x7f 0x10");

        assertThat(reading().writers())
                .containsExactlyInAnyOrder(
                        new Occupants.BlockedWriters(WriteTarget.STANDARD_OUTPUT, "main", 1),
                        new Occupants.BlockedWriters(WriteTarget.CLIENT, "worker-*", 2));
    }

    @Test
    void watchesOfTheUserAreCountedOnlyWhereTheyMayMatter() throws IOException {
        link("10/fd/5", "anon_inode:[eventpoll]");
        write("10/fdinfo/5", "pos:\t0\ntfd:        6 events: 19\ntfd:        7 events: 19\n");
        write("20/status", "Uid:\t1000\t1000\t1000\t1000\n");
        link("20/fd/4", "anon_inode:[eventpoll]");
        write("20/fdinfo/4", "tfd:        9 events: 19\n");
        write("30/status", "Uid:\t0\t0\t0\t0\n");
        link("30/fd/4", "anon_inode:[eventpoll]");
        write("30/fdinfo/4", "tfd:        9 events: 19\n");

        assertThat(reading().countedUses()).isEmpty();

        write("sys/fs/epoll/max_user_watches", "60\n");

        assertThat(reading().countedUses())
                .containsExactly(new CountedUse(CountedResource.EPOLL_WATCHES, "", 2, 3, Limit.of(60)));
    }

    @Test
    void inotifyOfTheUserIsCountedIfTheServerHasAny() throws IOException {
        write("sys/fs/inotify/max_user_instances", "128\n");
        write("sys/fs/inotify/max_user_watches", "1000\n");
        write("20/status", "Uid:\t1000\t1000\t1000\t1000\n");
        link("20/fd/4", "anon_inode:inotify");
        write("20/fdinfo/4", "pos:\t0\nflags:\t02000000\n");

        assertThat(reading().countedUses()).isEmpty();

        link("10/fd/5", "anon_inode:inotify");
        write("10/fdinfo/5", "pos:\t0\ninotify wd:2 ino:a sdev:8 mask:2\ninotify wd:1 ino:b sdev:8 mask:2\n");

        assertThat(reading().countedUses())
                .containsExactlyInAnyOrder(
                        new CountedUse(CountedResource.INOTIFY_INSTANCES, "", 1, 2, Limit.of(128)),
                        new CountedUse(CountedResource.INOTIFY_WATCHES, "", 2, 2, Limit.of(1000)));
    }

    @Test
    void connectionsThatWaitAtUnixSocketsAreCountedByPath() throws IOException {
        write("self/net/unix", UnixQueuesTest.TABLE);

        assertThat(reading().countedUses())
                .containsExactly(new CountedUse(CountedResource.UNIX_QUEUE, "/run/no such.sock", 2, 2, Limit.NOT_SEEN));
    }

    private Occupants reading() throws IOException {
        return new OccupantsProbe(proc)
                .reading(List.of(10L), new ListeningSockets(proc, InetAddress.getLoopbackAddress(), PORT));
    }

    private void connection(String state, String unsent, String timer, long inode) throws IOException {
        append("   %d: %s 0100007F:%04X %s %s:00000000 %s 00000000 0 0 %d 1\n"
                .formatted(row, SERVER, 40_000 + row++, state, unsent, timer, inode));
    }

    private void other(String state, long inode) throws IOException {
        append("   8: 0100007F:1F91 0100007F:A123 %s 00000000:00000000 00:00000000 00000000 0 0 %d 1\n"
                .formatted(state, inode));
    }

    private void append(String line) throws IOException {
        Path table = proc.resolve("net/tcp");
        Files.writeString(table, Files.readString(table) + line);
    }

    private void thread(int id, String name, String sleepsIn, String call) throws IOException {
        write("10/task/%d/comm".formatted(id), name + "\n");
        write("10/task/%d/wchan".formatted(id), sleepsIn);
        write("10/task/%d/syscall".formatted(id), call + "\n");
    }

    private void write(String file, String text) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private void link(String file, String to) throws IOException {
        Path path = proc.resolve(file);
        Files.createDirectories(path.getParent());
        Files.createSymbolicLink(path, Path.of(to));
    }
}
