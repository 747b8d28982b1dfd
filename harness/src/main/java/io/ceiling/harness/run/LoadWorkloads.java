package io.ceiling.harness.run;

import io.ceiling.harness.model.Workload;
import io.ceiling.load.ChannelTransport;
import io.ceiling.load.LoadWorkload;
import java.util.Arrays;

/** What the agents are told for each workload of the matrix. */
final class LoadWorkloads {

    /** Bodies of 1 to 4096 bytes, as in the experiment that the workload comes from (docs/workloads.md). */
    static final int MIN_BODY_BYTES = 1;

    static final int MAX_BODY_BYTES = 4096;

    /** Fixed, so that every run asks for the same sequence of lengths. */
    static final long SEED = 42;

    private LoadWorkloads() {}

    static LoadWorkload of(Workload workload) {
        return switch (workload) {
            case HOLD_BLOCKING -> LoadWorkload.HOLD_BLOCKING;
            case HOLD_ASYNC -> LoadWorkload.HOLD_ASYNC;
            case KEEP_ALIVE -> LoadWorkload.KEEP_ALIVE;
            case WEBSOCKET -> LoadWorkload.WEBSOCKET;
            case BROADCAST -> LoadWorkload.CHANNELS;
            case RECURSIVE, RECURSIVE_ASYNC ->
                throw new IllegalArgumentException("%s has no load agents".formatted(workload.label()));
        };
    }

    /** The transport that the scenario names. */
    static ChannelTransport transport(String label) {
        return Arrays.stream(ChannelTransport.values())
                .filter(transport -> transport.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no transport has the name '%s'".formatted(label)));
    }
}
