package io.ceiling.anatomy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parts that one more connection to a server consists of.
 *
 * @param parts parts, those of an owner with the largest first
 * @param totals what they add up to
 * @param heap figures of the heap, for a comparison with another connection
 */
public record Anatomy(List<Part> parts, List<Total> totals, HeapFigures heap) {

    public Anatomy {
        parts = List.copyOf(parts);
        totals = List.copyOf(totals);
    }

    public Map<Part.Key, Part> byKey() {
        return parts.stream().collect(Collectors.toMap(Part::key, Function.identity(), (first, second) -> first));
    }

    public boolean hasOwner(Owner owner) {
        return parts.stream().anyMatch(part -> part.owner() == owner);
    }
}
