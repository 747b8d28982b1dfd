package io.ceiling.anatomy;

import java.util.Map;
import java.util.Optional;

/**
 * The figures of a heap by which two connections are compared: all classes and fields, even those too small for a part.
 *
 * @param classes bytes for each connection by class; none without histograms
 * @param fields bytes for each connection by holding field; empty without two heap dumps
 */
record HeapFigures(Map<String, Amount> classes, Optional<Map<Part.Key, Amount>> fields) {

    /** A heap that could not be read. */
    public static final HeapFigures NONE = new HeapFigures(Map.of(), Optional.empty());

    public HeapFigures {
        classes = Map.copyOf(classes);
        fields = fields.map(Map::copyOf);
    }

    /** Returns true if it is known which field holds what. */
    public boolean isDumped() {
        return fields.isPresent();
    }

    /** Returns the bytes of a class; none if the heap was read and has no such object. */
    public Amount ofClass(String name) {
        return classes.getOrDefault(name, classes.isEmpty() ? Amount.UNKNOWN : Amount.ZERO);
    }

    /** Returns the bytes that a field holds; zero if the dumps have no such field, unknown without dumps. */
    public Amount field(Part.Key key) {
        return fields.map(all -> all.getOrDefault(key, Amount.ZERO)).orElse(Amount.UNKNOWN);
    }
}
