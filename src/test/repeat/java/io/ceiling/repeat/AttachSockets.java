package io.ceiling.repeat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/**
 * Removes, when the tests of a JVM are over, the sockets of JVMs that somebody attached to meanwhile and that are no more: a JVM that
 * is killed leaves its own, and tests kill many. That the harness leaves none of its servers is the promise of a test.
 */
public final class AttachSockets implements TestExecutionListener {

    private static final Path TEMPORARY = Path.of("/tmp");
    private static final String NAME = ".java_pid";

    /** Of this JVM, which may run several plans: a process that is killed in one may be gone in a later one only. */
    private static final FileTime BEGAN = FileTime.fromMillis(System.currentTimeMillis());

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return;
        }
        try (DirectoryStream<Path> sockets = Files.newDirectoryStream(TEMPORARY, NAME + "*")) {
            sockets.forEach(this::remove);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void remove(Path socket) {
        String pid = String.valueOf(socket.getFileName()).substring(NAME.length());
        try {
            if (!Files.exists(Path.of("/proc", pid))
                    && Files.getLastModifiedTime(socket).compareTo(BEGAN) >= 0) {
                Files.deleteIfExists(socket);
            }
        } catch (IOException e) {
            System.out.println(socket + " stays: it is gone already, or somebody else's: " + e);
        }
    }
}
