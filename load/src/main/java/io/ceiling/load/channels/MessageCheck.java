package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.socket.AnswerException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Incremental check of one message of a channel, every byte of it. It takes ranges of bytes of any size, and keeps none
 * of them.
 *
 * <p>First comes the answer to the subscription, {@code {"subscribed":"7"}}; then messages,
 * {@code {"request":R,"timestamp":T,"identifier":"7","elements":"E"}}. E consists of two stamps of 16 lower-case
 * hexadecimal digits, when the message was intended to be sent and when it was sent, and a padding of letters:
 * character i of E is {@code 'a' + i % 26}.
 */
public final class MessageCheck {

    // The parts in their order. In the answer to the subscription, the end follows the identifier.
    private static final byte SUBSCRIBED = 0;
    private static final byte SUBSCRIBED_IDENTIFIER = 1;
    private static final byte REQUEST = 2;
    private static final byte REQUEST_NUMBER = 3;
    private static final byte TIMESTAMP = 4;
    private static final byte TIMESTAMP_NUMBER = 5;
    private static final byte IDENTIFIER = 6;
    private static final byte IDENTIFIER_TEXT = 7;
    private static final byte ELEMENTS = 8;
    private static final byte INTENDED = 9;
    private static final byte SENT = 10;
    private static final byte PADDING = 11;
    private static final byte END = 12;
    private static final byte COMPLETE = 13;

    // The fixed text of each part; empty for the parts without one.
    private static final byte[][] FIXED = fixedTexts();

    // Maximum number of digits, so that a number fits into 64 bits.
    private static final int MAX_DIGITS = 18;
    // Maximum length of the padding; the server refuses to publish more.
    private static final int MAX_PADDING = 16 << 20;

    // Letters of the padding, long enough to compare most paddings at once.
    private static final byte[] PADDING_LETTERS = Ascii.letters(80 * Ascii.LETTERS);

    private static final int EXCERPT_BYTES = 40;

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long HIGH_BITS = 0xf0f0_f0f0_f0f0_f0f0L;

    private static final Text REQUEST_BEGIN = Text.of(FIXED[REQUEST]);
    private static final Text TIMESTAMP_BEGIN = Text.of(FIXED[TIMESTAMP]);
    private static final Text IDENTIFIER_BEGIN = Text.of(FIXED[IDENTIFIER]);
    private static final Text ELEMENTS_BEGIN = Text.of(FIXED[ELEMENTS]);

    // Maximum number of bytes before the padding.
    private static final int MAX_HEAD_BYTES = REQUEST_BEGIN.length
            + TIMESTAMP_BEGIN.length
            + IDENTIFIER_BEGIN.length
            + ELEMENTS_BEGIN.length
            + 2 * MAX_DIGITS
            + Identifier.MAX_DIGITS
            + PublishText.STAMPS_DIGITS;

    private byte part = SUBSCRIBED;
    // Number of bytes of this part read so far.
    private int partBytes;
    // Number of bytes of the message read so far.
    private int length;

    private long number;
    private long intended;
    private long sent;

    private static byte[][] fixedTexts() {
        byte[][] texts = new byte[COMPLETE][0];
        texts[SUBSCRIBED] = Ascii.bytes("{\"subscribed\":\"");
        texts[REQUEST] = Ascii.bytes("{\"request\":");
        texts[TIMESTAMP] = Ascii.bytes(",\"timestamp\":");
        texts[IDENTIFIER] = Ascii.bytes(",\"identifier\":\"");
        texts[ELEMENTS] = Ascii.bytes("\",\"elements\":\"");
        texts[END] = Ascii.bytes("\"}");
        return texts;
    }

    public void next() {
        part = REQUEST;
        partBytes = 0;
        length = 0;
        number = 0;
        intended = 0;
        sent = 0;
    }

    boolean complete() {
        return part == COMPLETE;
    }

    /** Returns the number of bytes of the message read so far. */
    public int length() {
        return length;
    }

    /** Returns the number of the complete message within its channel, > 0. */
    public long number() {
        return number;
    }

    /** Returns when the complete message was intended to be sent, as {@link System#nanoTime} of the sender. */
    long intended() {
        return intended;
    }

    /** Returns when the complete message was sent, by the same clock. */
    long sent() {
        return sent;
    }

