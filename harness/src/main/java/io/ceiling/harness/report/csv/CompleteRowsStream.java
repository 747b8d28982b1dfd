package io.ceiling.harness.report.csv;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a CSV file up to its last line break. What follows it is a row that a killed process did not finish:
 * even with all its cells, the number in the last one may lack digits.
 *
 * <p>A file whose last line break is not CR LF was saved by another program, which may leave out the break after the
 * last row. Its last row counts if it has as many cells as the header.
 */
final class CompleteRowsStream extends FilterInputStream {

    private static final int BLOCK_BYTES = 8192;
    // No row is longer: the cells are figures, names and some sentences.
    private static final int LONGEST_ROW_BYTES = 1 << 20;

    private long remainingBytes;

    private CompleteRowsStream(InputStream in, long left) {
        super(in);
        this.remainingBytes = left;
    }

    /** Opens a file, which may be larger than the memory. */
    static InputStream of(Path file) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(file);
        boolean usable = false;
        try {
            long end = end(channel);
            channel.position(0);
            usable = true;
            return new CompleteRowsStream(Channels.newInputStream(channel), end);
        } finally {
            if (!usable) {
                channel.close();
            }
        }
    }

    /** Returns the position after the last whole row; 0 if there is not even a header. */
    static long end(SeekableByteChannel channel) throws IOException {
        long end = endOfLines(channel);
        long size = channel.size();
        boolean saved = end > 0 && end < size && !endsLikeOurs(channel, end);
        return saved && isWhole(channel, end) ? size : end;
    }

    /** Returns true if the line that ends there has the line break that Ceiling writes. */
    static boolean endsLikeOurs(SeekableByteChannel channel, long end) throws IOException {
        return end > 1 && bytes(channel, end - 2, end).equals("\r\n");
    }

    private static boolean isWhole(SeekableByteChannel channel, long begin) throws IOException {
        if (channel.size() - begin > LONGEST_ROW_BYTES) {
            return false;
        }
        String row = bytes(channel, begin, channel.size());
        String head = bytes(channel, 0, Math.min(begin, LONGEST_ROW_BYTES));
        // Within a quoted cell, the line break before it does not end a row.
        return row.chars().filter(character -> character == '"').count() % 2 == 0 && cells(row) == cells(head);
    }

    private static int cells(String text) throws IOException {
        try (CsvReader<CsvRecord> rows = CsvReader.builder()
                .missingFieldStrategy(FieldMismatchStrategy.SKIP)
                .extraFieldStrategy(FieldMismatchStrategy.SKIP)
                .ofCsvRecord(text)) {
            return rows.stream().findFirst().map(row -> row.getFields().size()).orElse(0);
        } catch (RuntimeException e) {
            // Not CSV: reading the whole file reports it.
            return 0;
        }
    }

    private static String bytes(SeekableByteChannel channel, long begin, long end) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(end - begin));
        channel.position(begin);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // Reads on until it is full.
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    }

    // Returns the position after the last line break; a lone carriage return is one in files of other programs.
    private static long endOfLines(SeekableByteChannel channel) throws IOException {
        long end = endAfter(channel, '\n', channel.size());
        if (end > 0) {
            return end;
        }
        // A single one at the end may be half of the line break of a truncated header.
        long last = endAfter(channel, '\r', channel.size());
        return last > 0 && (last < channel.size() || endAfter(channel, '\r', last - 1) > 0) ? last : 0;
    }

    // Returns the position after the last such byte before size; 0 if there is none.
    private static long endAfter(SeekableByteChannel channel, char wanted, long size) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
        long end = size;
        while (end > 0) {
            long begin = Math.max(0, end - BLOCK_BYTES);
            channel.position(begin);
            block.clear().limit((int) (end - begin));
            while (block.hasRemaining() && channel.read(block) >= 0) {
                // Reads on until the block is full.
            }
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == wanted) {
                    return begin + i + 1;
                }
            }
            end = begin;
        }
        return 0;
    }

    @Override
    public int read() throws IOException {
        int next = remainingBytes > 0 ? super.read() : -1;
        remainingBytes -= next < 0 ? remainingBytes : 1;
        return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = remainingBytes > 0 ? super.read(into, offset, (int) Math.min(length, remainingBytes)) : -1;
        remainingBytes -= read < 0 ? remainingBytes : read;
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
