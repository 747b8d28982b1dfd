package io.ceiling.harness.report.csv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * Replaces a file of a results folder as a whole: a reader never sees a partial file, and a full disk or a kill leaves
 * the old one.
 *
 * <p>A results folder may come from somebody else. The new content is written to a file that this class creates, under
 * a name that cannot be guessed, so that no link in the folder leads it to another file.
 */
public final class AtomicFiles {

    private AtomicFiles() {}

    /** Writes the content to the disk and gives it the file's name. Blocks until it is on the disk. */
    public static void write(Path file, byte[] content) throws IOException {
        Path half = temporaryName(file);
        boolean replaced = false;
        try (FileChannel channel = create(half)) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            move(half, file);
            replaced = true;
        } finally {
            if (!replaced) {
                discard(half);
            }
        }
    }

    /** Returns a new name in the file's folder that no other process can guess. */
    static Path temporaryName(Path file) {
        return file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID() + ".new");
    }

    /** Creates a file; neither opens an existing one nor follows a link. */
    static FileChannel create(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    static void move(Path half, Path file) throws IOException {
        Files.move(half, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            sync(folder);
        }
    }

    /**
     * Writes the names in a folder to the disk: after a power cut, a file that was only written itself may have no name.
     * Does nothing on a system where a folder cannot be opened.
     */
    public static void sync(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // The rows are in their files, and whoever deletes a folder meanwhile does not want them.
        }
    }

    static void discard(Path half) {
        try {
            Files.deleteIfExists(half);
        } catch (IOException e) {
            // The error that is about to be thrown matters more.
        }
    }
}
