package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Step;
import java.util.OptionalDouble;

/**
 * Measures in one step the rate at which the load agents open connections, the utilisation of their busiest event loop,
 * the answered requests per second, and the server's processor time per request.
 */
final class GeneratorMeter {

    private static final double NANOS_PER_SECOND = 1e9;

    // Processor time that is known to 5 percent: the kernel counts user and system time in units of 10 ms, at both
    // ends.
    private static final long MIN_SERVER_NANOS = 400_000_000;

    private final LoadReading before;
    private final long beginNanos;
    private LoadReading atTraffic;
    private long trafficNanos;
    private Observation serverAtTraffic = Observation.NOT_SEEN;
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
     * Records that the opening of connections has ended.
     *
     * @param lastNanos time of the last first answer of a connection: a wait without an answer is no opening
     */
    void endOpening(LoadReading now, long lastNanos, long nowNanos) {
        long more = now.connections().served() - before.connections().served();
        long took = lastNanos - beginNanos;
        opensPerSecond =
                more > 0 && took > 0 ? OptionalDouble.of(more / (took / NANOS_PER_SECOND)) : OptionalDouble.empty();
        whileOpening = fullestLoop(before, now, nowNanos - beginNanos);
    }

    /**
     * Records that the traffic of the step, if any, begins.
     *
     * @param serverNanos processor time of the server so far, in ns
     */
    void trafficBegins(LoadReading now, Observation serverNanos, long nowNanos) {
        atTraffic = now;
        serverAtTraffic = serverNanos;
        trafficNanos = nowNanos;
    }

    /**
     * Returns what was measured up to the reading at the end of the step.
     *
     * @param serverNanos processor time of the server at the end of the traffic, in ns
     */
    Step.Generator read(LoadReading now, Observation serverNanos, long nowNanos) {
        boolean hasExchanges = !now.exchanges().equals(atTraffic.exchanges());
        long messages = now.channels().messages() - atTraffic.channels().messages();
        boolean hasTraffic = hasExchanges || messages > 0;
        long nanos = nowNanos - trafficNanos;
        return new Step.Generator(
                opensPerSecond,
                hasTraffic ? fullestLoop(atTraffic, now, nanos) : whileOpening,
                hasExchanges && nanos > 0
                        ? OptionalDouble.of(now.exchanges().answered() / (nanos / NANOS_PER_SECOND))
                        : OptionalDouble.empty(),
                nanosPerItem(
                        serverNanos.since(serverAtTraffic),
                        hasExchanges ? now.exchanges().answered() : messages));
    }

    private static OptionalDouble nanosPerItem(Observation serverNanos, long count) {
        return count > 0 && serverNanos.isAtLeast(MIN_SERVER_NANOS)
                ? OptionalDouble.of((double) serverNanos.orElse(0) / count)
                : OptionalDouble.empty();
    }

    private static OptionalDouble fullestLoop(LoadReading from, LoadReading to, long nanos) {
        return nanos <= 0 || to.process().loops().count() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(
                        1, (double) to.process().since(from.process()).loops().busiestNanos() / nanos));
    }
}
