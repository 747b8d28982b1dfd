package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelReading.Work;
import io.ceiling.harness.engine.ramp.ReadyServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.engine.session.Waiting;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Seen;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;

/**
 * Reads the processor time of a server over two periods: one in which its connections are idle, and, at a pace that the
 * user gave, one in which they exchange. Not thread-safe.
 */
final class Periods {

    /** Length of a period; processor time is counted in ticks of 10 ms. */
    private static final long PERIOD_NANOS = Duration.ofMillis(1_500).toNanos();

    /** Longest round of one exchange of each connection, so that a slow pace ends. */
    private static final double LONGEST_ROUND_SECONDS = 10;

    /** Share of the processors above which no further round of exchanges begins. */
    private static final double MOST_CPU = 0.1;

    private final Fleet fleet;
    private final RampSettings ramp;
    private final ServerSession session;
    private final Waiting waiting;
    private final BooleanSupplier mustStop;

    Periods(Fleet fleet, RampSettings ramp, ServerSession session, Waiting waiting, BooleanSupplier mustStop) {
        this.fleet = fleet;
        this.ramp = ramp;
        this.session = session;
        this.waiting = waiting;
        this.mustStop = mustStop;
    }

    /** Blocks for a period without exchanges. */
    Work idle() {
        Seen cpu = session.cpuNanos();
        long start = waiting.nanoTime();
        boolean ignored = waiting.until(PERIOD_NANOS, () -> tick() && !mustStop.getAsBoolean());
        return new Work(
                Seen.of(waiting.nanoTime() - start), session.cpuNanos().since(cpu), Seen.NOT, Seen.NOT, Seen.NOT);
    }

    /**
     * Blocks for a period without exchanges and, if there is a pace above zero, for one with them: at that pace, at most
     * at the rate of the ramp, and with a round that lasts ten seconds at most.
     */
    Work both(ReadyServer ready, int level, OptionalDouble pace) {
        Work idle = idle();
        if (!(pace.orElse(0) > 0)) {
            return idle;
        }
        double perSecond = Math.min(
                ramp.rates().exchangesPerSecond(), level * Math.max(pace.orElse(0), 1 / LONGEST_ROUND_SECONDS));
        StepTraffic traffic = ready.traffic(ramp.toBuilder()
                .rates(new RampSettings.Rates(ramp.rates().opensPerSecond(), perSecond))
                .build());
        LoadReading before = fleet.counts();
        double most = MOST_CPU * session.processors();
        Seen cpu = session.cpuNanos();
        long start = waiting.nanoTime();
        long answered = 0;
        boolean goesOn = true;
        while (goesOn) {
            StepTraffic.Outcome outcome = traffic.run(
                    level,
                    counts -> counts.failures().total() > before.failures().total() || mustStop.getAsBoolean());
            // The agents count each round anew.
            answered += fleet.counts().exchanges().answered();
            long nanos = waiting.nanoTime() - start;
            Seen used = session.cpuNanos().since(cpu);
            goesOn = outcome.unharmed() && nanos < PERIOD_NANOS && !(used.orElse(0) > most * nanos);
        }
        return new Work(
                idle.idleNanos(),
                idle.idleCpuNanos(),
                Seen.of(waiting.nanoTime() - start),
                session.cpuNanos().since(cpu),
                Seen.of(answered));
    }

    /** Takes samples in the idle period as well, so that reading the server costs the same in both. */
    private boolean tick() {
        session.recorder().tick(fleet.counts());
        waiting.rest(fleet.size());
        return true;
    }
}
