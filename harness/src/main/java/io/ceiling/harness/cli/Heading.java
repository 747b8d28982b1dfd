package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The headings under which every {@code --help} lists its options, most important ones first. */
public enum Heading {
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
    public @interface Under {
        Heading value();
    }

    /** Puts an option on the first screen of the help; a command without such an option shows all its options there. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    public @interface FirstScreen {}

    private final String title;

    Heading(String words) {
        this.title = words;
    }

    String title() {
        return title;
    }

    /**
     * Makes every subcommand list its options under these headings, or on a first screen.
     *
     * @param all true for all options
     */
    public static void install(CommandLine root, boolean all) {
        root.getSubcommands().values().forEach(command -> {
            command.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, all));
            command.getCommandSpec().usageMessage().abbreviateSynopsis(true).footerHeading("%nExamples:%n");
        });
    }

    private static String options(Help help, boolean all) {
        List<OptionSpec> options = help.commandSpec().options().stream()
                .sorted(Comparator.comparing(Heading::of))
                .toList();
        List<OptionSpec> first =
                options.stream().filter(Heading::isOnFirstScreen).toList();
        if (!all && !first.isEmpty()) {
            return "%nOptions that most people need; all: %s --help=all%n%s"
                    .formatted(help.commandSpec().qualifiedName(), list(help, first, first));
        }
        return Arrays.stream(values())
                .map(heading -> heading.section(help, options))
                .collect(Collectors.joining());
    }

    private String section(Help help, List<OptionSpec> options) {
        List<OptionSpec> mine =
                options.stream().filter(option -> of(option) == this).toList();
        return mine.isEmpty() ? "" : "%n%s:%n%s".formatted(title, list(help, options, mine));
    }

    private static String list(Help help, List<OptionSpec> all, List<OptionSpec> some) {
        Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
        layout.addAllOptions(some, help.parameterLabelRenderer());
        return layout.toString();
    }

    static boolean isOnFirstScreen(OptionSpec option) {
        return option.userObject() instanceof Field field
                ? field.isAnnotationPresent(FirstScreen.class)
                : DimensionOptions.isOnFirstScreen(option);
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
