package io.ceiling.harness.scenario;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * One cell of the matrix.
 *
 * @param server settings of the server; of an external server, those that it reports itself
 * @param work work of its connections
 * @param capConnections largest number of connections that the ramp tries
 * @param fork number of the server JVM of this cell, 1 for the first
 * @param targets the external servers, one for each instance; none if servers are started for this scenario
 */
public record Scenario(ServerSettings server, Work work, int capConnections, int fork, List<Target> targets) {

    public Scenario {
        targets = List.copyOf(targets);
        requireAtLeastOne("cap connections", capConnections);
        requireAtLeastOne("fork", fork);
        if (targets.isEmpty()) {
            requireAtLeast("heap bytes", server.jvm().heapMaxBytes(), 8L << 20);
            requireAtLeast("nofile", server.nofile(), 64);
        }
    }

    /** Creates the first fork of a scenario whose server is started by the harness. */
    public Scenario(ServerSettings server, Work work, int capConnections) {
        this(server, work, capConnections, 1, List.of());
    }

    public Scenario with(ServerSettings other) {
        return new Scenario(other, work, capConnections, fork, targets);
    }

    public Scenario with(Work other) {
        return new Scenario(server, other, capConnections, fork, targets);
    }

    public Scenario withFork(int number) {
        return new Scenario(server, work, capConnections, number, targets);
    }

    /**
     * Returns the scenario of one external server: with the settings that this server reports and the same number of
     * instances.
     */
    public Scenario forTarget(Target one, ServerSettings reported) {
        return new Scenario(
                reported.toBuilder().instances(instances()).build(), work, capConnections, fork, List.of(one));
    }

    /** Returns true if the servers run already, and are not started for this scenario. */
    public boolean isExternal() {
        return !targets.isEmpty();
    }

    /** Returns the first of the external servers; empty if the servers are started for this scenario. */
    public Optional<Target> firstTarget() {
        return targets.stream().findFirst();
    }

    /**
     * Returns the value that all external servers report, or an empty text if they differ; empty if the servers are
     * started for this scenario.
     */
    public Optional<String> commonSoftware(Function<Target.Software, String> what) {
        return firstTarget()
                .map(target -> what.apply(target.software()))
                .map(first -> targets.stream()
                                .allMatch(other -> what.apply(other.software()).equals(first))
                        ? first
                        : "");
    }

    public String container() {
        return server.container();
    }

    public Connector connector() {
        return server.connector();
    }

    public ThreadKind threadKind() {
        return server.threadKind();
    }

    public ConnectorSettings sizes() {
        return server.sizes();
    }

    public JvmSettings jvm() {
        return server.jvm();
    }

    public Jdk jdk() {
        return server.jvm().jdk();
    }

    public Limit nofile() {
        return server.nofile();
    }

    public int instances() {
        return server.instances();
    }

    /** Returns the largest number of connections to one server: the share of the cap, rounded up. */
    public int capPerServer() {
        return 1 + (capConnections - 1) / instances();
    }

    public boolean isOverTls() {
        return sizes().tls().isOn()
                || targets.stream().anyMatch(target -> target.endpoint().tls());
    }

    public Workload workload() {
        return work.workload();
    }

    public Optional<Messaging> messaging() {
        return work.messaging();
    }

    public Optional<UserApplication> application() {
        return work.application();
    }

    /**
     * Returns a name that is unique among the cells of a run, for file names and progress, such as
     * {@code tomcat-nio-virtual-recursive-heap512m-nofile4096-jdk25.0.1-fork1}.
     */
    public String name() {
        if (isExternal()) {
            return targets.get(0).name() + (targets.size() > 1 ? "-x" + targets.size() : "") + "-" + work.name()
                    + messaging().map(value -> "-" + value.name()).orElse("");
        }
        StringBuilder name = new StringBuilder("%s-%s-%s-%s"
                .formatted(container(), connector().label(), threadKind().label(), work.name()));
        messaging().ifPresent(value -> name.append('-')
                .append(value.name())
                .append(server.atmosphereVersion().isEmpty() ? "" : "-atmosphere" + server.atmosphereVersion()));
        server.release().ifPresent(value -> name.append("-version").append(value));
        sizes().maxThreads().ifNumber(value -> name.append("-threads").append(value));
        sizes().bufferBytes().ifPresent(value -> name.append("-buffer").append(value));
        if (!sizes().maxConnections().isDefault()) {
            Limit connections = sizes().maxConnections();
            name.append("-maxconn").append(connections.isNumber() ? connections.toString() : "none");
        }
        sizes().acceptCount().ifNumber(value -> name.append("-accept").append(value));
        if (sizes().tls().isOn()) {
            name.append('-').append(sizes().tls().label());
        }
        if (sizes().deflate().isOn()) {
            name.append("-deflate-").append(sizes().deflate().label());
        }
        sizes().headerCacheNodes()
                .ifPresent(value -> name.append("-headercache").append(value));
        name.append("-heap").append(size(jvm().heapMaxBytes().orElse(0)));
        jvm().stackBytes().ifPresent(value -> name.append("-stack").append(size(value)));
        jvm().directMemoryBytes().ifPresent(value -> name.append("-direct").append(size(value)));
        if (!List.of("", "G1").contains(jvm().garbageCollector())) {
            name.append('-').append(jvm().garbageCollector().toLowerCase(Locale.ROOT));
        }
        name.append("-nofile").append(nofile());
        if (instances() > 1) {
            name.append("-x").append(instances());
        }
        name.append(jdk().version().isEmpty() ? "" : "-jdk" + jdk().version());
        return name.append("-fork").append(fork).toString();
    }

    /** Returns true if a held connection occupies a platform thread of the server. */
    public boolean holdsThread() {
        return threadKind() == ThreadKind.PLATFORM
                && (work.holdsThread() || (connector() == Connector.BIO && !work.isAsynchronous()));
    }

    /** Returns true if a held connection may occupy a platform thread, which only the server knows. */
    public boolean mayHoldThread() {
        return threadKind() == ThreadKind.PLATFORM && work.mayHoldThread();
    }

    /** Formats a size exactly, so that two sizes never share a name. */
    public static String size(long bytes) {
        if (bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "m";
        }
        return bytes % (1 << 10) == 0 ? (bytes >> 10) + "k" : Long.toString(bytes);
    }

    private static void requireAtLeast(String what, Limit value, long least) {
        if (value.orElse(-1) < least) {
            throw new IllegalArgumentException("%s must be >= %d, was '%s'".formatted(what, least, value));
        }
    }

    private static void requireAtLeastOne(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException("%s must be >= 1, was %d".formatted(what, value));
        }
    }
}
