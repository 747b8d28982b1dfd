package io.ceiling.harness.command.run;

import io.ceiling.harness.cli.CommandContext;
import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.MatrixHost;
import io.ceiling.harness.matrix.ScenarioFactory;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Workload;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.ParseResult;

/** Makes one scenario from options that accept one value each. */
public final class SingleScenario {

    /** The dimensions that are settings of a server, without the workload. */
    public static final List<Dimension> SETTINGS = List.copyOf(EnumSet.complementOf(EnumSet.of(
            Dimension.WORKLOAD,
            Dimension.INSTANCES,
            Dimension.TRANSPORT,
            Dimension.BROADCASTER,
            Dimension.CACHE,
            Dimension.FORKS)));

    /**
     * Descriptors that a server needs in addition to its connections: its own files, the connections of a probe, and
     * connections that are being closed.
     */
    public static final int SPARE_DESCRIPTORS = 500;

    private static final long HEAP_OF_MANY = 3L << 30;
    private static final long MIN_HEAP = 256L << 20;

    private SingleScenario() {}

    /**
     * Returns the given values.
     *
     * @throws CommandException if one is not allowed, or there are several for one option
     */
    public static Map<Dimension, String> given(ParseResult parsed) {
        Map<Dimension, String> single = new EnumMap<>(Dimension.class);
        DimensionOptions.parseSingleValues(parsed).forEach((dimension, values) -> single.put(dimension, values.get(0)));
        return single;
    }

    public static Map<Dimension, String> with(Map<Dimension, String> values, Dimension dimension, String value) {
        Map<Dimension, String> more = new EnumMap<>(Dimension.class);
        more.putAll(values);
        more.put(dimension, value);
        return more;
    }

    /**
     * Returns the scenario of these values.
     *
     * @throws CommandException if it cannot exist, or cannot be run here
     */
    public static Scenario of(Map<Dimension, String> values, CommandContext context, OptionalInt cap) {
        Scenario scenario = CommandException.checkArguments(() -> ScenarioFactory.of(values, matrixHost(context), cap));
        Scenarios.skipReason(scenario).ifPresent(why -> {
            throw CommandException.couldNotRun(why, null);
        });
        return scenario;
    }

    /**
     * Returns the scenario of servers for that many connections. Unless other values are given, each has all descriptors
     * of this host, no limit of connections, and its share of 3 GiB of heap, but at least 256 MiB.
     *
     * @param option option that sets the number of connections, for the message
     * @throws CommandException if the scenario cannot exist or be run here, or has too few descriptors
     */
    public static Scenario forConnections(
            Workload workload, Map<Dimension, String> given, CommandContext context, String option, int connections) {
        Map<Dimension, String> values = new EnumMap<>(Dimension.class);
        values.put(Dimension.WORKLOAD, workload.label());
        values.put(Dimension.NOFILE, Integer.toString(context.nofileHard()));
        values.put(Dimension.MAX_CONNECTIONS, "-1");
        int instances = Integer.parseInt(given.getOrDefault(Dimension.INSTANCES, "1"));
        values.put(Dimension.HEAP, Long.toString(Math.max(MIN_HEAP, HEAP_OF_MANY / instances)));
        Optional.ofNullable(given.get(Dimension.CONTAINER))
                .map(Containers::of)
                .filter(ContainerKind::isReference)
                .ifPresent(reference -> {
                    // It has no limit of connections that could be lifted.
                    values.put(Dimension.MAX_CONNECTIONS, "default");
                    values.put(Dimension.TRANSPORT, reference.transport());
                });
        values.putAll(given);
        Scenario server = of(values, context, OptionalInt.of(connections));
        long ofEach = server.nofile().orElse(0) - SPARE_DESCRIPTORS;
        if (server.capPerServer() > ofEach) {
            throw CommandException.badArguments("%s must be at most %d with --nofile=%s%s, was %d. Hint: %s"
                    .formatted(
                            option,
                            ofEach * instances,
                            server.nofile(),
                            instances == 1 ? "" : " and --instances=" + instances,
                            connections,
                            enough(connections, ofEach)));
        }
        return server;
    }

    private static String enough(int connections, long ofEach) {
        return ofEach < 1
                ? "a higher limit of open files (--nofile)"
                : "--instances=%d would hold them".formatted(1 + (connections - 1) / ofEach);
    }

    public static MatrixHost matrixHost(CommandContext context) {
        return new MatrixHost(context.jdks()::choose, context.nofileHard(), MatrixHost.atmosphereOfBuild());
    }
}
