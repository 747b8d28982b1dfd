package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.fixtures.ChannelFlood;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.report.PublishCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** Messages of channels that the agent reads and checks, and that it publishes; its options are for channels. */
record ChannelFigures(MeasuredAgent agent, FigureOptions options) {

    private static final Pattern CLIENT_RATE = Pattern.compile("([0-9.]+) messages/s");
    private static final Pattern CLIENT_CPU_RATE = Pattern.compile("([0-9.]+) for each second of CPU");

    /** Messages a second that the agent reads and checks, and what it needs of a processor for them. */
    void deliveries(ChannelServer channels) throws Exception {
        int connections = options.number("connections", 100);
        int seconds = options.number("seconds", 5);
        int perSecond = options.number("rate", 0);
        agent.openAll(options, connections);
        // Paced messages come alone; without pause many come at once.
        ChannelFlood flood = new ChannelFlood(
                channels.clients(), perSecond > 0 ? 1 : options.number("batch", 32), options.number("elements", 1_383));
        List<Double> delivered = new ArrayList<>();
        long sent = 0;
        for (int round = 0; round < options.number("rounds", 5); round++) {
            agent.link().forgetDeliveries();
            AgentReport before = agent.link().report();
            long start = System.nanoTime();
            sent += flood.send(TimeUnit.SECONDS.toNanos(seconds), perSecond);
            long all = sent;
            AgentReport report = agent.awaitReport(r -> r.channels().messages() >= all);
            double took = (System.nanoTime() - start) / 1e9;
            MeasuredAgent.checkNoFailures(report);
            long messages = report.channels().since(before.channels()).messages();
            AgentProcess used = report.process().since(before.process());
            double cpuSeconds = used.cpuNanos() / 1e9;
            delivered.add(messages / took);
            Histogram delivery = Histograms.decode(agent.link().histograms().delivery());
            Ratio.print(
                    "  round %d: %.0f messages/s of %.0f B; agent CPU %.0f %% = %.0f messages for each second of CPU;"
                            + " delivery p50 %.2f ms, p99 %.2f ms; longest pause %.1f ms; GC %d ms; %s",
                    round,
                    delivered.get(round),
                    report.channels().messageBytes()
                            / (double) report.channels().messages(),
                    100 * cpuSeconds / took,
                    messages / cpuSeconds,
                    delivery.getValueAtPercentile(50) / 1e6,
                    delivery.getValueAtPercentile(99) / 1e6,
                    report.process().longestPauseNanos() / 1e6,
                    used.gcNanos() / 1_000_000,
                    report.channels());
        }
        String what = "deliveries: %s, %d connections, messages/s".formatted(options.transport(), connections);
        new Ratio(what, delivered, List.of()).print();
    }

    /** Messages a second that the agent reads and checks of a flood in C, alternating with a plain client in C. */
    List<Ratio> flood() throws Exception {
        int connections = options.number("connections", 100);
        int seconds = options.number("seconds", 5);
        List<Double> own = new ArrayList<>();
        List<Double> ownOfCpu = new ArrayList<>();
        List<Double> plain = new ArrayList<>();
        List<Double> plainOfCpu = new ArrayList<>();
        for (int round = -options.number("warm-up", 1); round < options.number("rounds", 5); round++) {
            String printed = Ratio.output(List.of(
                    options.text("flood", ""),
                    "client",
                    String.valueOf(options.server().getPort()),
                    String.valueOf(connections),
                    options.text("elements", "1383"),
                    String.valueOf(seconds)));
            agent.openAll(options, connections);
            AgentReport before = agent.link().report();
            long start = System.nanoTime();
            Thread.sleep(seconds * 1000L);
            AgentReport report = agent.link().report();
            double took = (System.nanoTime() - start) / 1e9;
            MeasuredAgent.checkNoFailures(report);
            long messages = report.channels().since(before.channels()).messages();
            long cpuNanos = report.process().since(before.process()).cpuNanos();
            agent.link().prepare(options.plan());
            Ratio.print(
                    "  round %d: agent %.0f messages/s, CPU %.0f %%, %s; plain %s",
                    round, messages / took, cpuNanos / 1e7 / took, report.channels(), printed.strip());
            if (round >= 0) {
                own.add(messages / took);
                ownOfCpu.add(messages * 1e9 / cpuNanos);
                plain.add(Ratio.figure(CLIENT_RATE, printed));
                plainOfCpu.add(Ratio.figure(CLIENT_CPU_RATE, printed));
            }
        }
        return List.of(
                new Ratio("deliveries/s, C flood, %d connections".formatted(connections), own, plain),
                new Ratio("the same, for each second of the reader's CPU", ownOfCpu, plainOfCpu));
    }

    /**
     * Prints the share of a processor that the agent needs to publish at a rate, and how many messages it sends late; with few
     * identifiers also what it needs to get them back.
     */
    void publish() throws Exception {
        int connections = options.number("connections", 100);
        int seconds = options.number("seconds", 5);
        int perBurst = options.number("burst", 10);
        int perSecond = options.number("rate", 5_000);
        agent.openAll(options, connections);
        List<Double> cpuPercent = new ArrayList<>();
        for (int round = 0; round < options.number("rounds", 5); round++) {
            Bursts bursts = new Bursts(
                    perBurst,
                    options.number("elements", 50),
                    TimeUnit.SECONDS.toNanos(1) * perBurst / perSecond,
                    options.number("identifiers", 10_000),
                    TimeUnit.SECONDS.toNanos(seconds),
                    round);
            long all = bursts.count() * perBurst;
            agent.link().forgetDeliveries();
            AgentReport before = agent.link().report();
            long start = System.nanoTime();
            agent.link().publish(bursts);
            Thread.sleep(seconds * 1000L);
            AgentReport report = agent.awaitReport(
                    r -> r.publishing().since(before.publishing()).answered() >= all);
            double took = (System.nanoTime() - start) / 1e9;
            MeasuredAgent.checkNoFailures(report);
            PublishCounts published = report.publishing().since(before.publishing());
            AgentProcess used = report.process().since(before.process());
            cpuPercent.add(used.cpuNanos() / 1e7 / took);
            Histogram delivery = Histograms.decode(agent.link().histograms().delivery());
            Ratio.print(
                    "  round %d: %.0f messages/s; agent CPU %.1f %%; late %d of %d; %d deliveries p50 %.2f ms, p99 %.2f ms,"
                            + " %d missing; longest pause %.1f ms; GC %d ms; descriptors %d",
                    round,
                    published.sent() / took,
                    cpuPercent.get(round),
                    published.late(),
                    all,
                    delivery.getTotalCount(),
                    delivery.getValueAtPercentile(50) / 1e6,
                    delivery.getValueAtPercentile(99) / 1e6,
                    report.channels().missing(),
                    report.process().longestPauseNanos() / 1e6,
                    used.gcNanos() / 1_000_000,
                    report.process().descriptors().used());
        }
        String what = "publish: %s, %d/s, %% of a processor".formatted(options.transport(), perSecond);
        new Ratio(what, cpuPercent, List.of()).print();
    }
}
