package io.ceiling.load;

import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Histograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** Measures what the agent needs to open connections and to keep them. */
record OpeningFigures(MeasuredAgent agent, FigureOptions options) {

    private static final Pattern CLIENT_RATE = Pattern.compile("([0-9.]+) connections/s");

    /** Heap and resident memory for each further connection that is idle, after a full collection. */
    void memory() throws Exception {
        agent.link().prepare(options.plan());
        int fewer = options.number("from", 2_000);
        int more = options.number("connections", 19_500);
        long[] before = openAndWeigh(fewer);
        long[] after = openAndWeigh(more - fewer);
        double added = more - fewer;
        Ratio.print(
                "memory: %s, %d -> %d connections: heap %.0f B and RSS %.0f B for each (heap %.1f MiB, RSS %.1f MiB at %d)",
                options.plan().workload().label(),
                fewer,
                more,
                (after[0] - before[0]) / added,
                (after[1] - before[1]) / added,
                after[0] / 1048576.0,
                after[1] / 1048576.0,
                more);
    }

    private long[] openAndWeigh(int connections) throws Exception {
        agent.link().open(connections, options.number("rate", 4_000));
        AgentReport opened = agent.awaitReport(report -> report.connections().pending() == 0);
        MeasuredAgent.checkNoFailures(opened);
        AgentReport report = agent.link().reportAfterGc();
        Ratio.print(
                "  %d alive, %d of %d descriptors, heap %d KiB, RSS %d KiB",
                report.connections().alive(),
                report.process().descriptors().used(),
                report.process().descriptors().limit(),
                report.process().heap().used() / 1024,
                residentBytes(agent.pid()) / 1024);
        return new long[] {report.process().heap().used(), residentBytes(agent.pid())};
    }

    private static long residentBytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        return 0;
    }

    /** Connections a second that are set up and get their first answer, alternating with a plain client. */
    void setup() throws Exception {
        int connections = options.number("connections", 10_000);
        double rate = options.number("rate", 10_000);
        List<Double> own = new ArrayList<>();
        List<Double> plain = new ArrayList<>();
        for (int round = 0; round < options.number("rounds", 5); round++) {
            if (options.has("client")) {
                plain.add(plainClient(connections, options.number("window", 256)));
            }
            agent.link().prepare(options.plan());
            agent.link().open(connections, rate);
            AgentReport report = agent.awaitReport(r -> r.connections().pending() == 0);
            Histogram first = Histograms.decode(agent.link().histograms().firstAnswer());
            // The last intended start is known; what came after it is the longest first answer at most.
            double seconds = (connections - 1) / rate + first.getMaxValue() / 1e9;
            own.add(report.connections().served() / seconds);
            Ratio.print(
                    "  round %d: agent %.0f connections/s (offered %.0f, p99 of first answer %.1f ms, failures %s), plain %s",
                    round,
                    own.get(round),
                    rate,
                    first.getValueAtPercentile(99) / 1e6,
                    report.failures().counts(),
                    plain);
            agent.link().prepare(options.plan());
        }
        new Ratio("setup: connections/s", own, plain).print();
    }

    /** Connections a second that the agent opens in a window, as in a step of a ramp, alternating with a plain client. */
    Ratio opening() throws Exception {
        int connections = options.number("connections", 8_000);
        int window = options.number("window", 32);
        List<Double> own = new ArrayList<>();
        List<Double> plain = new ArrayList<>();
        for (int round = -options.number("warm-up", 0); round < options.number("rounds", 7); round++) {
            if (options.has("client") && round >= 0) {
                letGo();
                plain.add(plainClient(connections, window));
            }
            letGo();
            AgentReport before = agent.link().report();
            long start = System.nanoTime();
            agent.link().openInWindow(connections, window, options.number("rate", 100_000));
            AgentReport report = agent.link().report();
            while (report.connections().alive() < connections
                    && report.failures().total() == 0) {
                // A look takes time of the agent, and comes too late by half of this pause: 0.6 % of 0.8 s.
                Thread.sleep(10);
                report = agent.link().report();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            MeasuredAgent.checkNoFailures(report);
            if (round >= 0) {
                own.add(connections / seconds);
            }
            Ratio.print(
                    "  round %d: %.0f connections/s, agent CPU %.0f %%, plain %s",
                    round,
                    connections / seconds,
                    report.process().since(before.process()).cpuNanos() / 1e7 / seconds,
                    plain);
        }
        agent.link().prepare(options.plan());
        String what = "opening, %s, window of %d, connections/s".formatted(options.text("name", "agent"), window);
        return new Ratio(what, own, plain);
    }

    /** Closes what is open, so that the server has no more work with it when the next client opens. */
    private void letGo() throws InterruptedException {
        agent.link().prepare(options.plan());
        Thread.sleep(500);
    }

    private double plainClient(int connections, int window) throws IOException {
        return Ratio.figure(
                CLIENT_RATE,
                Ratio.output(List.of(
                        options.text("client", ""),
                        String.valueOf(options.server().getPort()),
                        String.valueOf(connections),
                        String.valueOf(window))));
    }
}
