package io.ceiling.harness.cli;

import io.ceiling.harness.matrix.Dimension;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** One option for each dimension of the matrix, made from the dimensions themselves. */
final class DimensionOptions {

    private static final List<Dimension> MEASURED = List.of(
            Dimension.CONTAINER,
            Dimension.CONNECTOR,
            Dimension.THREADS_KIND,
            Dimension.WORKLOAD,
            Dimension.TRANSPORT,
            Dimension.FORKS);

    private DimensionOptions() {}

    /** Adds an option of one value for each. */
    static void addOfOneValue(CommandSpec spec, List<Dimension> dimensions) {
        add(spec, dimensions, "VALUE", Dimension::allowedValue);
    }

    /** Adds an option of one or more values for each. */
    static void add(CommandSpec spec, List<Dimension> dimensions, String label) {
        add(spec, dimensions, label, Dimension::allowed);
    }

    private static void add(
            CommandSpec spec, List<Dimension> dimensions, String label, Function<Dimension, String> allowed) {
        for (Dimension dimension : dimensions) {
            spec.addOption(OptionSpec.builder(option(dimension))
                    .paramLabel(label)
                    .type(List.class)
                    .auxiliaryTypes(String.class)
                    .arity("1")
                    .description("%s: %s".formatted(dimension.meaning(), allowed.apply(dimension)))
                    .build());
        }
    }

    /**
     * The values that were given, checked.
     *
     * @throws CommandException with option, value, allowed
     */
    static Map<Dimension, List<String>> given(ParseResult parsed) {
        return given(parsed, Arrays.asList(Dimension.values()));
    }

    /** The same of a command that has an option for these alone. */
    static Map<Dimension, List<String>> given(ParseResult parsed, List<Dimension> dimensions) {
        Map<Dimension, List<String>> given = new EnumMap<>(Dimension.class);
        for (Dimension dimension : dimensions) {
            List<String> texts = parsed.matchedOptionValue(option(dimension), List.of());
            if (!texts.isEmpty()) {
                try {
                    given.put(dimension, dimension.parse(option(dimension), texts));
                } catch (IllegalArgumentException e) {
                    throw CommandException.badArguments(String.valueOf(e.getMessage()));
                }
            }
        }
        return given;
    }

    /**
     * The values that were given to a command that takes one of each, checked.
     *
     * @throws CommandException with option, value, allowed
     */
    static Map<Dimension, List<String>> oneOfEach(ParseResult parsed) {
        Map<Dimension, List<String>> given = given(parsed);
        given.forEach((dimension, values) -> {
            if (values.size() > 1) {
                List<String> texts = parsed.matchedOptionValue(option(dimension), List.of());
                throw CommandException.badArguments(
                        "%s must be one value, was '%s'".formatted(option(dimension), String.join(",", texts)));
            }
        });
        return given;
    }

    /** Returns where {@code --help} lists the option of a dimension: what connections do is no setting of the server. */
    static Heading heading(OptionSpec option) {
        if (MEASURED.stream().anyMatch(dimension -> option(dimension).equals(option.longestName()))) {
            return Heading.MEASURE;
        }
        boolean known = Arrays.stream(Dimension.values())
                .anyMatch(dimension -> option(dimension).equals(option.longestName()));
        return known ? Heading.SERVER : Heading.OTHER;
    }

    static String option(Dimension dimension) {
        return "--" + dimension.label();
    }
}
