package io.ceiling.harness.fleet;

import io.ceiling.harness.reading.Latencies;
import io.ceiling.harness.reading.LoadHost;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.LoadTimes;
import io.ceiling.harness.reading.ResponseTimes;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.Histograms;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Adds up the reports of several agents. Histograms are merged; percentiles are never averaged. */
final class LoadReadings {

    private LoadReadings() {}

    /**
     * Adds up the reports of all agents, and those of each server.
     *
     * @param reports report i is of an agent of server i modulo the number of servers
     * @param hosts name of each agent's host; empty names if all run on the host of the harness
     */
    static LoadReading merge(
            List<AgentReport> reports, List<AgentHistograms> histograms, int servers, List<String> hosts) {
        List<LoadReading> instances = servers == 1
                ? List.of()
                : IntStream.range(0, servers)
                        .mapToObj(server -> merge(
                                ofServer(reports, server, servers), List.of(), 1, ofServer(hosts, server, servers)))
                        .toList();
        return new LoadReading(
                reports.size(),
                reports.stream().map(AgentReport::counts).reduce(Counts.NONE, Counts::plus),
                histograms.isEmpty() ? LoadTimes.NONE : times(histograms),
                reports.stream().map(AgentReport::process).reduce(AgentProcess.NONE, AgentProcess::plus),
                instances,
                byHost(reports, hosts));
    }

    private static <T> List<T> ofServer(List<T> ofAgents, int server, int servers) {
        return IntStream.iterate(server, i -> i < ofAgents.size(), i -> i + servers)
                .mapToObj(ofAgents::get)
                .toList();
    }

    private static List<LoadHost> byHost(List<AgentReport> reports, List<String> hosts) {
        if (hosts.stream().allMatch(String::isEmpty)) {
            return List.of();
        }
        Map<String, AgentProcess> together = new TreeMap<>();
        for (int i = 0; i < reports.size(); i++) {
            together.merge(hosts.get(i), reports.get(i).process(), AgentProcess::plus);
        }
        return together.entrySet().stream()
                .map(host -> new LoadHost(host.getKey(), host.getValue()))
                .toList();
    }

    private static LoadTimes times(List<AgentHistograms> histograms) {
        return new LoadTimes(
                times(histograms, AgentHistograms::connect),
                times(histograms, AgentHistograms::firstAnswer),
                new Latencies(
                        times(histograms, AgentHistograms::response), times(histograms, AgentHistograms::service)),
                deliveryTimes(histograms));
    }

    static Latencies deliveryTimes(List<AgentHistograms> histograms) {
        return new Latencies(
                times(histograms, AgentHistograms::delivery), times(histograms, AgentHistograms::deliveryService));
    }

    private static ResponseTimes times(List<AgentHistograms> encoded, Function<AgentHistograms, String> which) {
        Histogram merged = merged(encoded, which);
        if (merged.getTotalCount() == 0) {
            return ResponseTimes.NONE;
        }
        return new ResponseTimes(
                merged.getTotalCount(),
                merged.getMean(),
                merged.getValueAtPercentile(50),
                merged.getValueAtPercentile(99),
                merged.getValueAtPercentile(99.9),
                merged.getMaxValue());
    }

    private static Histogram merged(List<AgentHistograms> encoded, Function<AgentHistograms, String> which) {
        Histogram merged = new Histogram(3);
        for (AgentHistograms histograms : encoded) {
            String one = which.apply(histograms);
            if (!Histograms.isEmpty(one)) {
                merged.add(decode(one));
            }
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
