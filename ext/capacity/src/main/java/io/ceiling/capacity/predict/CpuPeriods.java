package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LevelReading.CpuTimes;
import io.ceiling.harness.engine.ramp.LoadedServer;
import io.ceiling.harness.engine.ramp.StepTraffic;
import io.ceiling.harness.engine.session.RunClock;
import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.fleet.Fleet;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.RampSettings;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Reads the processor time of a server over two periods: one in which its connections are idle, and, at a pace that the
 * user gave, one in which they exchange. Not thread-safe.
 */
final class CpuPeriods {

    // Length of a period; processor time is counted in ticks of 10 ms.
    private static final Duration PERIOD = Duration.ofMillis(1_500);

    // Longest round, in which each connection exchanges once: at a slow pace a round would take too long.
    private static final double LONGEST_ROUND_SECONDS = 10;

    // Share of the processors above which no further round of exchanges begins.
    private static final double MAX_CPU_SHARE = 0.1;

    private final LoadedServer server;
    private final Fleet fleet;
    private final RampSettings ramp;
    private final ServerSession session;
    private final RunClock clock;

    CpuPeriods(LoadedServer server) {
        this.server = server;
        this.fleet = server.fleet();
        this.ramp = server.ramp();
        this.session = server.session();
        this.clock = server.clock();
    }

    /** Blocks for a period without exchanges. */
    CpuTimes measureIdle() {
        Observation cpu = session.cpuNanos();
        long start = clock.nanoTime();
        server.awaitWhile(PERIOD, this::tick);
        return new CpuTimes(
                Observation.of(clock.nanoTime() - start),
                session.cpuNanos().since(cpu),
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN);
    }

    /**
     * Blocks for a period without exchanges and, if the pace is above zero, for a period with exchanges. Their rate is
     * that pace, at most that of the ramp; a round lasts ten seconds at most.
     */
    CpuTimes measureIdleAndBusy(int level, OptionalDouble pace) {
        CpuTimes idle = measureIdle();
        if (!(pace.orElse(0) > 0)) {
            return idle;
        }
        double perSecond = Math.min(
                ramp.rates().exchangesPerSecond(), level * Math.max(pace.orElse(0), 1 / LONGEST_ROUND_SECONDS));
        StepTraffic traffic = server.traffic(ramp.toBuilder()
                .rates(new RampSettings.Rates(ramp.rates().opensPerSecond(), perSecond))
                .build());
        LoadReading before = fleet.counts();
        double maxCores = MAX_CPU_SHARE * session.processors();
        Observation cpu = session.cpuNanos();
        long start = clock.nanoTime();
        long answered = 0;
        boolean goesOn = true;
        while (goesOn) {
            StepTraffic.TrafficOutcome outcome = traffic.run(
                    level,
                    counts -> counts.failures().total() > before.failures().total() || server.mustStop());
            // The agents restart their counts with each round.
            answered += fleet.counts().exchanges().answered();
            long nanos = clock.nanoTime() - start;
            Observation usedCpuNanos = session.cpuNanos().since(cpu);
            goesOn = outcome.completed() && nanos < PERIOD.toNanos() && !(usedCpuNanos.orElse(0) > maxCores * nanos);
        }
        return new CpuTimes(
                idle.idleNanos(),
                idle.idleCpuNanos(),
                Observation.of(clock.nanoTime() - start),
                session.cpuNanos().since(cpu),
                Observation.of(answered));
    }

    // Takes samples in the idle period as well, so that reading the server costs the same in both.
    private boolean tick() {
        session.recorder().tick(fleet.counts());
        clock.rest(fleet.size());
        return true;
    }
}
