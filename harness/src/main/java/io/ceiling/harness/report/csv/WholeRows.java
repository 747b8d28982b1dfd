package io.ceiling.harness.report.csv;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes of a CSV file up to its last line break. What follows it is a row that a killed process did not finish:
 * even with all its cells, the number in the last one may lack digits.
 */
final class WholeRows extends FilterInputStream {

    private static final int BLOCK_BYTES = 8192;

    private long left;

    private WholeRows(InputStream in, long left) {
        super(in);
        this.left = left;
    }

    /** Opens a file, which may be larger than the memory. */
    static InputStream of(Path file) throws IOException {
        SeekableByteChannel channel = Files.newByteChannel(file);
        boolean usable = false;
        try {
            long end = end(channel);
            channel.position(0);
            usable = true;
            return new WholeRows(Channels.newInputStream(channel), end);
        } finally {
            if (!usable) {
                channel.close();
            }
        }
    }

    /** Returns the position after the last line break; a lone carriage return is one in files of other programs. */
    private static long end(SeekableByteChannel channel) throws IOException {
        long end = endAfter(channel, '\n', channel.size());
        if (end > 0) {
            return end;
        }
        // One alone may be half of the line break of a header that was cut.
        long last = endAfter(channel, '\r', channel.size());
        return last > 0 && endAfter(channel, '\r', last - 1) > 0 ? last : 0;
    }

    /** Returns the position after the last such byte before {@code size}; 0 if there is none. */
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
        int next = left > 0 ? super.read() : -1;
        left -= next < 0 ? left : 1;
        return next;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int read = left > 0 ? super.read(into, offset, (int) Math.min(length, left)) : -1;
        left -= read < 0 ? left : read;
        return read;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
