package io.ceiling.harness.model;

import java.util.Optional;

/**
 * What the connections of a scenario do.
 *
 * @param messaging how subscribers are connected; empty for workloads that do not subscribe
 * @param application the user's own, if the workload asks that; empty for the others
 */
public record Work(Workload workload, Optional<Messaging> messaging, Optional<OwnApplication> application) {

    public Work {
        if (messaging.isPresent() != workload.subscribes()) {
            throw new IllegalArgumentException(
                    "workload %s %s messaging".formatted(workload.label(), workload.subscribes() ? "needs" : "has no"));
        }
        if (application.isPresent() != workload.isOwnApplication()) {
            throw new IllegalArgumentException("workload %s %s application"
                    .formatted(workload.label(), application.isPresent() ? "has no" : "needs an"));
        }
    }

    /** Returns the work of a workload that neither subscribes nor needs the user's own application. */
    public static Work of(Workload workload) {
        return new Work(workload, Optional.empty(), Optional.empty());
    }

    /** Returns the work of a workload that subscribes. */
    public static Work of(Workload workload, Messaging messaging) {
        return new Work(workload, Optional.of(messaging), Optional.empty());
    }

    /** Returns the work of the workload that asks the user's own application. */
    public static Work of(Workload workload, OwnApplication application) {
        return new Work(workload, Optional.empty(), Optional.of(application));
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
        return workload.isAsynchronous(this);
    }

    /** Returns true if connections ask again at the end of each step. */
    public boolean asksAgain() {
        return workload.asksAgain(this);
    }

    /** Returns true if each connection keeps a response open; see {@link Workload#keepsResponseOpen}. */
    public boolean keepsResponseOpen() {
        return workload.keepsResponseOpen(this);
    }

    /** Returns true if a response stays open to which nothing is written. */
    public boolean holdsResponse() {
        return workload.holdsResponse(this);
    }

    /** Returns true if a server keeps what was opened after its client has gone, and nothing can make it end that. */
    public boolean outlivesItsClient() {
        return workload.outlivesItsClient(this);
    }

    /** Returns the part of a scenario's name. */
    String name() {
        return application.map(own -> own.request().name()).orElse(workload.label());
    }
}
