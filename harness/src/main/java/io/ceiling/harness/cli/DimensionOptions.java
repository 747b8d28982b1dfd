package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Makes one option for each dimension of the matrix. */
public final class DimensionOptions {

    private static final List<Dimension> MEASURED = List.of(
            Dimension.CONTAINER,
            Dimension.CONNECTOR,
            Dimension.THREAD_KIND,
            Dimension.WORKLOAD,
            Dimension.TRANSPORT,
            Dimension.FORKS);

    // Dimensions on the first screen of the help.
    private static final List<Dimension> FIRST_SCREEN = List.of(
            Dimension.CONTAINER,
            Dimension.CONNECTOR,
            Dimension.THREAD_KIND,
            Dimension.WORKLOAD,
            Dimension.THREADS,
            Dimension.MAX_CONNECTIONS,
            Dimension.HEAP,
            Dimension.NOFILE);

    // Short names.
    private static final Map<Dimension, String> SHORT = Map.of(Dimension.CONTAINER, "-c", Dimension.WORKLOAD, "-w");

    private DimensionOptions() {}

    public static void addOfOneValue(CommandSpec spec, List<Dimension> dimensions) {
        dimensions.forEach(dimension -> spec.addOption(
                option(dimension, "VALUE", dimension.allowedValue()).build()));
    }

    public static void addOfOneValue(CommandSpec spec, Dimension dimension, List<String> supported) {
        spec.addOption(option(dimension, "VALUE", "one of " + String.join(", ", supported))
                .completionCandidates(supported)
                .build());
    }

    /** Adds options of one or more values each. */
    public static void add(CommandSpec spec, List<Dimension> dimensions) {
        dimensions.forEach(dimension ->
                spec.addOption(option(dimension, "LIST", dimension.allowed()).build()));
    }

    private static OptionSpec.Builder option(Dimension dimension, String label, String allowed) {
        return OptionSpec.builder(names(dimension))
                .paramLabel(label)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .arity("1")
                .description("%s: %s".formatted(dimension.meaning(), allowed));
    }

    /**
     * Returns the given values of all dimensions.
     *
     * @throws CommandException if a value is not allowed; the message has the option, what is allowed, and the value
     */
    public static Map<Dimension, List<String>> parseValues(ParseResult parsed) {
        Map<Dimension, List<String>> given = new EnumMap<>(Dimension.class);
        for (Dimension dimension : Dimension.values()) {
            List<String> texts = parsed.matchedOptionValue(option(dimension), List.of());
            if (!texts.isEmpty()) {
                try {
                    given.put(dimension, dimension.parse(option(dimension), texts));
                } catch (IllegalArgumentException e) {
                    throw CommandException.badArguments(
                            Synonyms.ofValue(String.valueOf(e.getMessage()), option(dimension), texts));
                }
                requireSupported(parsed.matchedOption(option(dimension)), given.get(dimension));
            }
        }
        return given;
    }

    // Rejects values that the command does not support.
    private static void requireSupported(OptionSpec option, List<String> values) {
        if (option.completionCandidates() instanceof List<?> supported && !supported.containsAll(values)) {
            throw CommandException.badArguments("%s must be one of %s, was '%s'"
                    .formatted(
                            option.longestName(),
                            supported.stream().map(String::valueOf).collect(Collectors.joining(", ")),
                            String.join(",", option.originalStringValues())));
        }
    }

    /**
     * Returns the given values of a command that accepts only one value for most dimensions.
     *
     * @param several dimensions that may have several values
     * @throws CommandException if a value is not allowed, or there are several for one option
     */
    public static Map<Dimension, List<String>> parseSingleValues(ParseResult parsed, Dimension... several) {
        Map<Dimension, List<String>> given = parseValues(parsed);
        given.forEach((dimension, values) -> {
            if (values.size() > 1 && !List.of(several).contains(dimension)) {
                List<String> texts = parsed.matchedOptionValue(option(dimension), List.of());
                throw CommandException.badArguments(
                        "%s must be one value, was '%s'".formatted(option(dimension), String.join(",", texts)));
            }
        });
        return given;
    }

    /**
     * Returns the heading under which {@code --help} lists the option of a dimension. Dimensions of the workload are
     * not listed with the settings of the server.
     */
    static Heading heading(OptionSpec option) {
        if (MEASURED.stream().anyMatch(dimension -> option(dimension).equals(option.longestName()))) {
            return Heading.MEASURE;
        }
        boolean known = Arrays.stream(Dimension.values())
                .anyMatch(dimension -> option(dimension).equals(option.longestName()));
        return known ? Heading.SERVER : Heading.OTHER;
    }

    /** Returns true for the option of a dimension on the first screen of the help. */
    static boolean isOnFirstScreen(OptionSpec option) {
        return FIRST_SCREEN.stream().anyMatch(dimension -> option(dimension).equals(option.longestName()));
    }

    private static String[] names(Dimension dimension) {
        String name = option(dimension);
        return SHORT.containsKey(dimension) ? new String[] {SHORT.get(dimension), name} : new String[] {name};
    }

    public static String option(Dimension dimension) {
        return "--" + dimension.label();
    }
}
