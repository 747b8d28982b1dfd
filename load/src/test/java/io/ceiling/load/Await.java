package io.ceiling.load;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Waits for a condition, mostly of an agent's report. */
public final class Await {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private Await() {}

    public static AgentReport report(AgentCommands agent, Predicate<AgentReport> condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            AgentReport report = agent.report();
            if (condition.test(report)) {
                return report;
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + LONGEST + ": " + report);
            }
            Thread.sleep(10);
        }
    }

    public static void until(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + LONGEST);
            }
            Thread.sleep(10);
        }
    }
}
