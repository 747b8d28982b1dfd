package io.ceiling.harness.model.anatomy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parts that one more connection to a server consists of.
 *
 * @param parts parts, those of an owner with the largest first
 * @param totals what they add up to
 */
public record Anatomy(List<Part> parts, List<Total> totals) {

    public Anatomy {
        parts = List.copyOf(parts);
        totals = List.copyOf(totals);
    }

    /** Returns the parts by what identifies them. */
    public Map<Part.Key, Part> byKey() {
        return parts.stream().collect(Collectors.toMap(Part::key, Function.identity(), (first, second) -> first));
    }
}
