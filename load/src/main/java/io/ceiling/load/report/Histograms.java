package io.ceiling.load.report;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Histograms of nanoseconds from 1 microsecond to 1 hour with 3 significant digits, and their form as text.
 *
 * <p>The text is the compressed encoding in base64, as in the last column of HdrHistogram's log files.
 */
public final class Histograms {

    static final long LOWEST_NANOS = 1_000;
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    private Histograms() {}

    public static Histogram empty() {
        return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    }

    public static String encode(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * The histogram that this text is the encoding of.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static Histogram decode(String encoded) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST_NANOS);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not an encoded histogram: " + abbreviated(encoded), e);
        }
    }

    /** All of them together; empty if there are none. */
    public static Histogram merge(Collection<String> encoded) {
        Histogram merged = empty();
        encoded.forEach(one -> merged.add(decode(one)));
        return merged;
    }

    private static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