    /**
     * Reads up to the end of the message or of the range, and returns the index after the last byte read.
     *
     * @throws AnswerException if a byte is not as expected
     */
    public int read(byte[] bytes, int from, int to, Identifier identifier) throws AnswerException {
        int position = part == REQUEST && partBytes == 0 ? from + readHead(bytes, from, to, identifier) : from;
        while (position < to && part != COMPLETE) {
            int read =
                    switch (part) {
                        case SUBSCRIBED_IDENTIFIER, IDENTIFIER_TEXT ->
                            readText(bytes, position, to, identifier.digits, identifier.length, identifier);
                        case REQUEST_NUMBER, TIMESTAMP_NUMBER -> readNumber(bytes, position, to, identifier);
                        case INTENDED, SENT -> readStamp(bytes, position, to, identifier);
                        case PADDING -> readPadding(bytes, position, to, identifier);
                        default -> readText(bytes, position, to, FIXED[part], FIXED[part].length, identifier);
                    };
            position += read;
            length += read;
        }
        return position;
    }

    /**
     * Checks that the message is complete, since no more of it comes.
     *
     * @throws AnswerException if it is not
     */
    public void end(Identifier identifier) throws AnswerException {
        if (!complete()) {
            throw AnswerException.wrong("message of channel %s ended after %d bytes, expected %s"
                    .formatted(identifier, length, expected(identifier)));
        }
    }

    // Fast path, since nearly all messages come complete: reads all bytes before the padding at once and returns their
    // number. Returns 0 if bytes are missing or wrong; the check of the parts then finds which.
    private int readHead(byte[] bytes, int from, int to, Identifier identifier) {
        if (bytes.length - from < MAX_HEAD_BYTES || !REQUEST_BEGIN.isAt(bytes, from)) {
            return 0;
        }
        int request = from + REQUEST_BEGIN.length;
        int requestDigits = digits(bytes, request);
        if (requestDigits == 0 || !TIMESTAMP_BEGIN.isAt(bytes, request + requestDigits)) {
            return 0;
        }
        int timestamp = request + requestDigits + TIMESTAMP_BEGIN.length;
        int timestampDigits = digits(bytes, timestamp);
        if (timestampDigits == 0 || !IDENTIFIER_BEGIN.isAt(bytes, timestamp + timestampDigits)) {
            return 0;
        }
        int text = timestamp + timestampDigits + IDENTIFIER_BEGIN.length;
        int end = text + identifier.length;
        int stamps = end + ELEMENTS_BEGIN.length;
        int padding = stamps + PublishText.STAMPS_DIGITS;
        // Bytes behind the range do not count, even if they look right.
        if (padding > to
                || !Arrays.equals(bytes, text, end, identifier.digits, 0, identifier.length)
                || !ELEMENTS_BEGIN.isAt(bytes, end)) {
            return 0;
        }
        long intendedHigh = longAt(bytes, stamps);
        long intendedLow = longAt(bytes, stamps + 8);
        long sentHigh = longAt(bytes, stamps + 16);
        long sentLow = longAt(bytes, stamps + 24);
        if ((notDigits(intendedHigh) | notDigits(intendedLow) | notDigits(sentHigh) | notDigits(sentLow)) != 0) {
            return 0;
        }
        intended = pack(intendedHigh) << 32 | pack(intendedLow);
        sent = pack(sentHigh) << 32 | pack(sentLow);
        for (int i = 0; i < requestDigits; i++) {
            number = number * 10 + bytes[request + i] - '0';
        }
        part(PADDING);
        length = padding - from;
        return length;
    }

    // A fixed text of eight to sixteen bytes, which two comparisons find.
    private record Text(int length, long first, long last) {

        static Text of(byte[] text) {
            return new Text(text.length, longAt(text, 0), longAt(text, text.length - Long.BYTES));
        }

        boolean isAt(byte[] bytes, int position) {
            return longAt(bytes, position) == first && longAt(bytes, position + length - Long.BYTES) == last;
        }
    }

    private static long longAt(byte[] bytes, int position) {
        return (long) EIGHT_BYTES.get(bytes, position);
    }

    // Returns the number of decimal digits there; 0 if they are more than 18 or begin with a zero.
    private static int digits(byte[] bytes, int position) {
        int digits = 0;
        while (digits <= MAX_DIGITS && bytes[position + digits] >= '0' && bytes[position + digits] <= '9') {
            digits++;
        }
        return digits > MAX_DIGITS || bytes[position] == '0' ? 0 : digits;
    }

    // Returns the value of each byte as a hexadecimal digit; meaningless for other bytes.
    private static long values(long text) {
        // 'a' is 0x61 and stands for 10, '0' is 0x30.
        return (text & 0x0f * EACH_BYTE) + 9 * (text >>> 6 & EACH_BYTE);
    }

    // Returns 0 only for eight lower-case hexadecimal digits. Without branches, since a processor cannot predict
    // digits.
    private static long notDigits(long text) {
        long values = values(text);
        long letters = (values + 6 * EACH_BYTE) >>> 4 & EACH_BYTE;
        return (values & HIGH_BITS) | (text ^ (values + 0x30 * EACH_BYTE + 39 * letters));
    }

