package io.ceiling.harness.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the connections of a scenario do (docs/workloads.md). */
public enum Workload {
    RECURSIVE,
    RECURSIVE_ASYNC,
    HOLD_BLOCKING,
    HOLD_ASYNC,
    KEEP_ALIVE,
    WEBSOCKET,
    /** Subscribers of channels to which the server publishes. */
    BROADCAST,
    /** Requests to the user's own application. */
    CUSTOM;

    /** Those of the web application of this project. */
    public static List<Workload> ofTheWar() {
        return Arrays.stream(values()).filter(workload -> workload != CUSTOM).toList();
    }

    /** The name in commands, files and tables, such as {@code hold-async}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether one request grows the chain inside the server, so that no load agent takes part. */
    public boolean isRecursive() {
        return this == RECURSIVE || this == RECURSIVE_ASYNC;
    }

    /** Whether connections subscribe to channels of Atmosphere. */
    public boolean subscribes() {
        return this == BROADCAST;
    }

    /** Whether a platform thread is taken for as long as a connection is held. */
    public boolean holdsThread() {
        return this == RECURSIVE || this == HOLD_BLOCKING;
    }

    /**
     * Whether the harness itself keeps a connection through the ramp, over which it has the server publish or release what is
     * held.
     */
    public boolean isControlled() {
        return this == BROADCAST || this == HOLD_ASYNC || this == HOLD_BLOCKING;
    }

    /**
     * The workload of that label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Workload of(String label) {
        return ofTheWar().stream()
                .filter(workload -> workload.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("workload must be one of %s, was '%s'"
                        .formatted(ofTheWar().stream().map(Workload::label).collect(Collectors.joining(", ")), label)));
    }
}
