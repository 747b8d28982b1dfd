package io.ceiling.harness.reading;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The histograms of a part of a measurement.
 *
 * @param fromNanos beginning of the part since the start of the measurement, in ns
 * @param toNanos end of the part
 * @param byTag for each tag, such as {@code connect}, the compressed base64 texts of all agents
 */
public record IntervalHistograms(long fromNanos, long toNanos, Map<String, List<String>> byTag) {

    /** Returns the tag of a request of a mix, whose first one is 0. */
    public static String ofRequest(int index) {
        return "request-" + (index + 1);
    }

    public IntervalHistograms {
        if (toNanos < fromNanos) {
            throw new IllegalArgumentException(
                    "an interval must not end before it begins, was %d to %d ns".formatted(fromNanos, toNanos));
        }
        Map<String, List<String>> copy = new LinkedHashMap<>();
        byTag.forEach((tag, texts) -> copy.put(tag, List.copyOf(texts)));
        byTag = Map.copyOf(copy);
    }
}
