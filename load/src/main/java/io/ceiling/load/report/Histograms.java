package io.ceiling.load.report;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;

/**
 * Creates, encodes and merges histograms of nanoseconds from 1 us to 1 h with 3 significant digits.
 *
 * <p>The text form is the compressed encoding in base64, as in the last column of HdrHistogram's log files.
 */
public final class Histograms {

    static final long LOWEST_NANOS = 1_000;
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;
    private static final int DIGITS = 3;

    // Most histograms of an agent are empty; encoding an empty one takes as long as a full one.
    private static final String EMPTY = encoded(empty());

    private Histograms() {}

    public static Histogram empty() {
        return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, DIGITS);
    }

    public static String encode(Histogram histogram) {
        return histogram.getTotalCount() == 0 ? EMPTY : encoded(histogram);
    }

    private static String encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer, Deflater.BEST_SPEED);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Returns the histogram with this encoding.
     *
     * @throws IllegalArgumentException if the text is no encoded histogram
     */
    public static Histogram decode(String encoded) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), HIGHEST_NANOS);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not an encoded histogram: " + abbreviated(encoded), e);
        }
    }

    /**
     * Returns true if an encoded histogram has no values. Does not decode it: that takes as long as for a full one, and
     * most histograms of a thousand agents are empty.
     */
    public static boolean isEmpty(String encoded) {
        return encoded.equals(EMPTY);
    }

    /**
     * Returns the sum of encoded histograms; an empty histogram if there are none.
     *
     * @throws IllegalArgumentException if a text is no encoded histogram
     */
    public static Histogram merge(Collection<String> encoded) {
        Histogram merged = empty();
        encoded.stream().filter(one -> !isEmpty(one)).forEach(one -> merged.add(decode(one)));
        return merged;
    }

    private static String abbreviated(String text) {
        String start = text.length() <= 40 ? text : text.substring(0, 40) + "...";
        return start.replaceAll("[^ -~]", "?");
    }
}
