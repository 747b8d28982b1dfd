package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.engine.session.ServerSession;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.result.Effort;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.Phase;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Adds up the effort of measuring one scenario: elapsed time by phase, processor time by process. Not thread-safe; does
 * not block.
 */
public final class EffortMeter {

    private final LongSupplier nanoTime;
    private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
    private final Observation harnessCpuBefore = harnessCpuNanos();
    private Optional<Phase> currentPhase = Optional.empty();
    private long sinceNanos;
    private Observation serverCpuNanos = Observation.of(0);
    private WarmUp warmUp = WarmUp.NONE;
    private final Set<Integer> unsteady = new HashSet<>();
    private final Set<ServerSession> ended = Collections.newSetFromMap(new IdentityHashMap<>());

    public EffortMeter(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Ends the current phase and begins another. If it is the same phase, its time continues to add up. */
    void enter(Phase phase) {
        leave();
        currentPhase = Optional.of(phase);
    }

    /** Ends the current phase, if there is one. */
    void leave() {
        long now = nanoTime.getAsLong();
        currentPhase.ifPresent(phase -> nanos.merge(phase, now - sinceNanos, Long::sum));
        currentPhase = Optional.empty();
        sinceNanos = now;
    }

    /** Closes a server and adds the processor time that it used. Does nothing for a server that was closed before. */
    void end(ServerSession session) {
        if (!ended.add(session)) {
            return;
        }
        enter(Phase.STOP);
        try {
            serverCpuNanos = serverCpuNanos.plus(session.cpuNanos());
        } finally {
            session.close();
            leave();
        }
    }

    void addWarmUp(int server, WarmUp more) {
        warmUp = warmUp.plus(more);
        if (!more.steady()) {
            unsteady.add(server);
        }
    }

    /** Returns why the warm-up ended if that server was not steady then; empty if it was. */
    Optional<String> unsteady(int server) {
        return unsteady.contains(server) ? Optional.of(warmUp.why()) : Optional.empty();
    }

    WarmUp warmUp() {
        return warmUp;
    }

    /**
     * Returns the effort so far.
     *
     * @param agentsCpuNanos processor time of the load agents, in ns
     */
    Effort effort(Observation agentsCpuNanos) {
        return new Effort(
                nanos, serverCpuNanos, agentsCpuNanos, harnessCpuNanos().since(harnessCpuBefore), warmUp);
    }

    private static Observation harnessCpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(used -> Observation.of(used.toNanos()))
                .orElse(Observation.NOT_SEEN);
    }
}
