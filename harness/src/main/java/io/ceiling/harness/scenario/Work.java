package io.ceiling.harness.scenario;

import java.util.Optional;

/**
 * The work that the connections of a scenario do: a workload with its parameters.
 *
 * @param workload the workload
 * @param messaging messaging of workloads that subscribe; empty for others
 * @param application the user's own application, if the workload sends requests to it; empty for others
 */
public record Work(Workload workload, Optional<Messaging> messaging, Optional<UserApplication> application) {

    public Work {
        if (messaging.isPresent() != workload.subscribes()) {
            throw new IllegalArgumentException(
                    "workload %s %s messaging".formatted(workload.label(), workload.subscribes() ? "needs" : "has no"));
        }
        if (application.isPresent() != workload.isUserApplication()) {
            throw new IllegalArgumentException("workload %s %s application"
                    .formatted(workload.label(), application.isPresent() ? "has no" : "needs an"));
        }
    }

    /** Returns the work of a workload that neither subscribes nor needs the user's own application. */
    public static Work of(Workload workload) {
        return new Work(workload, Optional.empty(), Optional.empty());
    }

    public static Work of(Workload workload, Messaging messaging) {
        return new Work(workload, Optional.of(messaging), Optional.empty());
    }

    /** Returns the work of the workload that sends requests to the user's own application. */
    public static Work of(Workload workload, UserApplication application) {
        return new Work(workload, Optional.empty(), Optional.of(application));
    }

    public String label() {
        return application.map(own -> own.request().label()).orElse(workload.label());
    }

    /** Returns true if a held connection occupies a platform thread of the server with any connector. */
    boolean holdsThread() {
        return workload.holdsThread();
    }

    /** Returns true if a held connection may occupy a thread, which only the server knows. */
    boolean mayHoldThread() {
        return application.map(own -> own.request().mayHoldThread()).orElse(false);
    }

    /** Returns true if a request is asynchronous, so that BIO keeps no thread for it. */
    public boolean isAsynchronous() {
        return workload.isAsynchronous(this);
    }

    /** Returns true if connections send a further request at the end of each step. */
    public boolean repeatsRequests() {
        return workload.repeatsRequests(this);
    }

    /** Returns true if each connection keeps a response open; see {@link Workload#keepsResponseOpen}. */
    public boolean keepsResponseOpen() {
        return workload.keepsResponseOpen(this);
    }

    /** Returns true if a response stays open to which nothing is written. */
    public boolean holdsResponse() {
        return workload.holdsResponse(this);
    }

    /**
     * Returns true if a server keeps the open response after its client has gone, and nothing can make it end that
     * response.
     */
    public boolean outlivesItsClient() {
        return workload.outlivesItsClient(this);
    }

    /** Returns the pace of requests in flight; empty for other work. */
    public Optional<RequestPace> inFlight() {
        return application.flatMap(own -> own.request().inFlight());
    }

    /** Returns the part of a scenario's name. */
    String name() {
        return application.map(own -> own.request().name()).orElse(workload.label());
    }
}
