package io.ceiling.load;

import io.ceiling.load.report.AgentReport;
import java.time.Duration;
import java.util.function.Predicate;

/** The agent that is measured, in a process of its own. */
record MeasuredAgent(LinkedAgent link, long pid) {

    static final Duration LONG = Duration.ofMinutes(2);

    /** Opens that many connections by a new plan, each of which is served. */
    void openAll(FigureOptions options, int connections) throws InterruptedException {
        link.prepare(options.plan());
        link.open(connections, 1_000);
        checkNoFailures(awaitReport(report -> report.connections().pending() == 0));
    }

    AgentReport awaitReport(Predicate<AgentReport> condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONG.toNanos();
        AgentReport report = link.report();
        while (!condition.test(report) && System.nanoTime() - deadline < 0) {
            Thread.sleep(50);
            report = link.report();
        }
        return report;
    }

    static void checkNoFailures(AgentReport report) {
        if (!report.failures().counts().isEmpty() || report.connections().pending() > 0) {
            throw new IllegalStateException("failures %s %s, %d pending"
                    .formatted(
                            report.failures().counts(),
                            report.failures().firstTexts(),
                            report.connections().pending()));
        }
    }
}
