package io.ceiling.harness.workload;

import io.ceiling.harness.scenario.Workload;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The list of all workloads. */
public final class Workloads {

    public static final Workload RECURSIVE = new Recursive("recursive", "levels of recursion", false);
    public static final Workload RECURSIVE_ASYNC =
            new Recursive("recursive-async", "levels of asynchronous recursion", true);
    public static final Workload HOLD_BLOCKING = new Hold("hold-blocking", "blocked requests", false);
    public static final Workload HOLD_ASYNC = new Hold("hold-async", "held responses", true);
    public static final Workload KEEP_ALIVE = new KeepAlive();
    public static final Workload WEBSOCKET = new WebSocketEcho();
    public static final Workload BROADCAST = new Broadcast();
    public static final Workload CUSTOM = new UserApplicationRequests();

    /** The load of another load tool, which the harness only watches; no command line names it. */
    public static final Workload WATCHED = new WatchedLoad();

    // All workloads in the order of tables and of the matrix.
    private static final List<Workload> ALL =
            List.of(RECURSIVE, RECURSIVE_ASYNC, HOLD_BLOCKING, HOLD_ASYNC, KEEP_ALIVE, WEBSOCKET, BROADCAST, CUSTOM);

    private Workloads() {}

    public static List<Workload> all() {
        return ALL;
    }

    /** Returns the workloads of this project's web application. */
    public static List<Workload> ofWebApplication() {
        return ALL.stream().filter(workload -> !workload.isUserApplication()).toList();
    }

    /** Returns the names that {@code --workload} accepts. */
    public static List<String> labels() {
        return ofWebApplication().stream().map(Workload::label).toList();
    }

    /** Returns the workload of that label; empty if there is none, as in results of a newer version. */
    public static Optional<Workload> find(String label) {
        return ALL.stream().filter(workload -> workload.label().equals(label)).findFirst();
    }

    /**
     * Returns the workload of this project's web application that has this label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Workload of(String label) {
        return find(label)
                .filter(workload -> !workload.isUserApplication())
                .orElseThrow(() -> new IllegalArgumentException(
                        "workload must be one of %s, was '%s'".formatted(String.join(", ", labels()), label)));
    }

    /** Returns the names of the recursive workloads for a message: {@code recursive and recursive-async}. */
    public static String recursiveLabels() {
        return ALL.stream().filter(Workload::isRecursive).map(Workload::label).collect(Collectors.joining(" and "));
    }
}
