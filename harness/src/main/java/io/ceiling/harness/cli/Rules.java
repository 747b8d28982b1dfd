package io.ceiling.harness.cli;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Enforces the annotations of options: {@link Between}, {@link Needs} and {@link Excludes}. */
public final class Rules {

    private Rules() {}

    /** Gives the options of every subcommand their converters, and checks what was given before a command runs. */
    public static void install(CommandLine root) {
        root.getSubcommands().values().forEach(Rules::convert);
        root.setExecutionStrategy(parsed -> {
            try {
                check(parsed);
            } catch (CommandException e) {
                throw new ExecutionException(root, String.valueOf(e.getMessage()), e);
            }
            return new RunLast().execute(parsed);
        });
    }

    /**
     * Gives a command the options of all commands, which are the first, and all of its options their converters. An option
     * cannot change, so that each is put back.
     */
    public static void convert(CommandLine command) {
        CommandSpec spec = command.getCommandSpec().mixinStandardHelpOptions(true);
        List<OptionSpec> options = spec.options().stream()
                .sorted(Comparator.comparing(option -> !option.usageHelp() && !option.versionHelp()))
                .toList();
        options.forEach(spec::remove);
        options.forEach(option -> spec.addOption(declared(option, Between.class)
                .map(bounds ->
                        option.toBuilder().converters(converter(option, bounds)).build())
                .orElse(option)));
    }

    private static ITypeConverter<?> converter(OptionSpec option, Between bounds) {
        return option.auxiliaryTypes()[0] == Duration.class
                ? new Converters.Time(Duration.ofMillis(bounds.min()))
                : new Converters.WholeNumber(bounds.min(), bounds.max());
    }

    /**
     * Checks what was given.
     *
     * @throws CommandException if an option lacks another one that it needs, or excludes one
     */
    public static void check(ParseResult root) {
        for (ParseResult parsed = root; ; parsed = parsed.subcommand()) {
            if (parsed.isUsageHelpRequested() || parsed.isVersionHelpRequested()) {
                return;
            }
            for (OptionSpec option : parsed.matchedOptions()) {
                check(parsed, option);
            }
            if (!parsed.hasSubcommand()) {
                return;
            }
        }
    }

    private static void check(ParseResult parsed, OptionSpec option) {
        declared(option, Needs.class).ifPresent(needs -> {
            List<String> others = List.of(needs.value()).stream()
                    .filter(parsed.commandSpec().optionsMap()::containsKey)
                    .toList();
            if (!others.isEmpty() && others.stream().noneMatch(parsed::hasMatchedOption)) {
                throw CommandException.badArguments("%s must come with %s%s%s%s"
                        .formatted(
                                option.longestName(),
                                String.join(" or ", others),
                                needs.words(),
                                isFlag(option) ? "" : ", was '%s'".formatted(given(option)),
                                needs.hint().isEmpty()
                                        ? ""
                                        : ". Hint: " + needs.hint().formatted(option.longestName())));
            }
        });
        declared(option, Excludes.class).ifPresent(excludes -> List.of(excludes.value()).stream()
                .flatMap(name -> Optional.ofNullable(parsed.matchedOption(name)).stream())
                .findFirst()
                .ifPresent(other -> {
                    throw CommandException.badArguments("%s and %s exclude each other%s%s"
                            .formatted(
                                    option.longestName(),
                                    other.longestName(),
                                    excludes.why(),
                                    isFlag(option) || isFlag(other)
                                            ? ": give only one"
                                            : ", were '%s' and '%s'".formatted(given(option), given(other))));
                }));
    }

    private static boolean isFlag(OptionSpec option) {
        return option.arity().max() == 0;
    }

    private static String given(OptionSpec option) {
        return String.join(",", option.originalStringValues());
    }

    private static <A extends Annotation> Optional<A> declared(OptionSpec option, Class<A> rule) {
        return option.userObject() instanceof Field field
                ? Optional.ofNullable(field.getAnnotation(rule))
                : Optional.empty();
    }
}
