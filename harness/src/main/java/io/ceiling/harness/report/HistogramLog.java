package io.ceiling.harness.report;

import io.ceiling.harness.reading.IntervalHistograms;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.load.report.Histograms;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes a HdrHistogram log in nanoseconds, with one line for each interval and tag: the sum of the agents' histograms
 * of that tag.
 */
final class HistogramLog {

    private HistogramLog() {}

    static void write(Path file, Instant start, List<IntervalHistograms> intervals) {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.setBaseTime(start.toEpochMilli());
            writer.outputComment(
                    "[Ceiling: values in nanoseconds: response and delivery from the intended start, service from the send,"
                            + " connect and first-answer from when the connection was admitted, probe-response in a closed loop]");
            writer.outputLogFormatVersion();
            writer.outputStartTime(start.toEpochMilli());
            writer.outputBaseTime(start.toEpochMilli());
            writer.outputLegend();
            intervals.forEach(interval -> write(writer, start.toEpochMilli(), interval));
            // A PrintStream reports a full disk only on request.
            if (out.checkError()) {
                throw new IOException("not all of it could be written");
            }
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }

    private static void write(HistogramLogWriter writer, long startMillis, IntervalHistograms interval) {
        new TreeMap<>(interval.byTag()).forEach((tag, encoded) -> {
            Histogram sum = sum(encoded);
            if (sum.getTotalCount() > 0) {
                sum.setTag(tag);
                sum.setStartTimeStamp(startMillis + TimeUnit.NANOSECONDS.toMillis(interval.fromNanos()));
                sum.setEndTimeStamp(startMillis + TimeUnit.NANOSECONDS.toMillis(interval.toNanos()));
                writer.outputIntervalHistogram(sum);
            }
        });
    }

    private static Histogram sum(List<String> encoded) {
        Histogram sum = new Histogram(3);
        for (String text : encoded) {
            if (Histograms.isEmpty(text)) {
                continue;
            }
            try {
                sum.add(Histogram.decodeFromCompressedByteBuffer(
                        ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0));
            } catch (DataFormatException | RuntimeException e) {
                throw new IllegalArgumentException("not an encoded histogram: " + e.getMessage(), e);
            }
        }
        return sum;
    }
}