    private static long pack(long text) {
        long values = values(text);
        long pairs = (values | values >>> 4) & 0x00ff_00ff_00ff_00ffL;
        long fours = (pairs | pairs >>> 8) & 0x0000_ffff_0000_ffffL;
        return (fours | fours >>> 16) & 0xffff_ffffL;
    }

    private int readText(byte[] bytes, int from, int to, byte[] text, int textLength, Identifier identifier)
            throws AnswerException {
        int count = Math.min(to - from, textLength - partBytes);
        int mismatch = Arrays.mismatch(bytes, from, from + count, text, partBytes, partBytes + count);
        if (mismatch >= 0) {
            partBytes += mismatch;
            throw wrong(bytes, from, mismatch, to, identifier);
        }
        partBytes += count;
        if (partBytes == textLength) {
            part(part == SUBSCRIBED_IDENTIFIER ? END : part + 1);
        }
        return count;
    }

    private int readNumber(byte[] bytes, int from, int to, Identifier identifier) throws AnswerException {
        int position = from;
        while (position < to) {
            int digit = bytes[position] - '0';
            boolean isDigit = digit >= 0 && digit <= 9;
            if (partBytes == 0 ? !isDigit || digit == 0 : isDigit && partBytes == MAX_DIGITS) {
                throw wrong(bytes, from, position - from, to, identifier);
            }
            if (!isDigit) {
                part(part + 1);
                break;
            }
            if (part == REQUEST_NUMBER) {
                number = number * 10 + digit;
            }
            partBytes++;
            position++;
        }
        return position - from;
    }

    private int readStamp(byte[] bytes, int from, int to, Identifier identifier) throws AnswerException {
        int position = from;
        while (position < to && partBytes < PublishText.STAMP_DIGITS) {
            byte b = bytes[position];
            int digit = b >= '0' && b <= '9' ? b - '0' : b >= 'a' && b <= 'f' ? b - 'a' + 10 : -1;
            if (digit < 0) {
                throw wrong(bytes, from, position - from, to, identifier);
            }
            if (part == INTENDED) {
                intended = intended << 4 | digit;
            } else {
                sent = sent << 4 | digit;
            }
            partBytes++;
            position++;
        }
        if (partBytes == PublishText.STAMP_DIGITS) {
            part(part + 1);
        }
        return position - from;
    }

    private int readPadding(byte[] bytes, int from, int to, Identifier identifier) throws AnswerException {
        int letter = nextLetter();
        int count = Math.min(to - from, PADDING_LETTERS.length - letter);
        int mismatch = Arrays.mismatch(bytes, from, from + count, PADDING_LETTERS, letter, letter + count);
        int same = mismatch < 0 ? count : mismatch;
        partBytes += same;
        if (partBytes > MAX_PADDING || (mismatch >= 0 && bytes[from + mismatch] != '"')) {
            throw wrong(bytes, from, same, to, identifier);
        }
        if (mismatch >= 0) {
            part(END);
        }
        return same;
    }

    private int nextLetter() {
        return (PublishText.STAMPS_DIGITS + partBytes) % Ascii.LETTERS;
    }

    private void part(int next) {
        part = (byte) next;
        partBytes = 0;
    }

    private AnswerException wrong(byte[] bytes, int from, int mismatch, int to, Identifier identifier) {
        int start = from + mismatch;
        return AnswerException.wrong("byte %d of a message of channel %s: expected %s, got '%s'"
                .formatted(
                        length + mismatch,
                        identifier,
                        expected(identifier),
                        Ascii.text(bytes, start, Math.min(to, start + EXCERPT_BYTES))));
    }

    private String expected(Identifier identifier) {
        return switch (part) {
            case SUBSCRIBED_IDENTIFIER, IDENTIFIER_TEXT ->
                "'%s' of identifier '%s'"
                        .formatted(Ascii.text(identifier.digits, partBytes, identifier.length), identifier);
            case REQUEST_NUMBER, TIMESTAMP_NUMBER ->
                "a number of 1..%d digits without leading zero".formatted(MAX_DIGITS);
            case INTENDED, SENT -> "a stamp of %d lower-case hexadecimal digits".formatted(PublishText.STAMP_DIGITS);
            case PADDING ->
                partBytes > MAX_PADDING
                        ? "at most %d bytes of padding".formatted(MAX_PADDING)
                        : "padding '%c' or the end".formatted('a' + nextLetter());
            default -> "'%s'".formatted(Ascii.text(FIXED[part], partBytes, FIXED[part].length));
        };
    }
}
