package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.Scratch;
import io.ceiling.harness.report.html.chart.Curve;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;

/** A folder of results that comes from somebody else. */
class ForeignRunPropertyTest {

    @Provide
    Arbitrary<String> json() {
        return ForeignFiles.json();
    }

    @Property
    void anyEnvironmentIsAReportOrOneLine(@ForAll("json") String json) {
        String object = json.replaceFirst("^\\[", "").replaceFirst("]$", "");
        ForeignFiles.readOrRefused("environment.json", object.getBytes(StandardCharsets.UTF_8), folder -> assertThat(
                        ReportModel.of(RunFiles.read(folder)))
                .isNotNull());
    }

    @Test
    void depthIsNotFollowed() {
        ForeignFiles.deepOnes()
                .forEach(deep -> ForeignFiles.readOrRefused(
                        "environment.json", deep, folder -> ReportModel.of(RunFiles.read(folder))));
    }

    private static byte[] log(Histogram histogram) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(new PrintStream(bytes, false, StandardCharsets.UTF_8));
        writer.outputLogFormatVersion();
        writer.outputStartTime(0);
        writer.outputLegend();
        histogram.setTag("response");
        writer.outputIntervalHistogram(histogram);
        writer.close();
        return bytes.toByteArray();
    }

    private static Histogram histogram() {
        Histogram histogram = new Histogram(1_000, 3_600_000_000_000L, 3);
        for (int i = 1; i < 100; i++) {
            histogram.recordValue(i * 1_000_000L);
        }
        return histogram;
    }

    private static void readCurves(byte[] log) {
        ForeignFiles.readOrRefused("x.hlog", log, folder -> assertThat(Curve.read(folder.resolve("x.hlog"), "x"))
                .allSatisfy(curve -> assertThat(curve.count()).isNotNegative()));
    }

    @Provide
    Arbitrary<byte[]> logs() {
        byte[] real = log(histogram());
        String text = new String(real, StandardCharsets.UTF_8);
        int at = text.lastIndexOf(',') + 1;
        byte[] encoded = Base64.getDecoder().decode(text.substring(at).strip());
        Arbitrary<byte[]> changedText = Arbitraries.integers()
                .between(0, real.length - 1)
                .flatMap(place -> Arbitraries.bytes().map(other -> {
                    byte[] bytes = real.clone();
                    bytes[place] = other;
                    return bytes;
                }));
        Arbitrary<byte[]> changedHistogram = Arbitraries.integers()
                .between(0, encoded.length - 4)
                .flatMap(place -> Arbitraries.of(0, -1, Integer.MAX_VALUE, Integer.MIN_VALUE, 1)
                        .map(other -> {
                            byte[] bytes = encoded.clone();
                            ByteBuffer.wrap(bytes).putInt(place, other);
                            return (text.substring(0, at) + Base64.getEncoder().encodeToString(bytes) + "\n")
                                    .getBytes(StandardCharsets.UTF_8);
                        }));
        Arbitrary<byte[]> lines = Arbitraries.of(
                        text,
                        "#",
                        "#[StartTime: x\n",
                        "#[BaseTime: 1e999 (\n",
                        "Tag=\u001b,",
                        "1,2,3,\n",
                        ",,,,\n",
                        "\n",
                        "\r",
                        "\u0000")
                .list()
                .ofMaxSize(6)
                .map(list -> String.join("", list).getBytes(StandardCharsets.UTF_8));
        return Arbitraries.oneOf(changedText, changedHistogram, lines);
    }

    @Property
    void anyHistogramLogIsCurvesOrOneLine(@ForAll("logs") byte[] log) {
        readCurves(log);
    }

    /** Counts whose sum does not fit into 64 bits. */
    @Test
    void countsThatOverflowEnd() {
        Histogram histogram = new Histogram(1_000, 3_600_000_000_000L, 3);
        histogram.recordValueWithCount(1_000_000, Long.MAX_VALUE / 2 + 1);
        histogram.recordValueWithCount(2_000_000, Long.MAX_VALUE / 2 + 1);
        byte[] once = log(histogram);

        readCurves(once);
        readCurves((new String(once, StandardCharsets.UTF_8) + new String(log(histogram), StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aRealLogIsACurve() throws Exception {
        try (Scratch scratch = new Scratch()) {
            Path file = scratch.file("x.hlog", log(histogram()));

            assertThat(Curve.read(file, "x")).singleElement().satisfies(curve -> assertThat(curve.count())
                    .isEqualTo(99));
        }
    }
}
