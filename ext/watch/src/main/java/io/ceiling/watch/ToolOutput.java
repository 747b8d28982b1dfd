package io.ceiling.watch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The output of a load tool: passed through to the console and to a file as it comes, with the lines of the watch between
 * its lines. Thread-safe.
 */
final class ToolOutput {

    // Bytes of the end of the output that are kept, for its summary and its last line.
    private static final int TAIL_BYTES = 16_384;

    private static final int MAX_LINE_CHARS = 300;

    private final PrintStream out;
    private final OutputStream log;
    private boolean logFailed;
    private final ByteBuffer tailBuffer = ByteBuffer.allocate(TAIL_BYTES);
    private boolean inLine;

    ToolOutput(PrintStream out, OutputStream log) {
        this.out = out;
        this.log = log;
    }

    /** Passes everything through until the tool has closed its output. Blocks meanwhile. */
    void pass(InputStream from) throws IOException {
        byte[] bytes = new byte[8192];
        for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
            pass(bytes, read);
        }
    }

    private synchronized void pass(byte[] bytes, int length) {
        if (length == 0) {
            return;
        }
        out.write(bytes, 0, length);
        out.flush();
        inLine = bytes[length - 1] != '\n';
        keep(bytes, length);
        if (!logFailed) {
            write(bytes, length);
        }
    }

    // A tool blocks if nobody reads its output, so reading goes on even if the file cannot be written.
    private void write(byte[] bytes, int length) {
        try {
            log.write(bytes, 0, length);
        } catch (IOException e) {
            logFailed = true;
            println("tool.log cannot be written any further, the load and the watch go on: " + e.getMessage());
        }
    }

    private void keep(byte[] bytes, int length) {
        int from = Math.max(0, length - TAIL_BYTES);
        int more = length - from;
        if (tailBuffer.remaining() < more) {
            tailBuffer.flip();
            tailBuffer.position(Math.max(0, tailBuffer.limit() - (TAIL_BYTES - more)));
            tailBuffer.compact();
        }
        tailBuffer.put(bytes, from, more);
    }

    /** Prints a line of the watch, after a line break if the tool is in the middle of a line. */
    synchronized void println(String line) {
        if (inLine) {
            out.println();
            inLine = false;
        }
        out.println(line);
    }

    synchronized String tail() {
        return new String(tailBuffer.array(), 0, tailBuffer.position(), StandardCharsets.UTF_8);
    }

    /** Returns the last line of the tool's output that is not blank, its first 300 characters; empty if there is none. */
    synchronized String lastLine() {
        return tail().lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .reduce((earlier, later) -> later)
                .map(line -> line.substring(0, Math.min(line.length(), MAX_LINE_CHARS)))
                .orElse("");
    }
}
