package io.ceiling.harness.matrix;

/**
 * A setting with its value before and after, in the syntax of the command line.
 *
 * @param setting name of the option without dashes, such as {@code nofile}, a property of the user's application, or
 *     {@link #SYSCTL} followed by names of kernel settings
 * @param from value before
 * @param to value after
 */
public record Change(String setting, String from, String to) {

    /** Prefix of a name that stands for a setting of the kernel rather than of the scenario. */
    public static final String SYSCTL = "sysctl ";

    /** Returns true if the change concerns the kernel and leaves the scenario as it is. */
    public boolean isKernelSetting() {
        return setting.startsWith(SYSCTL);
    }

    /** Returns true if the change sets a property of the user's application, such as the size of its pool. */
    public boolean isApplicationProperty() {
        return !isKernelSetting() && setting.contains(".");
    }

    /** Returns the change for display, such as {@code nofile 1024 -> 20000}. */
    public String text() {
        return "%s %s -> %s".formatted(setting, from, to);
    }
}
