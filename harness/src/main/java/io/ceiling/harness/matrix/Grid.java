package io.ceiling.harness.matrix;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A grid: every combination of the values of all dimensions.
 *
 * @param values values of each dimension, at least one
 */
public record Grid(Map<Dimension, List<String>> values) {

    /** The grid on which a YAML file builds: all servers and workloads, with one value for every other dimension. */
    public static final Grid DEFAULTS = defaults();

    public Grid {
        values = Collections.unmodifiableMap(values.isEmpty() ? Map.of() : new EnumMap<>(values));
    }

    private static Grid defaults() {
        Grid grid = new Grid(Map.of());
        for (Dimension dimension : Dimension.values()) {
            grid = grid.with(dimension, dimension.defaultValue());
        }
        return grid;
    }

    /** Returns the same grid with other values for one dimension. */
    Grid with(Dimension dimension, String... texts) {
        return replace(dimension, dimension.parse(dimension.label(), Arrays.asList(texts)));
    }

    private Grid replace(Dimension dimension, List<String> replacement) {
        Map<Dimension, List<String>> replaced = new EnumMap<>(Dimension.class);
        replaced.putAll(values);
        replaced.put(dimension, replacement);
        return new Grid(replaced);
    }

    /**
     * Returns the part of this grid that the given values select, with the given values of the other dimensions; empty
     * if nothing is selected.
     *
     * @param given values of some dimensions
     */
    Optional<Grid> narrow(Map<Dimension, List<String>> given) {
        Grid grid = this;
        for (Map.Entry<Dimension, List<String>> entry : given.entrySet()) {
            List<String> replacement = entry.getValue();
            if (entry.getKey().selects()) {
                List<String> mine = grid.of(entry.getKey());
                replacement = replacement.stream()
                        .filter(value -> mine.contains(value) || isReferenceBeside(mine, entry.getKey(), value))
                        .toList();
            }
            if (replacement.isEmpty()) {
                return Optional.empty();
            }
            grid = grid.replace(entry.getKey(), replacement);
        }
        return Optional.of(grid);
    }

    private static boolean isReferenceBeside(List<String> mine, Dimension dimension, String value) {
        return dimension == Dimension.CONTAINER
                && Containers.isReference(value)
                && Containers.all().stream().map(ContainerKind::name).allMatch(mine::contains);
    }

    List<String> of(Dimension dimension) {
        return values.getOrDefault(dimension, List.of());
    }

    /** Returns all combinations; the dimension named last changes fastest. */
    List<Map<Dimension, String>> cells() {
        List<Map<Dimension, String>> cells = List.of(new EnumMap<>(Dimension.class));
        for (Dimension dimension : Dimension.values()) {
            List<Map<Dimension, String>> more = new ArrayList<>();
            for (Map<Dimension, String> cell : cells) {
                for (String value : of(dimension)) {
                    Map<Dimension, String> extended = new EnumMap<>(Dimension.class);
                    extended.putAll(cell);
                    extended.put(dimension, value);
                    more.add(extended);
                }
            }
            cells = more;
        }
        return cells;
    }

    /** Returns the number of combinations including forks, without making them. */
    long size() {
        long size = 1;
        for (Dimension dimension : Dimension.values()) {
            long factor = dimension == Dimension.FORKS
                    ? of(dimension).stream().mapToLong(Long::parseLong).max().orElse(1)
                    : of(dimension).size();
            size = Math.multiplyExact(size, factor);
        }
        return size;
    }
}
