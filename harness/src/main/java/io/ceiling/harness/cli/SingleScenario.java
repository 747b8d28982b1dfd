package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.AtmosphereVersions;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.OneScenario;
import io.ceiling.harness.matrix.Scenarios;
import io.ceiling.harness.matrix.Surroundings;
import io.ceiling.harness.model.Scenario;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import picocli.CommandLine.ParseResult;

/** Makes one scenario of options that take one value each. */
final class SingleScenario {

    /** The settings of a server; what its connections do is none of them. */
    static final List<Dimension> SETTINGS = List.of(
            Dimension.CONTAINER,
            Dimension.CONNECTOR,
            Dimension.THREADS_KIND,
            Dimension.THREADS,
            Dimension.BUFFER,
            Dimension.MAX_CONNECTIONS,
            Dimension.ACCEPT_COUNT,
            Dimension.HEAP,
            Dimension.STACK,
            Dimension.DIRECT_MEMORY,
            Dimension.GC,
            Dimension.NOFILE,
            Dimension.JDK);

    private SingleScenario() {}

    /**
     * The values that were given.
     *
     * @throws CommandException if one is not allowed, or there are several for one option
     */
    static Map<Dimension, String> given(ParseResult parsed) {
        Map<Dimension, String> single = new EnumMap<>(Dimension.class);
        DimensionOptions.oneOfEach(parsed).forEach((dimension, values) -> single.put(dimension, values.get(0)));
        return single;
    }

    /**
     * The scenario of these values.
     *
     * @throws CommandException if it cannot exist, or cannot be run here
     */
    static Scenario of(Map<Dimension, String> values, Surface surface, OptionalInt cap) {
        try {
            Scenario scenario = OneScenario.of(values, surroundings(surface), cap);
            Scenarios.skipReason(scenario).ifPresent(why -> {
                throw CommandException.couldNotRun(why, null);
            });
            return scenario;
        } catch (IllegalArgumentException e) {
            throw CommandException.badArguments(String.valueOf(e.getMessage()));
        }
    }

    static Surroundings surroundings(Surface surface) {
        return new Surroundings(surface.jdks()::choose, surface.nofileHard(), AtmosphereVersions.ofBuild());
    }
}
