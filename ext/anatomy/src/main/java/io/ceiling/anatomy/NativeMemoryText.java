package io.ceiling.anatomy;

import io.ceiling.harness.reading.Observation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses what the diagnostic command VM.native_memory prints as its summary. Pure functions. */
final class NativeMemoryText {

    // Categories that do not count: the heap, the memory of the tracking itself, and chunks that compilers have freed,
    // which the JVM keeps for some seconds.
    private static final Set<String> LEFT_OUT = Set.of("Java Heap", "Native Memory Tracking", "Arena Chunk");

    private static final Pattern CATEGORY =
            Pattern.compile("-\\s+(\\S.*?) \\(reserved=\\d+(?:[KMG]?B)?, committed=(\\d+)([KMG]?B)?[,)].*");

    private static final Pattern STACK =
            Pattern.compile("\\s*\\(stack: reserved=\\d+(?:[KMG]?B)?, committed=(\\d+)([KMG]?B)?.*");

    private static final Pattern MAPPED =
            Pattern.compile("\\s*\\(mmap: reserved=\\d+(?:[KMG]?B)?, committed=(\\d+)([KMG]?B)?.*");

    private static final Pattern THREADS = Pattern.compile("\\s*\\(threads #(\\d+)\\).*");

    // Pages at the end of a stack that HotSpot protects: committed, but never touched.
    private static final long GUARD_BYTES = 4 * 4096;

    private NativeMemoryText() {}

    /** Returns the memory; empty if the JVM does not track it. */
    static Optional<NativeMemory> parse(String text) {
        Map<String, NativeMemory.Category> categories = new HashMap<>();
        Observation stacks = Observation.NOT_SEEN;
        long threads = 0;
        @Nullable String name = null;
        long committed = 0;
        long mapped = 0;
        for (String line : text.lines().toList()) {
            Matcher category = CATEGORY.matcher(line);
            if (category.matches()) {
                put(categories, name, committed, mapped);
                name = category.group(1);
                committed = bytes(category.group(2), category.group(3));
                mapped = 0;
                continue;
            }
            Matcher count = THREADS.matcher(line);
            if (count.matches()) {
                threads = Long.parseLong(count.group(1));
                continue;
            }
            Matcher stack = STACK.matcher(line);
            if (stack.matches()) {
                long all = bytes(stack.group(1), stack.group(2));
                stacks = Observation.of(Math.max(0, all - threads * GUARD_BYTES));
                committed -= all;
                continue;
            }
            Matcher mapping = MAPPED.matcher(line);
            if (mapping.matches() && name != null) {
                mapped += bytes(mapping.group(1), mapping.group(2));
            }
        }
        put(categories, name, committed, mapped);
        return categories.isEmpty() ? Optional.empty() : Optional.of(new NativeMemory(categories, stacks));
    }

    private static void put(
            Map<String, NativeMemory.Category> categories, @Nullable String name, long committed, long mapped) {
        if (name != null && !LEFT_OUT.contains(name)) {
            categories.put(name, new NativeMemory.Category(Math.max(0, committed - mapped), mapped));
        }
    }

    private static long bytes(String number, @Nullable String unit) {
        long value = Long.parseLong(number);
        if (unit == null) {
            return value;
        }
        return switch (unit) {
            case "KB" -> value << 10;
            case "MB" -> value << 20;
            case "GB" -> value << 30;
            default -> value;
        };
    }
}
