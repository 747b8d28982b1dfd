package io.ceiling.harness.cli;

/** The groups in which {@code ceiling --help} lists the commands; every command is in one. */
public enum CommandGroup {
    MEASURE("Measure servers that Ceiling starts"),
    YOUR_SERVER("Your own server"),
    PLAN("Size and plan"),
    RESULTS("Results"),
    MACHINE("This machine");

    private final String title;

    CommandGroup(String words) {
        this.title = words;
    }

    public String title() {
        return title;
    }
}
