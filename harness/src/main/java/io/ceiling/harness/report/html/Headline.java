package io.ceiling.harness.report.html;

import io.ceiling.harness.report.html.chart.Phrases;
import java.util.List;

/**
 * The finding of a run, readable in five seconds.
 *
 * @param sentence the finding
 * @param detail basis of the finding, and missing results
 * @param tone {@code reached}, {@code at-least} or {@code invalid}: whether the sentence is a finding, a lower bound or
 *     none
 * @param figures three to five figures, the most important one first
 */
public record Headline(String sentence, String detail, String tone, List<Figure> figures) {

    /**
     * A number to be read at a glance.
     *
     * @param value the number with its unit
     * @param label noun for the number
     * @param note text below the label, such as the setting or the total
     */
    public record Figure(String value, String label, String note) {}

    public Headline {
        figures = List.copyOf(figures);
    }

    /** Returns the same headline with another sentence in its detail. */
    Headline and(String further) {
        return new Headline(sentence, Phrases.joined(detail, further), tone, figures);
    }
}
