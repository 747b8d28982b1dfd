package io.ceiling.load.report;

import static io.ceiling.load.fixtures.AnyBytes.BREAKS_OR_CONTROLS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.Deflater;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class HistogramsPropertyTest {

    @Property
    void whatIsEncodedIsDecoded(
            @ForAll @Size(max = 200) List<@LongRange(min = 0, max = Histograms.HIGHEST_NANOS) Long> values) {
        Histogram histogram = Histograms.empty();
        values.forEach(histogram::recordValue);

        Histogram decoded = Histograms.decode(Histograms.encode(histogram));

        assertThat(decoded.getTotalCount()).isEqualTo(values.size());
        values.forEach(value -> assertThat(decoded.getCountAtValue(value)).isEqualTo(histogram.getCountAtValue(value)));
    }

    @Provide
    Arbitrary<String> texts() {
        Histogram histogram = Histograms.empty();
        histogram.recordValue(1_000_000);
        byte[] real = Base64.getDecoder().decode(Histograms.encode(histogram));
        Arbitrary<String> changed = Arbitraries.integers()
                .between(0, real.length - 1)
                .flatMap(at -> Arbitraries.bytes().map(other -> {
                    byte[] bytes = real.clone();
                    bytes[at] = other;
                    return Base64.getEncoder().encodeToString(bytes);
                }));
        return Arbitraries.oneOf(
                changed,
                Arbitraries.strings().ofMaxLength(100),
                Arbitraries.bytes().array(byte[].class).ofMaxSize(100).map(Base64.getEncoder()::encodeToString));
    }

    @Property
    void anyTextIsAHistogramOrRefusedWithOneLine(@ForAll("texts") String text) {
        Throwable thrown = catchThrowable(() -> Histograms.decode(text));

        if (thrown != null) {
            assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
            assertThat(thrown.getMessage())
                    .doesNotContainPattern(BREAKS_OR_CONTROLS)
                    .hasSizeLessThan(100);
        }
    }

    @Test
    void encodedHistogramsMergeToTheSameCounts() {
        Histogram first = Histograms.empty();
        Histogram second = Histograms.empty();
        for (int i = 1; i <= 1_000; i++) {
            first.recordValue(i * 10_000L);
            second.recordValue((i + 10) * 1_000_000L);
        }

        Histogram merged = Histograms.merge(List.of(Histograms.encode(first), Histograms.encode(second)));

        assertThat(merged.getTotalCount()).isEqualTo(2_000);
        assertThat(merged.getValueAtPercentile(50)).isEqualTo(first.getValueAtPercentile(100));
        assertThat(merged.getMaxValue()).isEqualTo(second.getMaxValue());
        assertThat(Histograms.merge(List.of()).getTotalCount()).isZero();
    }

    /** The payload says that two thousand million bytes of it follow. */
    @Test
    void aDeclaredLengthIsNotAllocated() {
        Histogram histogram = Histograms.empty();
        ByteBuffer plain = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoByteBuffer(plain);
        plain.putInt(4, Integer.MAX_VALUE);
        byte[] deflated = new byte[1_000];
        Deflater deflater = new Deflater();
        deflater.setInput(plain.array(), 0, length);
        deflater.finish();
        int deflatedLength = deflater.deflate(deflated);
        deflater.end();
        int cookie = ByteBuffer.wrap(Base64.getDecoder().decode(Histograms.encode(histogram)))
                .getInt();
        byte[] encoded = ByteBuffer.allocate(8 + deflatedLength)
                .putInt(cookie)
                .putInt(deflatedLength)
                .put(deflated, 0, deflatedLength)
                .array();
        String text = Base64.getEncoder().encodeToString(encoded);

        long before = allocatedBytes();
        Throwable thrown = catchThrowable(() -> Histograms.decode(text));

        assertThat(allocatedBytes() - before).isLessThan(10_000_000);
        assertThat(thrown == null || thrown instanceof IllegalArgumentException).isTrue();
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }
}
