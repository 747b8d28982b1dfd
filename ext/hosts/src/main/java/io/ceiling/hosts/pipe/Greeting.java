package io.ceiling.hosts.pipe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * The line after which a node's standard output has frames alone. Before it there may be other lines: what a login prints, or
 * a JVM.
 */
final class Greeting {

    // Changes with the form of the frames.
    private static final String MARK = "ceiling-node 1 ";

    private static final int MAX_BYTES = 256 << 10;
    private static final int MAX_LINE_BYTES = 4 << 10;

    private Greeting() {}

    /** Returns the line, on a line of its own whatever was printed before. */
    static byte[] of(String build) {
        return ("\n" + MARK + build + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Thrown if the output ends, or becomes too long, without the line. */
    static final class NoGreetingException extends IOException {

        private static final long serialVersionUID = 1;

        private final String lastLine;

        private NoGreetingException(String message, String lastLine) {
            super(message);
            this.lastLine = lastLine;
        }

        /** Returns the last line that was there instead; empty if there was none. */
        String lastLine() {
            return lastLine;
        }
    }

    /**
     * Reads up to the line, blocks until it has come, and returns the build of the node.
     *
     * @param in read byte by byte, so that the bytes behind the line stay unread
     * @throws NoGreetingException if there is no such line
     */
    static String await(InputStream in) throws IOException {
        String last = "";
        long left = MAX_BYTES;
        while (left > 0) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            int read = in.read();
            for (; read >= 0 && read != '\n' && line.size() < MAX_LINE_BYTES; read = in.read()) {
                line.write(read);
            }
            left -= line.size() + 1;
            String text = line.toString(StandardCharsets.UTF_8).strip();
            if (text.startsWith(MARK)) {
                return RemoteText.line(text.substring(MARK.length()));
            }
            last = text.isEmpty() ? last : RemoteText.line(text);
            if (read < 0) {
                throw new NoGreetingException("its output has ended", last);
            }
        }
        throw new NoGreetingException("its output is not that of ceiling node", last);
    }
}
