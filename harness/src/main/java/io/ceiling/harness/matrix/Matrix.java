package io.ceiling.harness.matrix;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.channels.ChannelTransport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Several grids and their expansion into scenarios. Immutable.
 *
 * <p>The order is that of the grids, with forks outermost: after the first fork every cell has been measured once, and
 * slow drift of the host is not mistaken for a difference between cells.
 */
public final class Matrix {

    // Bound on the number of scenarios; more must be a mistake.
    private static final int MAX_SCENARIOS = 100_000;

    // The web application's own cap of a recursion, in levels.
    private static final int MAX_LEVELS = 100_000;

    private static final String NO_CONNECTOR =
            "no container of this matrix has such a connector: %s".formatted(Containers.connectors());

    private final String name;
    private final List<Grid> grids;
    private final Preset rampPreset;

    public Matrix(String name, List<Grid> grids, Preset rampPreset) {
        this.name = name;
        this.grids = List.copyOf(grids);
        this.rampPreset = rampPreset;
    }

    /** Returns the preset whose ramp the scenarios use. */
    public Preset rampPreset() {
        return rampPreset;
    }

    List<Grid> grids() {
        return grids;
    }

    /** Returns the name of the preset or the file, a part of a run's name. */
    public String name() {
        return name;
    }

    /**
     * Returns this matrix with options applied: container, connector, thread-kind and workload select among its cells,
     * all others replace its values.
     *
     * @throws IllegalArgumentException if no cell is left
     */
    public Matrix narrow(Map<Dimension, List<String>> given) {
        List<Grid> narrowed =
                grids.stream().flatMap(grid -> grid.narrow(given).stream()).toList();
        if (narrowed.isEmpty()) {
            throw new IllegalArgumentException("%s has no scenario with %s. Hint: --preset=full has all combinations"
                    .formatted(name, describe(given)));
        }
        return new Matrix(name, narrowed, rampPreset);
    }

    /**
     * Returns every scenario once.
     *
     * @param cap cap of the ramps; if empty, a number of connections that the descriptors cannot hold
     * @throws IllegalArgumentException if there is no scenario, too many, or one that cannot exist here; the message is
     *     one line
     */
    public List<Scenario> expand(MatrixHost matrixHost, OptionalInt cap) {
        requireReasonableSize();
        List<Scenario> firstForks = new ArrayList<>();
        List<Integer> forks = new ArrayList<>();
        for (Grid grid : grids) {
            for (Map<Dimension, String> cell : grid.cells()) {
                scenario(cell, matrixHost, cap).ifPresent(scenario -> {
                    firstForks.add(scenario);
                    forks.add(Integer.valueOf(cell.getOrDefault(Dimension.FORKS, "1")));
                });
            }
        }
        Map<String, Scenario> scenarios = new LinkedHashMap<>();
        int mostForks = forks.stream().mapToInt(Integer::intValue).max().orElse(0);
        for (int fork = 1; fork <= mostForks; fork++) {
            for (int i = 0; i < firstForks.size(); i++) {
                if (fork <= forks.get(i)) {
                    add(scenarios, firstForks.get(i).withFork(fork));
                }
            }
        }
        if (scenarios.isEmpty()) {
            throw new IllegalArgumentException(grids.stream()
                    .flatMap(grid -> grid.cells().stream())
                    .flatMap(cell -> exclusionReason(cell).stream())
                    // What a connector cannot do says more than that another container has no such connector.
                    .max(Comparator.comparing(why -> !why.equals(NO_CONNECTOR)))
                    .orElse(NO_CONNECTOR));
        }
        requireEachRelease(scenarios.values());
        return List.copyOf(scenarios.values());
    }

    /** Returns why a container has no scenario in this matrix, as one line; empty if only its connector is missing. */
    public Optional<String> missingScenarioReason(String container) {
        return grids.stream()
                .flatMap(grid -> grid.cells().stream())
                .filter(cell -> text(cell, Dimension.CONTAINER).equals(container))
                .flatMap(cell -> exclusionReason(cell).stream())
                .filter(why -> !why.equals(NO_CONNECTOR))
                .findFirst();
    }

