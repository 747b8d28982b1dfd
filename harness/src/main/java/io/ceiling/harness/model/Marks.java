package io.ceiling.harness.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects why the load side may have bent a row: its server may be better than it looks. Not thread-safe. */
final class Marks {

    /** Of what was offered; below it the rate was not reached. */
    static final double LEAST_ACHIEVED = 0.99;

    private static final double MOST_LATE = 0.01;

    /** An agent's event loops share one processor where there are two. */
    private static final double FULL_CORE = 0.9;

    private final List<String> marks = new ArrayList<>();

    /** @param text of one figure, such as {@code sent %.1f %% of what was offered} */
    Marks when(boolean given, String text, double figure) {
        if (given) {
            marks.add(String.format(Locale.ROOT, text, figure));
        }
        return this;
    }

    /** @param late of the sent, more than 1 ms after their intended time */
    Marks late(long late, long sent) {
        return when(sent > 0 && late > MOST_LATE * sent, "%.1f %% sent late", 100.0 * late / sent);
    }

    /** @param who such as {@code a load agent} */
    Marks cores(String who, double cores) {
        return when(cores >= FULL_CORE, who + " used %.2f processors", cores);
    }

    /** @param text empty for none */
    Marks text(String text) {
        if (!text.isEmpty()) {
            marks.add(text);
        }
        return this;
    }

    List<String> all() {
        return List.copyOf(marks);
    }
}
