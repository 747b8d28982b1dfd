package io.ceiling.load;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.fixtures.ChannelFlood;
import io.ceiling.load.fixtures.ChannelServer;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Histograms;
import io.ceiling.load.report.PublishCounts;
import io.ceiling.load.socket.Access;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/**
 * Measures the speed and memory of an agent in a process of its own against a server that has the WAR, beside other clients
 * in the same run, or for channels against a server of its own; docs/load-agent.md has the commands. Prints figures and judges
 * none.
 */
public final class LoadFigures {

    private static final Duration LONG = Duration.ofMinutes(2);
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final Pattern WRK_RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");
    private static final Pattern CLIENT_RATE = Pattern.compile("([0-9.]+) connections/s");

    private final Map<String, String> options;
    private final LinkedAgent agent;
    private final InetSocketAddress server;

    private LoadFigures(Map<String, String> options, LinkedAgent agent) {
        this.options = options;
        this.agent = agent;
        URI uri = URI.create("http://" + option("server", ""));
        this.server = new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    /** The first argument is memory, setup, opening, requests, deliveries or publish; the others are {@code --name=value}. */
    public static void main(String[] arguments) throws Exception {
        Map<String, String> options = new HashMap<>();
        for (String argument : arguments) {
            String[] parts = argument.replaceFirst("^--", "").split("=", 2);
            options.put(parts[0], parts.length == 2 ? parts[1] : "");
        }
        List<String> prefix = List.of("prlimit", "--nofile=20000:20000", "--");
        try (ChannelServer channels = new ChannelServer();
                AnsweringServer tiny = new AnsweringServer(100);
                ForkedAgent process = ForkedAgent.start(prefix, "--loops=" + options.getOrDefault("loops", "1"))) {
            options.putIfAbsent(
                    "server", "127.0.0.1:" + (arguments[0].equals("opening") ? tiny.port() : channels.port()));
            LoadFigures figures = new LoadFigures(options, process.linked());
            switch (arguments[0]) {
                case "memory" -> figures.memory(process.pid());
                case "setup" -> figures.setup();
                case "opening" -> figures.opening();
                case "requests" -> figures.requests();
                case "deliveries" -> figures.deliveries(channels);
                case "publish" -> figures.publish();
                default ->
                    throw new IllegalArgumentException(
                            "expected memory, setup, opening, requests, deliveries or publish: " + arguments[0]);
            }
            figures.agent.end();
            process.awaitExit(LONG);
            process.log().forEach(System.out::println);
        }
    }

    /** Heap and resident memory for each further connection that is idle, after a full collection. */
    private void memory(long pid) throws Exception {
        agent.prepare(plan());
        int fewer = number("from", 2_000);
        int more = number("connections", 19_500);
        long[] before = openAndWeigh(fewer, pid);
        long[] after = openAndWeigh(more - fewer, pid);
        double added = more - fewer;
        print(
                "memory: %s, %d -> %d connections: heap %.0f B and RSS %.0f B for each (heap %.1f MiB, RSS %.1f MiB at %d)",
                plan().workload().label(),
                fewer,
                more,
                (after[0] - before[0]) / added,
                (after[1] - before[1]) / added,
                after[0] / 1048576.0,
                after[1] / 1048576.0,
                more);
    }

    private long[] openAndWeigh(int connections, long pid) throws Exception {
        agent.open(connections, number("rate", 4_000));
        AgentReport opened = awaitReport(report -> report.connections().pending() == 0);
        checkNoFailures(opened);
        AgentReport report = agent.reportAfterGc();
        print(
                "  %d alive, %d of %d descriptors, heap %d KiB, RSS %d KiB",
                report.connections().alive(),
                report.process().descriptors().used(),
                report.process().descriptors().limit(),
                report.process().heap().used() / 1024,
                residentBytes(pid) / 1024);
        return new long[] {report.process().heap().used(), residentBytes(pid)};
    }

    /** Connections a second that are set up and get their first answer, alternating with a plain client. */
    private void setup() throws Exception {
        int connections = number("connections", 10_000);
        double rate = number("rate", 10_000);
        List<Double> own = new ArrayList<>();
        List<Double> plain = new ArrayList<>();
        for (int round = 0; round < number("rounds", 5); round++) {
            if (options.containsKey("client")) {
                plain.add(run(
                        CLIENT_RATE,
                        List.of(
                                option("client", ""),
                                String.valueOf(server.getPort()),
                                String.valueOf(connections),
                                option("window", "256"))));
            }
            agent.prepare(plan());
            agent.open(connections, rate);
            AgentReport report = awaitReport(r -> r.connections().pending() == 0);
            Histogram first = Histograms.decode(agent.histograms().firstAnswer());
            // The last intended start is known; what came after it is the longest first answer at most.
            double seconds = (connections - 1) / rate + first.getMaxValue() / 1e9;
            own.add(report.connections().served() / seconds);
            print(
                    "  round %d: agent %.0f connections/s (offered %.0f, p99 of first answer %.1f ms, failures %s), plain %s",
                    round,
                    own.get(round),
                    rate,
                    first.getValueAtPercentile(99) / 1e6,
                    report.failures().counts(),
                    plain);
            agent.prepare(plan());
        }
        compare("setup: connections/s", own, plain);
    }

    /** Connections a second that the agent opens in a window, as in a step of a ramp. */
    private void opening() throws Exception {
        int connections = number("connections", 8_000);
        int window = number("window", 32);
        List<Double> own = new ArrayList<>();
        for (int round = 0; round < number("rounds", 7); round++) {
            agent.prepare(plan());
            AgentReport before = agent.report();
            long start = System.nanoTime();
            agent.openInWindow(connections, window, number("rate", 100_000));
            AgentReport report = agent.report();
            while (report.connections().alive() < connections
                    && report.failures().total() == 0) {
                Thread.sleep(2);
                report = agent.report();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            checkNoFailures(report);
            own.add(connections / seconds);
            print(
                    "  round %d: %.0f connections/s, agent CPU %.0f %%",
                    round,
                    own.get(round),
                    report.process().since(before.process()).cpuNanos() / 1e7 / seconds);
        }
        agent.prepare(plan());
        compare("opening: window of %d, connections/s".formatted(window), own, List.of());
    }

    /** Requests a second at saturation, alternating with wrk. */
    private void requests() throws Exception {
        int connections = number("connections", 100);
        int seconds = number("seconds", 5);
        openAll(connections);
        List<Double> own = new ArrayList<>();
        List<Double> wrk = new ArrayList<>();
        for (int round = 0; round < number("rounds", 5); round++) {
            if (options.containsKey("wrk")) {
                String url = "http://127.0.0.1:%d%s/length?length=%d"
                        .formatted(server.getPort(), option("context", "/ceiling"), number("length", 100));
                wrk.add(run(
                        WRK_RATE, List.of("wrk", "-t" + option("wrk", "1"), "-c" + connections, "-d" + seconds, url)));
            }
            AgentReport before = agent.report();
            agent.saturate(TimeUnit.SECONDS.toNanos(seconds));
            Thread.sleep(seconds * 1000L);
            AgentReport report = awaitReport(r -> r.exchanges().pending() == 0);
            checkNoFailures(report);
            AgentProcess used = report.process().since(before.process());
            own.add(report.exchanges().answered() / (double) seconds);
            Histogram service = Histograms.decode(agent.histograms().service());
            print(
                    "  round %d: agent %.0f requests/s (p50 %.2f ms, p99 %.2f ms, agent CPU %.0f %%, GC %d ms), wrk %s",
                    round,
                    own.get(round),
                    service.getValueAtPercentile(50) / 1e6,
                    service.getValueAtPercentile(99) / 1e6,
                    used.cpuNanos() / 1e7 / seconds,
                    used.gcNanos() / 1_000_000,
                    wrk);
        }
        compare("requests: %d connections, requests/s".formatted(connections), own, wrk);
    }

    /** Messages a second that the agent reads and checks, and what it needs of a processor for them. */
    private void deliveries(ChannelServer channels) throws Exception {
        int connections = number("connections", 100);
        int seconds = number("seconds", 5);
        int perSecond = number("rate", 0);
        options.put("workload", "channels");
        openAll(connections);
        // Paced messages come alone; without pause many come at once.
        ChannelFlood flood = new ChannelFlood(
                channels.clients(), perSecond > 0 ? 1 : number("batch", 32), number("elements", 1_383));
        List<Double> delivered = new ArrayList<>();
        long sent = 0;
        for (int round = 0; round < number("rounds", 5); round++) {
            agent.forgetDeliveries();
            AgentReport before = agent.report();
            long start = System.nanoTime();
            sent += flood.send(TimeUnit.SECONDS.toNanos(seconds), perSecond);
            long all = sent;
            AgentReport report = awaitReport(r -> r.channels().messages() >= all);
            double took = (System.nanoTime() - start) / 1e9;
            checkNoFailures(report);
            long messages = report.channels().since(before.channels()).messages();
            AgentProcess used = report.process().since(before.process());
            double cpuSeconds = used.cpuNanos() / 1e9;
            delivered.add(messages / took);
            Histogram delivery = Histograms.decode(agent.histograms().delivery());
            print(
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
        compare("deliveries: %s, %d connections, messages/s".formatted(transport(), connections), delivered, List.of());
    }

    /** What the agent needs of a processor to publish at a rate, and what it is late; with few identifiers also to get them back. */
    private void publish() throws Exception {
        int connections = number("connections", 100);
        int seconds = number("seconds", 5);
        int perBurst = number("burst", 10);
        int perSecond = number("rate", 5_000);
        options.put("workload", "channels");
        openAll(connections);
        List<Double> cpuPercent = new ArrayList<>();
        for (int round = 0; round < number("rounds", 5); round++) {
            Bursts bursts = new Bursts(
                    perBurst,
                    number("elements", 50),
                    TimeUnit.SECONDS.toNanos(1) * perBurst / perSecond,
                    number("identifiers", 10_000),
                    TimeUnit.SECONDS.toNanos(seconds),
                    round);
            long all = bursts.count() * perBurst;
            agent.forgetDeliveries();
            AgentReport before = agent.report();
            long start = System.nanoTime();
            agent.publish(bursts);
            Thread.sleep(seconds * 1000L);
            AgentReport report =
                    awaitReport(r -> r.publishing().since(before.publishing()).answered() >= all);
            double took = (System.nanoTime() - start) / 1e9;
            checkNoFailures(report);
            PublishCounts published = report.publishing().since(before.publishing());
            AgentProcess used = report.process().since(before.process());
            cpuPercent.add(used.cpuNanos() / 1e7 / took);
            Histogram delivery = Histograms.decode(agent.histograms().delivery());
            print(
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
        compare("publish: %s, %d/s, %% of a processor".formatted(transport(), perSecond), cpuPercent, List.of());
    }

    private ChannelTransport transport() {
        return ChannelTransport.valueOf(option("transport", "WEBSOCKET").toUpperCase(Locale.ROOT));
    }

    private LoadPlan plan() {
        LoadWorkload workload = LoadWorkload.named(option("workload", "keep-alive"));
        int length = number("length", 100);
        ServerAddress address = new ServerAddress(
                server.getHostString(),
                server.getPort(),
                option("context", "/ceiling"),
                options.containsKey("tls") ? new Access(server.getHostString(), true, true, "") : null);
        LoadPlan plan = workload == LoadWorkload.CHANNELS
                ? LoadPlan.channels(address, new ChannelPlan(transport(), number("identifiers", 10_000), 0, 1, 0))
                : LoadPlan.of(address, workload);
        return plan.withBodies(length, length)
                .withSourceAddresses(number("sources", 4))
                .withTimeouts(TIMEOUT_NANOS, TIMEOUT_NANOS);
    }

    private void openAll(int connections) throws InterruptedException {
        agent.prepare(plan());
        agent.open(connections, 1_000);
        checkNoFailures(awaitReport(report -> report.connections().pending() == 0));
    }

    private AgentReport awaitReport(Predicate<AgentReport> condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        AgentReport report = agent.report();
        while (!condition.test(report) && System.nanoTime() - deadline < 0) {
            Thread.sleep(50);
            report = agent.report();
        }
        return report;
    }

    private static void checkNoFailures(AgentReport report) {
        if (!report.failures().counts().isEmpty() || report.connections().pending() > 0) {
            throw new IllegalStateException("failures %s %s, %d pending"
                    .formatted(
                            report.failures().counts(),
                            report.failures().firstTexts(),
                            report.connections().pending()));
        }
    }

    private static double run(Pattern figure, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher matcher = figure.matcher(output);
        if (!matcher.find()) {
            throw new IOException("no figure in the output of %s: %s".formatted(command, output));
        }
        return Double.parseDouble(matcher.group(1));
    }

    private static void compare(String what, List<Double> own, List<Double> other) {
        if (other.isEmpty()) {
            print("%s: agent %.0f (median of %d)", what, median(own), own.size());
        } else {
            print(
                    "%s: agent %.0f, other %.0f (medians of %d): %.0f %%",
                    what, median(own), median(other), own.size(), 100 * median(own) / median(other));
        }
    }

    /** Returns the median; of an even number the lower one in the middle, as in the reports of the harness. */
    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get((values.size() - 1) / 2);
    }

    private static long residentBytes(long pid) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        return 0;
    }

    private static void print(String format, Object... arguments) {
        System.out.println(String.format(Locale.ROOT, format, arguments));
    }

    private int number(String name, int otherwise) {
        return Integer.parseInt(option(name, String.valueOf(otherwise)));
    }

    private String option(String name, String otherwise) {
        return options.getOrDefault(name, otherwise);
    }
}