    // Requires that no release is left out of the whole matrix: a typing error, or a release of a container that was
    // not selected.
    private void requireEachRelease(Collection<Scenario> scenarios) {
        Set<String> unusedReleases = new LinkedHashSet<>();
        grids.forEach(grid -> unusedReleases.addAll(grid.of(Dimension.CONTAINER_VERSION)));
        unusedReleases.remove(Values.DEFAULT);
        scenarios.forEach(
                scenario -> scenario.server().release().ifPresent(release -> unusedReleases.remove(release.text())));
        if (!unusedReleases.isEmpty()) {
            throw new IllegalArgumentException(
                    "container-version must be releases of the containers of this matrix (%s), was %s; releases are of %s"
                            .formatted(
                                    scenarios.stream()
                                            .map(Scenario::container)
                                            .distinct()
                                            .collect(Collectors.joining(", ")),
                                    String.join(", ", unusedReleases),
                                    Containers.releases()));
        }
    }

    private static String garbageCollector(String given, int instances) {
        if (!given.equals(Values.DEFAULT)) {
            return given;
        }
        return ServerSettings.isSharedHost(instances) ? "Serial" : "G1";
    }

    private static void add(Map<String, Scenario> scenarios, Scenario scenario) {
        Scenario earlier = scenarios.putIfAbsent(scenario.name(), scenario);
        if (earlier != null && !earlier.equals(scenario)) {
            throw new IllegalArgumentException("two different scenarios have the name %s: JDK %s and JDK %s"
                    .formatted(
                            scenario.name(),
                            earlier.jdk().home(),
                            scenario.jdk().home()));
        }
    }

    private void requireReasonableSize() {
        long size;
        try {
            size = grids.stream().mapToLong(Grid::size).reduce(0, Math::addExact);
        } catch (ArithmeticException e) {
            size = Long.MAX_VALUE;
        }
        if (size > MAX_SCENARIOS) {
            throw new IllegalArgumentException(
                    "%s would have %d scenarios, allowed are %d".formatted(name, size, MAX_SCENARIOS));
        }
    }

    // Returns the reason why a cell is left out; empty if it is not.
    private static Optional<String> exclusionReason(Map<Dimension, String> cell) {
        Connector connector = Connector.of(text(cell, Dimension.CONNECTOR));
        ContainerKind container = Containers.of(text(cell, Dimension.CONTAINER));
        if (container.serverProgram(connector).isEmpty()) {
            return Optional.of(NO_CONNECTOR);
        }
        Optional<Release> release = release(cell);
        if (Containers.of(text(cell, Dimension.CONTAINER))
                .serverProgram(connector, release)
                .isEmpty()) {
            return release.map(asked -> Containers.noRelease(text(cell, Dimension.CONTAINER), connector, asked));
        }
        Workload workload = Workloads.of(text(cell, Dimension.WORKLOAD));
        ThreadKind threadKind = ThreadKind.of(text(cell, Dimension.THREAD_KIND));
        ConnectorSettings sizes = server(cell).build().sizes();
        return container
                .refusal(threadKind, sizes, work(cell, workload))
                .or(() -> Combinations.refusal(
                        connector, workload, messaging(cell, workload), sizes.tls(), sizes.deflate()));
    }

    private static ServerSettings.Builder server(Map<Dimension, String> cell) {
        ThreadKind threadKind = ThreadKind.of(text(cell, Dimension.THREAD_KIND));
        ServerSettings.Builder server = ServerSettings.builder(
                text(cell, Dimension.CONTAINER),
                Connector.of(text(cell, Dimension.CONNECTOR)),
                threadKind,
                new Jdk(Path.of(""), "", 0));
        Dimension.settings().forEach(setting -> setting.put(server, text(cell, setting)));
        // Virtual threads have no pool: cells that differ only in its size are the same cell.
        return threadKind == ThreadKind.VIRTUAL ? server.maxThreads(Limit.DEFAULT) : server;
    }

    private static Work work(Map<Dimension, String> cell, Workload workload) {
        return new Work(workload, messaging(cell, workload), Optional.empty());
    }

