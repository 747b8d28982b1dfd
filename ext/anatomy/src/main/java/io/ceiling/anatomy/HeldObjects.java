package io.ceiling.anatomy;

import io.ceiling.anatomy.ClassHistogram.ObjectCount;
import java.util.Map;

/**
 * The objects of a heap dump by class and by the field that holds them.
 *
 * @param groups counts of the objects that one field of one class holds
 */
record HeldObjects(Map<Holding, ObjectCount> groups) {

    /**
     * A class of objects and the field that holds them.
     *
     * @param className class of the objects, as in source
     * @param holder field on the shortest path from a root to the object, of the last class on it that is not of
     *     {@code java.*}, such as {@code org.example.Session.data}
     * @param via field of {@code java.*} that refers to the object itself, such as {@code java.nio.HeapByteBuffer.hb};
     *     empty if the holder does
     */
    public record Holding(String className, String holder, String via) {}

    public HeldObjects {
        groups = Map.copyOf(groups);
    }

    /** Returns the count of a group; none if the dump has no such object. */
    public ObjectCount of(Holding holding) {
        return groups.getOrDefault(holding, ObjectCount.NONE);
    }
}
