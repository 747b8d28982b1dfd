package io.ceiling.load.bayeux;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.socket.AnswerException;
import java.util.Arrays;

/**
 * A walk through a JSON text, token by token. Copies nothing: a string is the range of its bytes, escapes included.
 * Confined to one thread.
 */
final class JsonScanner {

    // Maximum nesting of arrays and objects; each level is a recursive call.
    private static final int MAX_DEPTH = 32;

    private static final int EXCERPT_BYTES = 40;
    private static final int MIN_CHARACTER = ' ';
    private static final int UNICODE_DIGITS = 4;

    private static final byte[] TRUE = Ascii.bytes("true");
    private static final byte[] FALSE = Ascii.bytes("false");
    private static final byte[] NULL = Ascii.bytes("null");

    private byte[] bytes = new byte[0];
    private int limit;
    private int position;
    private int textStart;
    private int textEnd;

    /** Begins a text, the first bytes of the array. */
    void begin(byte[] from, int length) {
        bytes = from;
        limit = length;
        position = 0;
    }

    int position() {
        return position;
    }

    /** Returns the index of the first byte of the last string, after its quote. */
    int textStart() {
        return textStart;
    }

    /** Returns the index after the last byte of the last string, which is that of its quote. */
    int textEnd() {
        return textEnd;
    }

    /** Returns true if the last string has exactly these bytes. */
    boolean textIs(byte[] text) {
        return Arrays.equals(bytes, textStart, textEnd, text, 0, text.length);
    }

    /** Takes this character, and blanks before it. */
    void take(char expected) throws AnswerException {
        if (!takeIf(expected)) {
            throw wrong("'" + expected + "'");
        }
    }

    /** Takes blanks, and this character if it comes next; returns true if it does. */
    boolean takeIf(char expected) {
        skipBlanks();
        boolean there = position < limit && bytes[position] == expected;
        if (there) {
            position++;
        }
        return there;
    }

    /** Takes blanks up to the end of the text. */
    void takeEnd() throws AnswerException {
        skipBlanks();
        if (position < limit) {
            throw wrong("the end");
        }
    }

    /** Takes blanks up to the next value. */
    void skipBlanks() {
        while (position < limit && isBlank(bytes[position])) {
            position++;
        }
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** Takes a string, whose range is {@link #textStart} to {@link #textEnd} until the next one is taken. */
    void readString() throws AnswerException {
        take('"');
        textStart = position;
        while (position < limit && bytes[position] != '"') {
            if (bytes[position] >= 0 && bytes[position] < MIN_CHARACTER) {
                throw wrong("a character of a string");
            }
            if (bytes[position] == '\\') {
                position++;
                escape();
            } else {
                position++;
            }
        }
        textEnd = position;
        take('"');
    }

    private void escape() throws AnswerException {
        byte escaped = position < limit ? bytes[position] : 0;
        if ("\"\\/bfnrt".indexOf(escaped) >= 0) {
            position++;
            return;
        }
        if (escaped != 'u') {
            throw wrong("an escape");
        }
        position++;
        for (int i = 0; i < UNICODE_DIGITS; i++) {
            if (position == limit || Character.digit(bytes[position], 16) < 0) {
                throw wrong("4 hexadecimal digits of an escape");
            }
            position++;
        }
    }

    boolean readBoolean() throws AnswerException {
        skipBlanks();
        if (takeWord(TRUE)) {
            return true;
        }
        if (takeWord(FALSE)) {
            return false;
        }
        throw wrong("true or false");
    }

    void skipValue() throws AnswerException {
        skipValue(0);
    }

    private void skipValue(int depth) throws AnswerException {
        if (depth == MAX_DEPTH) {
            throw wrong("at most %d arrays and objects in each other".formatted(MAX_DEPTH));
        }
        skipBlanks();
        byte first = position < limit ? bytes[position] : 0;
        switch (first) {
            case '"' -> readString();
            case '{' -> object(depth);
            case '[' -> array(depth);
            default -> {
                if (!takeWord(TRUE) && !takeWord(FALSE) && !takeWord(NULL)) {
                    number();
                }
            }
        }
    }

    private void object(int depth) throws AnswerException {
        take('{');
        if (takeIf('}')) {
            return;
        }
        do {
            readString();
            take(':');
            skipValue(depth + 1);
        } while (takeIf(','));
        take('}');
    }

    private void array(int depth) throws AnswerException {
        take('[');
        if (takeIf(']')) {
            return;
        }
        do {
            skipValue(depth + 1);
        } while (takeIf(','));
        take(']');
    }

    private boolean takeWord(byte[] word) {
        boolean there = limit - position >= word.length
                && Arrays.equals(bytes, position, position + word.length, word, 0, word.length);
        if (there) {
            position += word.length;
        }
        return there;
    }

    // Takes a number, without blanks before it.
    private void number() throws AnswerException {
        takeByte('-');
        if (!takeByte('0')) {
            digits();
        }
        if (takeByte('.')) {
            digits();
        }
        if (takeByte('e') || takeByte('E')) {
            boolean ignored = takeByte('+') || takeByte('-');
            digits();
        }
    }

    private boolean takeByte(char expected) {
        boolean there = position < limit && bytes[position] == expected;
        if (there) {
            position++;
        }
        return there;
    }

    private void digits() throws AnswerException {
        int first = position;
        while (position < limit && bytes[position] >= '0' && bytes[position] <= '9') {
            position++;
        }
        if (position == first) {
            throw wrong("a value");
        }
    }

    /** Returns the exception for the bytes at the current position. */
    AnswerException wrong(String expected) {
        String got = position < limit
                ? "'" + Ascii.text(bytes, position, Math.min(limit, position + EXCERPT_BYTES)) + "'"
                : "the end";
        return AnswerException.wrong(
                "byte %d of a Bayeux answer: expected %s, got %s".formatted(position, expected, got));
    }
}
