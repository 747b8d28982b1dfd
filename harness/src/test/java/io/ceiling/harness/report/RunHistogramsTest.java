package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunHistogramsTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Scenario first =
            Fixtures.scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);

    private final Path results;

    RunHistogramsTest(@TempDir Path results) {
        this.results = results;
    }

    private static IntervalHistograms interval(long fromNanos, long toNanos, String encoded) {
        return new IntervalHistograms(fromNanos, toNanos, Map.of("response", List.of(encoded)));
    }

    private static String encoded(long value) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(value);
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        byte[] bytes = new byte[length];
        buffer.flip().get(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    @Test
    void histogramsOfAllAgentsAreAddedUnderTheirTag() throws IOException {
        Instant start = Instant.parse("2026-11-21T09:15:00Z");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.writeHistograms(
                    first.name(),
                    start,
                    start.plusSeconds(5),
                    Map.of("response", List.of(encoded(1_000_000), encoded(2_000_000)), "connect", List.of()));

            Path log = folder.details().resolve(first.name() + ".hlog");
            try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
                EncodableHistogram histogram = reader.nextIntervalHistogram();
                assertThat(histogram.getTag()).isEqualTo("response");
                assertThat(((Histogram) histogram).getTotalCount()).isEqualTo(2);
                assertThat(histogram.getMaxValueAsDouble()).isBetween(1_990_000.0, 2_010_000.0);
                assertThat(reader.hasNext()).isFalse();
            }
        }
    }

    @Test
    void everyStepHasItsOwnLineOfEachTag() throws IOException {
        Instant start = Instant.parse("2026-11-21T09:15:00Z");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.writeHistograms(
                    first,
                    start,
                    List.of(
                            interval(1_000_000_000L, 3_000_000_000L, encoded(1_000_000)),
                            interval(3_500_000_000L, 4_000_000_000L, encoded(8_000_000))));

            Path log = folder.details().resolve(first.name() + ".hlog");
            try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
                Histogram one = (Histogram) reader.nextIntervalHistogram();
                Histogram two = (Histogram) reader.nextIntervalHistogram();
                assertThat(one.getMaxValue()).isBetween(990_000L, 1_010_000L);
                assertThat(one.getStartTimeStamp())
                        .isEqualTo(start.plusSeconds(1).toEpochMilli());
                assertThat(two.getMinValue()).isBetween(7_990_000L, 8_010_000L);
                assertThat(two.getEndTimeStamp()).isEqualTo(start.plusSeconds(4).toEpochMilli());
                assertThat(reader.hasNext()).isFalse();
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aHistogramThatDoesNotFitOnTheDiskIsAnError() throws IOException {
        Instant start = Instant.parse("2026-11-21T09:15:00Z");
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            Files.createSymbolicLink(folder.details().resolve(first.name() + ".hlog"), Path.of("/dev/full"));

            assertThatThrownBy(() -> folder.writeHistograms(
                            first.name(), start, start.plusSeconds(5), Map.of("response", List.of(encoded(1_000_000)))))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageContaining(".hlog cannot be written");
        }
    }
}
