package io.ceiling.harness.matrix;

import io.ceiling.harness.scenario.Scenario;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** Makes one scenario from one value of each dimension. The default is Tomcat NIO with platform threads. */
public final class ScenarioFactory {

    /** The container of a scenario for which none is given. */
    public static final String DEFAULT_CONTAINER = "tomcat";

    private static final Grid DEFAULT = Grid.DEFAULTS
            .with(Dimension.CONTAINER, DEFAULT_CONTAINER)
            .with(Dimension.CONNECTOR, "nio")
            .with(Dimension.THREAD_KIND, "platform")
            .with(Dimension.WORKLOAD, "keep-alive");

    private ScenarioFactory() {}

    /**
     * Returns the matrix of these values, and of one value for each other dimension. Unlike a preset it has one
     * scenario if each dimension has one value.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    public static Matrix matrix(String name, Map<Dimension, List<String>> values) {
        Grid grid = DEFAULT;
        for (Map.Entry<Dimension, List<String>> value : values.entrySet()) {
            grid = grid.with(value.getKey(), value.getValue().toArray(String[]::new));
        }
        return new Matrix(name, List.of(grid), Preset.QUICK);
    }

    /**
     * Returns the scenario.
     *
     * @param values values of some dimensions
     * @param cap cap as in {@link Matrix#expand}
     * @throws IllegalArgumentException if it cannot exist here; the message is one line
     */
    public static Scenario of(Map<Dimension, String> values, MatrixHost matrixHost, OptionalInt cap) {
        Grid grid = DEFAULT;
        for (Map.Entry<Dimension, String> value : values.entrySet()) {
            grid = grid.with(value.getKey(), value.getValue());
        }
        return new Matrix("scenario", List.of(grid), Preset.QUICK)
                .expand(matrixHost, cap)
                .get(0);
    }
}
