package io.ceiling.anatomy;

import io.ceiling.harness.reading.Observation;
import java.util.Map;

/**
 * The memory of a JVM outside its heap, as its native memory tracking counts it.
 *
 * @param categories memory by category, such as {@code GC}, without the heap and without the tracking itself
 * @param stackBytes committed bytes of the stacks of all threads without their guard pages: the pages that a thread has
 *     touched
 */
record NativeMemory(Map<String, Category> categories, Observation stackBytes) {

    /**
     * The memory of one category.
     *
     * @param mallocBytes bytes from malloc, arenas included
     * @param mappedBytes committed bytes of its own mappings, thread stacks excluded
     */
    public record Category(long mallocBytes, long mappedBytes) {

        public static final Category NONE = new Category(0, 0);
    }

    public NativeMemory {
        categories = Map.copyOf(categories);
    }

    /** Returns the memory of a category; none if the JVM does not have it. */
    public Category of(String name) {
        return categories.getOrDefault(name, Category.NONE);
    }
}
