package io.ceiling.harness.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Collects signs that the load side distorted a row, so that the server may be better than the row. Not thread-safe.
 */
public final class Doubts {

    /** Share of the offered rate below which the rate was not reached. */
    public static final double MIN_ACHIEVED = 0.99;

    private static final double MAX_LATE = 0.01;

    // Processors from which an agent counts as busy: its event loops share one processor on a host with two.
    private static final double FULL_CORE = 0.9;

    private final List<String> marks = new ArrayList<>();

    /** Adds a mark if the condition is true; the text is a format of the figure, such as {@code %.1f %% sent late}. */
    public Doubts addIf(boolean given, String text, double figure) {
        if (given) {
            marks.add(String.format(Locale.ROOT, text, figure));
        }
        return this;
    }

    /**
     * Adds a mark if less than 99 % of the offered number was answered. Idle times are random: a shortfall of up to one
     * standard deviation, about the root of the offered number, is no lack.
     */
    public Doubts addShortfall(long answered, double offered) {
        return addIf(
                answered < MIN_ACHIEVED * offered - Math.sqrt(offered),
                "answered %.1f %% of what was offered",
                100 * answered / offered);
    }

    /** Adds a mark if more than 1 % were sent late, that is more than 1 ms after their intended time. */
    public Doubts addLateShare(long late, long sent) {
        return addIf(sent > 0 && late > MAX_LATE * sent, "%.1f %% sent late", 100.0 * late / sent);
    }

    /** Adds a mark if a process, such as {@code a load agent}, used nearly a whole processor or more. */
    public Doubts addBusyProcess(String who, double cores) {
        return addIf(cores >= FULL_CORE, who + " used %.2f processors", cores);
    }

    /** Adds a text as a mark; an empty text adds none. */
    public Doubts addText(String text) {
        if (!text.isEmpty()) {
            marks.add(text);
        }
        return this;
    }

    public List<String> marks() {
        return List.copyOf(marks);
    }
}
