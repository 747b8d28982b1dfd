package io.ceiling.harness.model;

/**
 * One setting with its value before and after, as the options of the command line have them.
 *
 * @param setting the option's name without dashes, such as {@code nofile}, or {@link #SYSCTL} and names of kernel settings
 */
public record Change(String setting, String from, String to) {

    /** Begins the name of a setting that is the kernel's and not the scenario's. */
    public static final String SYSCTL = "sysctl ";

    /** Whether the scenario stays as it is. */
    public boolean isKernels() {
        return setting.startsWith(SYSCTL);
    }

    /** For a person, such as {@code nofile 1024 -> 20000}. */
    public String text() {
        return "%s %s -> %s".formatted(setting, from, to);
    }
}
