package io.ceiling.harness.report.html;

import java.util.List;

/**
 * What a person came for, readable in five seconds.
 *
 * @param sentence the finding
 * @param detail what it rests on, and what is missing
 * @param tone {@code reached}, {@code at-least} or {@code invalid}: whether the sentence is a finding, a lower bound or none
 * @param figures three to five, the most important one first
 */
record Headline(String sentence, String detail, String tone, List<Figure> figures) {

    /** A number to be read at a glance; {@code note} says of what. */
    record Figure(String value, String label, String note) {}

    Headline {
        figures = List.copyOf(figures);
    }
}
