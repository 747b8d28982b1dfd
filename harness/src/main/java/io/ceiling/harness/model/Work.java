package io.ceiling.harness.model;

import java.util.Optional;

/**
 * What the connections of a scenario do.
 *
 * @param messaging how subscribers are connected; empty for workloads that do not subscribe
 * @param application of the workload CUSTOM; empty for the others
 */
public record Work(Workload workload, Optional<Messaging> messaging, Optional<OwnApplication> application) {

    public Work {
        if (messaging.isPresent() != workload.subscribes()) {
            throw new IllegalArgumentException(
                    "workload %s %s messaging".formatted(workload.label(), workload.subscribes() ? "needs" : "has no"));
        }
        if (application.isPresent() != (workload == Workload.CUSTOM)) {
            throw new IllegalArgumentException("workload %s %s application"
                    .formatted(workload.label(), application.isPresent() ? "has no" : "needs an"));
        }
    }

    /** Returns the work of a workload that neither subscribes nor needs the user's own application. */
    public static Work of(Workload workload) {
        return new Work(workload, Optional.empty(), Optional.empty());
    }

    public static Work broadcast(Messaging messaging) {
        return new Work(Workload.BROADCAST, Optional.of(messaging), Optional.empty());
    }

    public static Work of(OwnApplication application) {
        return new Work(Workload.CUSTOM, Optional.empty(), Optional.of(application));
    }

    /** Returns the name of the work in tables. */
    public String label() {
        return application.map(own -> own.request().label()).orElse(workload.label());
    }

    /** Returns true if a platform thread of the server is taken for as long as a connection is held, whatever the connector. */
    boolean holdsThread() {
        return workload.holdsThread();
    }

    /** Returns true if only the server knows whether a thread is taken for as long as a connection is held. */
    boolean mayHoldThread() {
        return application.map(own -> own.request().mayHoldThread()).orElse(false);
    }

    /** Returns true for a request that is asynchronous: BIO keeps no thread for it. */
    boolean isAsynchronous() {
        return switch (workload) {
            case HOLD_ASYNC, RECURSIVE_ASYNC -> true;
            case BROADCAST -> !messaging.map(Messaging::isOverWebSocket).orElse(false);
            // Of the user's own application it is not known.
            case CUSTOM -> mayHoldThread();
            case RECURSIVE, HOLD_BLOCKING, KEEP_ALIVE, WEBSOCKET -> false;
        };
    }

    /** Returns the part of a scenario's name. */
    String name() {
        return application.map(own -> own.request().name()).orElse(workload.label());
    }
}
