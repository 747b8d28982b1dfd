package io.ceiling.harness.engine.session;

import io.ceiling.harness.reading.DutyCycle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The clock of the run loop and its ways to wait. Tests override it. */
public class RunClock {

    /** Time of {@link #blink}. */
    public static final long BLINK_NANOS = 1_000_000;

    private static final long POLL_NANOS = 2_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    public long nanoTime() {
        return System.nanoTime();
    }

    /** Returns the processor time of this thread, in ns. */
    public long cpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : 0;
    }

    /** Waits for one polling period of 2 ms. */
    public void pause() {
        park(POLL_NANOS);
    }

    /** Waits for 1 ms. */
    public void blink() {
        park(BLINK_NANOS);
    }

    // Number of agents whose reports cost next to nothing.
    private static final int FEW_AGENTS = 4;

    /** Waits for ten polling periods, and longer for many agents, whose poll costs more. */
    public void rest(int agents) {
        for (int i = 0; i < restsFor(agents); i++) {
            rest();
        }
    }

    /** Returns the number of rests between two polls of that many agents. */
    public static int restsFor(int agents) {
        return Math.max(1, agents / FEW_AGENTS);
    }

    /** Waits for ten polling periods: every look at the load costs time of the processors that are being measured. */
    public void rest() {
        park(10 * POLL_NANOS);
    }

    private static void park(long nanos) {
        LockSupport.parkNanos(nanos);
        if (Thread.interrupted()) {
            throw new RunInterruptedException();
        }
    }

    /**
     * Polls the condition every polling period for that time. A costly condition, such as a scan of a million sockets,
     * is polled so seldom that it uses a tenth of a processor.
     *
     * @return true if the condition held until the end; false as soon as it did not
     */
    public final boolean pollWhile(long durationNanos, BooleanSupplier condition) {
        long end = nanoTime() + durationNanos;
        while (nanoTime() < end) {
            long before = cpuNanos();
            long begin = nanoTime();
            if (!condition.getAsBoolean()) {
                return false;
            }
            long took = cpuNanos() - before;
            long next = begin + (took <= POLL_NANOS ? 0 : DutyCycle.TENTH.nanos(0, took));
            do {
                pause();
            } while (nanoTime() < Math.min(next, end));
        }
        return true;
    }
}
