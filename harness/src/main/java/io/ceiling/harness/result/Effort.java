package io.ceiling.harness.result;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.scenario.Phase;
import java.util.Map;

/**
 * The time and processor time that measuring one scenario took.
 *
 * @param phaseNanos elapsed time by phase, in ns; a missing phase took no time
 * @param serverCpuNanos processor time of all servers that were started for the scenario, or of the probed server
 *     meanwhile, in ns
 * @param agentsCpuNanos processor time of the load agents meanwhile, in ns
 * @param harnessCpuNanos processor time of this process meanwhile, in ns
 * @param warmUp warm-up of all servers
 */
public record Effort(
        Map<Phase, Long> phaseNanos,
        Observation serverCpuNanos,
        Observation agentsCpuNanos,
        Observation harnessCpuNanos,
        WarmUp warmUp) {

    /** The effort of a scenario that was not measured. */
    public static final Effort NONE =
            new Effort(Map.of(), Observation.NOT_SEEN, Observation.NOT_SEEN, Observation.NOT_SEEN, WarmUp.NONE);

    public Effort {
        phaseNanos = Map.copyOf(phaseNanos);
    }

    /** Returns the elapsed time of that phase in ns; 0 if there was none. */
    public long nanos(Phase phase) {
        return phaseNanos.getOrDefault(phase, 0L);
    }
}
