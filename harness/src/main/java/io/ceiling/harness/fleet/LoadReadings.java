package io.ceiling.harness.fleet;

import io.ceiling.harness.model.ChannelReading;
import io.ceiling.harness.model.LoadReading;
import io.ceiling.harness.model.ResponseTimes;
import io.ceiling.load.AgentHistograms;
import io.ceiling.load.AgentReport;
import io.ceiling.load.FailureCause;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Adds up the reports of several agents; histograms are merged, percentiles never averaged. */
final class LoadReadings {

    private LoadReadings() {}

    static LoadReading merge(List<AgentReport> reports, List<AgentHistograms> histograms) {
        Map<String, Long> failures = new TreeMap<>();
        Map<String, String> texts = new TreeMap<>();
        for (AgentReport report : reports) {
            for (Map.Entry<FailureCause, Long> failure : report.failures().entrySet()) {
                failures.merge(failure.getKey().label(), failure.getValue(), Long::sum);
            }
            report.firstFailureTexts().forEach((cause, text) -> texts.putIfAbsent(cause.label(), text));
        }
        return new LoadReading(
                reports.size(),
                sum(reports, AgentReport::asked),
                sum(reports, AgentReport::pending),
                sum(reports, AgentReport::served),
                sum(reports, AgentReport::alive),
                failures,
                texts,
                reports.stream()
                        .mapToLong(AgentReport::closedWhileHeldMinAgeNanos)
                        .filter(age -> age >= 0)
                        .min()
                        .orElse(-1),
                reports.stream()
                        .mapToLong(AgentReport::closedWhileHeldMaxAgeNanos)
                        .max()
                        .orElse(-1),
                sum(reports, AgentReport::exchangesAsked),
                sum(reports, AgentReport::exchangesAnswered),
                sum(reports, AgentReport::exchangesPending),
                sum(reports, AgentReport::lateSends),
                sum(reports, AgentReport::releasedAnswers),
                times(histograms, AgentHistograms::connect),
                times(histograms, AgentHistograms::firstAnswer),
                times(histograms, AgentHistograms::response),
                times(histograms, AgentHistograms::service),
                mostShare(reports, AgentReport::openDescriptors, AgentReport::maxDescriptors),
                mostShare(reports, AgentReport::heapUsedBytes, AgentReport::heapMaxBytes),
                sum(reports, AgentReport::cpuNanos),
                sum(reports, AgentReport::gcNanos),
                sum(reports, AgentReport::heapUsedBytes),
                reports.stream().allMatch(report -> report.rssBytes() >= 0) ? sum(reports, AgentReport::rssBytes) : -1,
                channels(reports, histograms),
                sum(reports, AgentReport::bytesRead),
                sum(reports, AgentReport::bytesWritten));
    }

    private static ChannelReading channels(List<AgentReport> reports, List<AgentHistograms> histograms) {
        return new ChannelReading(
                sum(reports, report -> report.channels().messages()),
                sum(reports, report -> report.channels().messageBytes()),
                sum(reports, report -> report.channels().missing()),
                sum(reports, report -> report.channels().duplicates()),
                sum(reports, report -> report.channels().outOfOrder()),
                sum(reports, report -> report.channels().slowClients()),
                sum(reports, report -> report.channels().slowClosed()),
                times(histograms, AgentHistograms::delivery),
                meanNanos(histograms, AgentHistograms::delivery),
                times(histograms, AgentHistograms::deliveryService),
                reports.stream().mapToLong(AgentReport::longestPauseNanos).max().orElse(0));
    }

    private static long sum(List<AgentReport> reports, ToLongFunction<AgentReport> value) {
        return reports.stream().mapToLong(value).sum();
    }

    private static double mostShare(
            List<AgentReport> reports, ToLongFunction<AgentReport> used, ToLongFunction<AgentReport> limit) {
        return reports.stream()
                .filter(report -> limit.applyAsLong(report) > 0)
                .mapToDouble(report -> (double) used.applyAsLong(report) / limit.applyAsLong(report))
                .max()
                .orElse(0);
    }

    static ResponseTimes times(List<AgentHistograms> encoded, Function<AgentHistograms, String> which) {
        Histogram merged = merged(encoded, which);
        if (merged.getTotalCount() == 0) {
            return ResponseTimes.NONE;
        }
        return new ResponseTimes(
                merged.getTotalCount(),
                merged.getValueAtPercentile(50),
                merged.getValueAtPercentile(99),
                merged.getValueAtPercentile(99.9),
                merged.getMaxValue());
    }

    static double meanNanos(List<AgentHistograms> encoded, Function<AgentHistograms, String> which) {
        return encoded.isEmpty() ? 0 : merged(encoded, which).getMean();
    }

    private static Histogram merged(List<AgentHistograms> encoded, Function<AgentHistograms, String> which) {
        Histogram merged = new Histogram(3);
        for (AgentHistograms histograms : encoded) {
            merged.add(decode(which.apply(histograms)));
        }
        return merged;
    }

    private static Histogram decode(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("a load agent sent a histogram that cannot be read", e);
        }
    }
}
