package io.ceiling.load;

import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Histograms;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/** How many requests a second the agent sends, and checks the answers of. */
record RequestFigures(MeasuredAgent agent, FigureOptions options) {

    private static final Pattern WRK_RATE = Pattern.compile("Requests/sec:\\s+([0-9.]+)");

    /** Requests a second at saturation, alternating with wrk. */
    Ratio requests() throws Exception {
        int connections = options.number("connections", 100);
        int seconds = options.number("seconds", 5);
        agent.openAll(options, connections);
        List<Double> own = new ArrayList<>();
        List<Double> wrk = new ArrayList<>();
        for (int round = 0; round < options.number("rounds", 5); round++) {
            if (options.has("wrk")) {
                String url = "http://127.0.0.1:%d%s/length?length=%d"
                        .formatted(
                                options.server().getPort(),
                                options.text("context", "/ceiling"),
                                options.number("length", 100));
                String printed = Ratio.output(
                        List.of("wrk", "-t" + options.text("wrk", "1"), "-c" + connections, "-d" + seconds, url));
                wrk.add(Ratio.figure(WRK_RATE, printed));
            }
            AgentReport before = agent.link().report();
            agent.link().saturate(TimeUnit.SECONDS.toNanos(seconds));
            Thread.sleep(seconds * 1000L);
            AgentReport report = agent.awaitReport(r -> r.exchanges().pending() == 0);
            MeasuredAgent.checkNoFailures(report);
            AgentProcess used = report.process().since(before.process());
            own.add(report.exchanges().answered() / (double) seconds);
            Histogram service = Histograms.decode(agent.link().histograms().service());
            Ratio.print(
                    "  round %d: agent %.0f requests/s (p50 %.2f ms, p99 %.2f ms, agent CPU %.0f %%, GC %d ms), wrk %s",
                    round,
                    own.get(round),
                    service.getValueAtPercentile(50) / 1e6,
                    service.getValueAtPercentile(99) / 1e6,
                    used.cpuNanos() / 1e7 / seconds,
                    used.gcNanos() / 1_000_000,
                    wrk);
        }
        String what = "requests/s, %s, %d connections".formatted(options.text("name", "agent"), connections);
        return new Ratio(what, own, wrk);
    }
}
