package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** That a real JVM leaves nothing is the claim of ServerProcessTest. */
@EnabledOnOs(OS.LINUX)
class AttachFilesTest {

    @TempDir
    Path folder;

    /** Leaves a socket, as a process that is killed does. */
    private static void bind(Path file) throws IOException {
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(file));
        }
    }

    @Test
    void anUnansweredRequestToAttachIsDeleted() throws Exception {
        Path request = Files.createFile(folder.resolve(".attach_pid77"));

        AttachFiles.deleteOf(77, folder);

        assertThat(request).doesNotExist();
    }

    @Test
    void theSocketIsDeleted() throws Exception {
        Path socket = folder.resolve(".java_pid77");
        bind(socket);

        AttachFiles.deleteOf(77, folder);

        assertThat(socket).doesNotExist();
    }

    @Test
    void filesOfOtherProcessesAndKindsStay() throws Exception {
        Path other = folder.resolve(".java_pid78");
        bind(other);
        Path file = Files.createFile(folder.resolve(".java_pid77"));
        Path link = Files.createSymbolicLink(folder.resolve(".attach_pid77"), other);

        AttachFiles.deleteOf(77, folder);

        assertThat(other).exists();
        assertThat(file).exists();
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
}
