package io.ceiling.harness.report.console;

import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Text in UTF-8 for a terminal, without the control characters that a terminal obeys: results and answers of a server
 * may come from somebody else. Each is replaced by a question mark, except those that {@link Progress}, {@link TerminalColors} and
 * line ends consist of.
 */
public final class SanitizingOutputStream extends FilterOutputStream {

    private static final int BLANK = ' ';
    private static final int DELETE = 0x7f;
    // First byte of the two that encode U+0080 to U+009F, the control characters beyond ASCII.
    private static final int LEAD = 0xc2;

    private static final int FIRST_LETTER_AFTER_LEAD = 0xa0;

    private static final List<String> ALLOWED = List.of(
            "\n", "\t", "\r\n", Progress.CLEAR_LINE, TerminalColors.BOLD, TerminalColors.YELLOW, TerminalColors.PLAIN);

    // Bytes that may become an allowed sequence.
    private final StringBuilder begun = new StringBuilder();

    private boolean afterLead;

    /** Creates a filter in front of a stream. */
    public SanitizingOutputStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream(length + 1);
        for (int i = offset; i < offset + length; i++) {
            next(bytes[i] & 0xff, plain);
        }
        out.write(plain.toByteArray());
    }

    private void next(int character, ByteArrayOutputStream plain) {
        if (afterLead) {
            afterLead = false;
            if (character < FIRST_LETTER_AFTER_LEAD) {
                plain.write('?');
            } else {
                plain.write(LEAD);
                plain.write(character);
            }
            return;
        }
        begun.append((char) character);
        String sequence = begun.toString();
        if (ALLOWED.contains(sequence)) {
            begun.setLength(0);
            sequence.chars().forEach(plain::write);
        } else if (ALLOWED.stream().noneMatch(allowed -> allowed.startsWith(sequence))) {
            begun.setLength(0);
            // These bytes began like an allowed sequence, but are none.
            sequence.substring(0, sequence.length() - 1)
                    .chars()
                    .forEach(before -> plain.write(isControl(before) ? '?' : before));
            if (sequence.length() > 1) {
                next(character, plain);
            } else if (character == LEAD) {
                afterLead = true;
            } else {
                plain.write(isControl(character) ? '?' : character);
            }
        }
    }

    private static boolean isControl(int character) {
        return character < BLANK || character == DELETE;
    }
}