    private static Optional<Scenario> scenario(Map<Dimension, String> cell, MatrixHost matrixHost, OptionalInt cap) {
        String container = text(cell, Dimension.CONTAINER);
        Workload workload = Workloads.of(text(cell, Dimension.WORKLOAD));
        if (exclusionReason(cell).isPresent()) {
            return Optional.empty();
        }
        // A server without a JVM has no JVM options: cells that differ only in them are the same cell.
        boolean jvm = Containers.nativeProgram(container).isEmpty();
        Jdk found = matrixHost.jdks().apply(text(cell, Dimension.JDK));
        Jdk jdk = jvm ? found : found.ofAgentsAlone();
        int nofile = nofile(text(cell, Dimension.NOFILE), matrixHost.nofileHard());
        int instances = Integer.parseInt(text(cell, Dimension.INSTANCES));
        ServerSettings.Builder settings = server(cell)
                .jdk(jdk)
                .garbageCollector(jvm ? garbageCollector(text(cell, Dimension.GC), instances) : "")
                .oneCompiler(jvm && ServerSettings.isSharedHost(instances))
                .nofile(nofile)
                .atmosphereVersion(Containers.isReference(container) ? "" : matrixHost.atmosphere());
        if (!jvm) {
            settings.stackBytes(OptionalLong.empty()).directMemoryBytes(OptionalLong.empty());
        }
        ServerSettings server = settings.build();
        long descriptors = (long) nofile * instances * Containers.of(container).processes(server.sizes());
        int most = (int) Math.min(
                cap.isPresent() ? cap.getAsInt() : descriptors,
                workload.isRecursive() ? MAX_LEVELS : Integer.MAX_VALUE);
        return Optional.of(new Scenario(server, work(cell, workload), most));
    }

    private static Optional<Release> release(Map<Dimension, String> cell) {
        return Release.of(text(cell, Dimension.CONTAINER_VERSION));
    }

    private static Optional<Messaging> messaging(Map<Dimension, String> cell, Workload workload) {
        return workload.subscribes()
                ? Optional.of(new Messaging(
                        text(cell, Dimension.TRANSPORT),
                        text(cell, Dimension.BROADCASTER),
                        text(cell, Dimension.CACHE)))
                : Optional.empty();
    }

    private static int nofile(String text, int hard) {
        if (text.equals(Dimension.MAX)) {
            return hard;
        }
        long nofile = Long.parseLong(text);
        if (nofile > hard) {
            throw new IllegalArgumentException(
                    "nofile must be <= %d, the hard limit of this process, was %d. Hint: raise it with ulimit -Hn as root, or LimitNOFILE= of systemd"
                            .formatted(hard, nofile));
        }
        return (int) nofile;
    }

    private static String text(Map<Dimension, String> cell, Dimension dimension) {
        String text = cell.get(dimension);
        if (text == null) {
            throw new IllegalStateException("no value for " + dimension.label());
        }
        return text;
    }

    private static String describe(Map<Dimension, List<String>> given) {
        List<String> parts = new ArrayList<>();
        given.forEach((dimension, values) -> {
            if (dimension.selects()) {
                parts.add("%s %s".formatted(dimension.label(), String.join(",", values)));
            }
        });
        return String.join(", ", parts);
    }

    // The combinations of values that no server can have. A pure function.
    private static final class Combinations {

        private Combinations() {}

        /**
         * Returns the reason why a connector and a workload cannot have that TLS or compression, as one line; empty if
         * they can.
         *
         * @param messaging messages of a workload that subscribes
         */
        static Optional<String> refusal(
                Connector connector, Workload workload, Optional<Messaging> messaging, Tls tls, Deflate deflate) {
            if (tls.isOn() && connector == Connector.BIO) {
                return Optional.of("tls must be off with connector bio, was %s: its Tomcat is older than TLS 1.3"
                        .formatted(tls.label()));
            }
            if (tls.isOn() && workload.isRecursive()) {
                return Optional.of("tls must be off with workload %s, was %s: the server calls itself over plain HTTP"
                        .formatted(workload.label(), tls.label()));
            }
            if (deflate.isOn() && !isWebSocket(workload, messaging)) {
                return Optional.of(
                        "deflate must be off with workload %s, was %s: only WebSockets compress their messages. Hint: workload websocket, or broadcast with transport websocket"
                                .formatted(workload.label(), deflate.label()));
            }
            return Optional.empty();
        }

        private static boolean isWebSocket(Workload workload, Optional<Messaging> messaging) {
            return messaging
                    .map(messages -> messages.transport().equals(ChannelTransport.WEBSOCKET.label()))
                    .orElse(workload.heldObject() == Workload.HeldObject.WEBSOCKET);
        }
    }
}
