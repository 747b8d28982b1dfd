package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.ceiling.container.Limit;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

public class UnixQueuesTest {

    /** Two connections wait, one was accepted, and another socket is of no path. */
    public static final String TABLE =
            """
            Num       RefCount Protocol Flags    Type St Inode Path
            00000000e17be613: 00000002 00000000 00010000 0001 01 718977 /run/no such.sock
            0000000095605101: 00000003 00000000 00000000 0001 02     0 /run/no such.sock
            00000000858a1284: 00000003 00000000 00000000 0001 02     0 /run/no such.sock
            000000007c5d5917: 00000003 00000000 00000000 0001 03 718996 /run/no such.sock
            000000007c5d5918: 00000003 00000000 00000000 0001 03 718997
            """;

    @TempDir
    Path folder;

    @Test
    void connectionsThatNobodyHasAcceptedWaitAtThePathOfTheirSocket() {
        assertThat(UnixQueues.waiting(TABLE.lines().toList())).isEqualTo(Map.of("/run/no such.sock", 2L));
    }

    @Test
    void itsLengthIsTheSecondNumberOfSs() {
        assertThat(ListeningSockets.backlog(List.of(
                        "Netid State  Recv-Q Send-Q      Local Address:Port   Peer Address:Port",
                        "u_str LISTEN 3      100    /run/app.sock 718977            * 0")))
                .isEqualTo(Limit.of(100));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisKernelShowsThoseThatWait() throws IOException {
        Path path = folder.resolve("queue.sock");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(path);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address, 7);
            try (SocketChannel first = SocketChannel.open(address);
                    SocketChannel second = SocketChannel.open(address);
                    SocketChannel accepted = server.accept()) {
                assertThat(List.of(first, second, accepted)).allMatch(SocketChannel::isConnected);
                assertThat(UnixQueues.waiting(Path.of("/proc/self"))).containsEntry(path.toString(), 1L);
            }
        }
    }

    @Property
    void noTableIsAnError(@ForAll List<String> lines, @ForAll String line) {
        assertThatCode(() -> UnixQueues.waiting(lines)).doesNotThrowAnyException();
        assertThatCode(() -> ListeningSockets.backlog(List.of("u_" + line, "u_str LISTEN " + line)))
                .doesNotThrowAnyException();
    }
}
