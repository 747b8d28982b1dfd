package io.ceiling.harness.run.predict;

import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.external.ProbeRequest;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The request of {@code ceiling predict}.
 *
 * @param run request with the scenario, for its agents; without one for an external server
 * @param running how a server is found that runs already; empty if one is started
 * @param most most connections that are opened, at least {@link #LEAST_MOST}
 * @param pace wanted exchanges of each connection per second; empty for no prediction of the processors
 */
public record PredictRequest(RunRequest run, Optional<ProbeRequest> running, int most, OptionalDouble pace) {

    /** Fewest connections that make five levels. */
    public static final int LEAST_MOST = 5;

    /** Most connections that are opened unless the user gives another number. */
    public static final int USUAL_MOST = 1_000;

    public PredictRequest {
        if (most < LEAST_MOST) {
            throw new IllegalArgumentException("most must be >= %d, was %d".formatted(LEAST_MOST, most));
        }
    }
}
