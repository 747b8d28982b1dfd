package io.ceiling.proxy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the lines that were appended to a log since the last read. Not thread-safe. */
final class LogTail {

    // A log that grows faster repeats itself.
    private static final int MAX_BYTES = 1 << 20;

    private final Path file;
    private long position;

    /** Creates a reader of the lines that come from now on. */
    LogTail(Path file) {
        this.file = file;
        this.position = size();
    }

    private long size() {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns the whole lines that have come since, a mebibyte of them at most; none if the log cannot be read. */
    List<String> next() {
        long end = size();
        // A shorter file is a new log with the same name.
        long from = end < position ? 0 : position;
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.min(MAX_BYTES, end - from)];
            log.seek(from);
            log.readFully(bytes);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            // The end of a line that is still written belongs to the next call.
            int whole = text.lastIndexOf('\n') + 1;
            position = whole == 0 && bytes.length == MAX_BYTES ? end : from + whole;
            return text.substring(0, whole).lines().toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
