package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The headings under which every {@code --help} lists its options, most important ones first. */
enum Heading {
    MEASURE("What is measured"),
    SERVER("The server"),
    OWN_APPLICATION("Your own application, in place of a workload"),
    EXTERNAL("The external server"),
    RAMP("The ramp"),
    MESSAGES("Messages of the workload broadcast"),
    HOSTS("Further hosts"),
    RESULTS("Results"),
    OTHER("Other");

    /** Puts the options of a class, or one option, under a heading; other options are under {@link #OTHER}. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.FIELD})
    @interface Under {
        Heading value();
    }

    private final String words;

    Heading(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** Makes a command and all its subcommands list their options under these headings. */
    static void install(CommandLine commandLine) {
        commandLine.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, Heading::options);
        commandLine.getCommandSpec().usageMessage().abbreviateSynopsis(true);
        commandLine.getSubcommands().values().forEach(Heading::install);
    }

    private static String options(Help help) {
        List<OptionSpec> all = help.commandSpec().options().stream()
                .filter(option -> !option.hidden())
                .toList();
        if (help.commandSpec().parent() == null) {
            return help.optionList();
        }
        StringBuilder text = new StringBuilder();
        for (Heading heading : values()) {
            List<OptionSpec> some =
                    all.stream().filter(option -> of(option) == heading).toList();
            if (!some.isEmpty()) {
                Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
                layout.addAllOptions(some, help.parameterLabelRenderer());
                text.append(System.lineSeparator())
                        .append(heading.words)
                        .append(':')
                        .append(System.lineSeparator())
                        .append(layout);
            }
        }
        return text.toString();
    }

    /** Returns the heading of an option; options of dimensions have no field with an annotation. */
    static Heading of(OptionSpec option) {
        if (!(option.userObject() instanceof Field field)) {
            return DimensionOptions.heading(option);
        }
        return Arrays.asList(
                        field.getAnnotation(Under.class),
                        field.getDeclaringClass().getAnnotation(Under.class))
                .stream()
                .filter(under -> under != null)
                .map(Under::value)
                .findFirst()
                .orElse(OTHER);
    }
}
