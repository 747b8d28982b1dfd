package io.ceiling.anatomy;

import java.util.Map;

/**
 * The objects of a heap by class, after a full collection.
 *
 * @param classes counts by the name of the class as in source, such as {@code byte[]}
 */
record ClassHistogram(Map<String, ObjectCount> classes) {

    /**
     * The objects of one class.
     *
     * @param instances number of objects
     * @param bytes their size with headers and alignment, in bytes
     */
    public record ObjectCount(long instances, long bytes) {

        public static final ObjectCount NONE = new ObjectCount(0, 0);

        /** Returns both counts together: classes of one name in different class loaders are one here. */
        public ObjectCount plus(ObjectCount other) {
            return new ObjectCount(instances + other.instances, bytes + other.bytes);
        }
    }

    public ClassHistogram {
        classes = Map.copyOf(classes);
    }

    public ObjectCount of(String className) {
        return classes.getOrDefault(className, ObjectCount.NONE);
    }

    /** Returns the size of an object of a class whose objects have one size, in bytes; 0 if it has no object. */
    public long bytesOfEach(String className) {
        ObjectCount count = of(className);
        return count.instances() == 0 ? 0 : count.bytes() / count.instances();
    }
}
