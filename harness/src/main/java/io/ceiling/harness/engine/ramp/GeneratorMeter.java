package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.result.Step;
import java.util.OptionalDouble;

/**
 * Measures in one step how fast the load agents open connections, how full their fullest event loop is, and how many
 * requests are answered a second.
 */
final class GeneratorMeter {

    private static final double NANOS_PER_SECOND = 1e9;

    private final LoadReading before;
    private final long beginNanos;
    private LoadReading atTraffic;
    private long trafficNanos;
    private OptionalDouble opensPerSecond = OptionalDouble.empty();
    private OptionalDouble whileOpening = OptionalDouble.empty();

    /** Creates the meter of a step that begins to open connections now. */
    GeneratorMeter(LoadReading before, long nowNanos) {
        this.before = before;
        this.beginNanos = nowNanos;
        this.atTraffic = before;
        this.trafficNanos = nowNanos;
    }

    /**
     * Records that no further connection is opened.
     *
     * @param lastNanos time of the last answer that was the first of its connection: a wait in vain is no opening
     */
    void opened(LoadReading now, long lastNanos, long nowNanos) {
        long more = now.connections().served() - before.connections().served();
        long took = lastNanos - beginNanos;
        opensPerSecond =
                more > 0 && took > 0 ? OptionalDouble.of(more / (took / NANOS_PER_SECOND)) : OptionalDouble.empty();
        whileOpening = fullestLoop(before, now, nowNanos - beginNanos);
    }

    /** Records that the traffic of the step, if any, begins. */
    void trafficBegins(LoadReading now, long nowNanos) {
        atTraffic = now;
        trafficNanos = nowNanos;
    }

    /** Returns what was measured up to the reading at the end of the step. */
    Step.Generator read(LoadReading now, long nowNanos) {
        boolean asked = !now.exchanges().equals(atTraffic.exchanges());
        boolean talked =
                asked || now.channels().messages() > atTraffic.channels().messages();
        long nanos = nowNanos - trafficNanos;
        return new Step.Generator(
                opensPerSecond,
                talked ? fullestLoop(atTraffic, now, nanos) : whileOpening,
                asked && nanos > 0
                        ? OptionalDouble.of(now.exchanges().answered() / (nanos / NANOS_PER_SECOND))
                        : OptionalDouble.empty());
    }

    private static OptionalDouble fullestLoop(LoadReading from, LoadReading to, long nanos) {
        return nanos <= 0 || to.process().loops().count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(
                        1, (double) to.process().since(from.process()).loops().fullestNanos() / nanos));
    }
}
