package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.JvmSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings that a running JVM reports of itself, to be compared with those that were asked for.
 *
 * @param heapMaxBytes limit of the heap in bytes, which the JVM rounds up to its regions
 * @param stackBytes size of a thread's stack in bytes
 * @param directMaxBytes limit of direct buffers in bytes
 * @param garbageCollector collector, as {@link JvmSettings#garbageCollector}; empty if it is not seen
 */
public record JvmReadback(Limit heapMaxBytes, Limit stackBytes, Limit directMaxBytes, String garbageCollector) {

    /** The settings of a JVM that tells none, or of a server that is none. */
    public static final JvmReadback NOT_SEEN = new JvmReadback(Limit.NOT_SEEN, Limit.NOT_SEEN, Limit.NOT_SEEN, "");

    /** Collectors of HotSpot, by the names in their flags. */
    public static final List<String> COLLECTORS = List.of("G1", "Serial", "Parallel", "Z", "Shenandoah", "Epsilon");

    private static final long LARGEST_UNIT = 2L << 20;
    /** Smallest share of a heap that a region may be. */
    private static final int MOST_REGIONS = 512;

    /** Returns every difference as {@code name: asked X, used Y}; empty if there is none, or nothing is seen. */
    public List<String> differencesFrom(JvmSettings asked) {
        List<String> differences = new ArrayList<>();
        long heap = asked.heapMaxBytes().orElse(-1);
        long more = heapMaxBytes.orElse(heap) - heap;
        if (heap > 0 && (more < 0 || more >= Math.max(LARGEST_UNIT, heap / MOST_REGIONS))) {
            differences.add(difference("heap", asked.heapMaxBytes(), heapMaxBytes));
        }
        // A JVM takes whole kibibytes.
        asked.stackBytes().ifPresent(bytes -> compare(differences, "stack", bytes >> 10 << 10, stackBytes));
        asked.directMemoryBytes().ifPresent(bytes -> compare(differences, "direct memory", bytes, directMaxBytes));
        if (!garbageCollector.isEmpty()
                && !asked.garbageCollector().isEmpty()
                && !asked.garbageCollector().equals(garbageCollector)) {
            differences.add(difference("collector", asked.garbageCollector(), garbageCollector));
        }
        return List.copyOf(differences);
    }

    private static void compare(List<String> differences, String what, long asked, Limit used) {
        if (used.isSeen() && !used.equals(Limit.of(asked))) {
            differences.add(difference(what, asked, used));
        }
    }

    private static String difference(String what, Object asked, Object used) {
        return "%s: asked %s, used %s".formatted(what, asked, used);
    }
}
