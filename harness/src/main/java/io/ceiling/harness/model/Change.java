package io.ceiling.harness.model;

/**
 * One setting with its value before and after, as the options of the command line have them.
 *
 * @param setting the option's name without dashes, such as {@code nofile}
 */
public record Change(String setting, String from, String to) {

    /** For a person, such as {@code nofile 1024 -> 20000}. */
    public String text() {
        return "%s %s -> %s".formatted(setting, from, to);
    }
}
