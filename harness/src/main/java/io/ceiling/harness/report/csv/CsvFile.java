package io.ceiling.harness.report.csv;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A CSV file that only grows: RFC 4180, UTF-8, one row per line, locked against other processes.
 *
 * <p>Cells hold no line breaks ({@link Cell#text}), so text after the last line break is a row that a killed process
 * did not finish; opening the file moves it to a file beside it, which is named like it with {@code .torn} at the end.
 * A file that another program has saved is written anew with our line breaks ({@link CompleteRowsStream}).
 * Not thread-safe.
 *
 * <p>The file is read through the channel that locked it: POSIX drops a process's lock once it closes any other
 * descriptor of the file.
 */
public final class CsvFile implements AutoCloseable {

    private final Path file;
    private FileChannel channel;
    // All rows, if they are read often; null for files with too many rows.
    private @Nullable List<List<String>> cachedRows;

    private CsvFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens the file like {@link #open} and keeps its rows in memory, so that {@link #rows} need not read them again.
     */
    public static CsvFile openCached(Path file, List<String> header) {
        CsvFile csv = open(file, header);
        csv.cachedRows = new ArrayList<>(csv.rows());
        return csv;
    }

    /**
     * Opens the file and moves a partial last row to the file beside it. Creates the file if it does not exist.
     *
     * @throws RunFolderException if it cannot be written, has other columns, or is locked by another process
     */
    public static CsvFile open(Path file, List<String> header) {
        try {
            FileChannel channel = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    // The folder may come from somebody else.
                    LinkOption.NOFOLLOW_LINKS);
            CsvFile csv = new CsvFile(file, channel);
            boolean usable = false;
            try {
                csv.lock();
                csv.repair(header);
                usable = true;
                return csv;
            } finally {
                if (!usable) {
                    csv.channel.close();
                }
            }
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, reason(e)), e);
        }
    }

    /**
     * Appends rows in one write. On return they are on the disk if {@code durable}, otherwise with the operating
     * system.
     */
    public void append(List<List<String>> rows, boolean durable) {
        try {
            write(ByteBuffer.wrap(encode(rows)));
            if (durable) {
                channel.force(true);
            }
            if (cachedRows != null) {
                cachedRows.addAll(rows);
            }
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, reason(e)), e);
        }
    }

    /** Removes the rows that the predicate rejects. Must be called before the first append. */
    public void retain(Predicate<List<String>> wanted) {
        List<List<String>> rows = rows();
        List<List<String>> left = new ArrayList<>();
        left.add(rows.get(0));
        rows.stream().skip(1).filter(wanted).forEach(left::add);
        if (left.size() == rows.size()) {
            return;
        }
        try {
            replaceBy(left);
            cachedRows = cachedRows == null ? null : left;
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, reason(e)), e);
        }
    }

    // Replaces the file atomically: a full disk, or a kill at any moment, leaves the old rows.
    private void replaceBy(List<List<String>> rows) throws IOException {
        Path half = AtomicFiles.temporaryName(file);
        CsvFile other = new CsvFile(half, AtomicFiles.create(half));
        boolean replaced = false;
        try {
            other.write(ByteBuffer.wrap(encode(rows)));
            other.channel.force(true);
            // Locked before it gets the name under which other processes open it.
            other.lock();
            AtomicFiles.move(half, file);
            replaced = true;
        } finally {
            if (!replaced) {
                other.channel.close();
                AtomicFiles.discard(half);
            }
        }
        FileChannel old = channel;
        channel = other.channel;
        old.close();
    }

    /** Returns all rows below the header. */
    public List<CsvRow> dataRows() {
        return CsvTable.dataRows(rows());
    }

    /** Returns all rows, the header first; from memory if they are kept, otherwise from the disk. */
    public List<List<String>> rows() {
        if (cachedRows != null) {
            return List.copyOf(cachedRows);
        }
        try {
            byte[] content = content();
            return whole(content, content.length);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Returns all whole rows of a file that this process does not have open, the header first.
     *
     * @throws RunFolderException if it cannot be read
     */
    static List<List<String>> read(Path file) {
        try {
            return parsed(file, CsvReader.builder().ofCsvRecord(CompleteRowsStream.of(file), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private List<List<String>> whole(byte[] content, int bytes) {
        return parsed(file, CsvReader.builder().ofCsvRecord(new String(content, 0, bytes, StandardCharsets.UTF_8)));
    }

    private static List<List<String>> parsed(Path file, CsvReader<CsvRecord> records) {
        try (records) {
            return records.stream().map(CsvRecord::getFields).map(List::copyOf).toList();
        } catch (IOException | RuntimeException e) {
            throw unreadable(file, e);
        }
    }

    private static RunFolderException unreadable(Path file, Exception cause) {
        return new RunFolderException("%s cannot be read: %s".formatted(file, reason(cause)), cause);
    }

    private byte[] content() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, bytes.position()) < 0) {
                throw new EOFException("it became shorter while it was read");
            }
        }
        return bytes.array();
    }

    private void lock() throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw inUse(null);
            }
        } catch (OverlappingFileLockException e) {
            throw inUse(e);
        }
    }

    private RunFolderException inUse(@Nullable Throwable cause) {
        return new RunFolderException(
                "%s is being written by another run. Hint: wait for its end".formatted(file), cause);
    }

    private void repair(List<String> header) throws IOException {
        byte[] content = content();
        int end = Math.toIntExact(CompleteRowsStream.end(channel));
        List<List<String>> rows = end > 0 ? whole(content, end) : List.of();
        // Compared first: a file that is refused keeps all that is in it.
        if (end > 0 && !rows.stream().findFirst().equals(Optional.of(header))) {
            throw new RunFolderException(
                    "%s has other columns than this version of Ceiling writes. Hint: start a new run".formatted(file));
        }
        if (end < content.length) {
            // Somebody may have saved a finished row without its line break.
            AtomicFiles.write(
                    file.resolveSibling(file.getFileName() + ".torn"),
                    Arrays.copyOfRange(content, end, content.length));
        }
        if (end > 0 && !CompleteRowsStream.endsLikeOurs(channel, end)) {
            // Otherwise a row torn later could not be distinguished from one saved without a line break.
            replaceBy(rows);
            return;
        }
        channel.truncate(end);
        channel.position(end);
        if (end == 0) {
            write(ByteBuffer.wrap(encode(List.of(header))));
            channel.force(true);
        }
    }

    private void write(ByteBuffer bytes) throws IOException {
        channel.position(channel.size());
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    public static byte[] encode(List<List<String>> rows) {
        StringWriter text = new StringWriter();
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).build(text)) {
            rows.forEach(writer::writeRecord);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    public static String reason(Exception e) {
        if (e instanceof NoSuchFileException) {
            return "no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "a file of that name is there already";
        }
        String name = e.getClass().getSimpleName();
        if (e.getMessage() == null) {
            return name;
        }
        // The system's own words, such as "No space left on device", need no class beside them.
        return e.getClass() == IOException.class
                ? Cell.text(e.getMessage())
                : "%s (%s)".formatted(Cell.text(e.getMessage()), name);
    }

    /** Closes the file and releases its lock. */
    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be closed: %s".formatted(file, reason(e)), e);
        }
    }
}
