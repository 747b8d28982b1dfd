package io.ceiling.harness.cli;

import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/** Enforces the annotations of options: {@link Between}, {@link Needs} and {@link Excludes}. */
public final class OptionRules {

    private OptionRules() {}

    /** Gives the options of every subcommand their converters, and checks what was given before a command runs. */
    public static void install(CommandLine root) {
        root.getSubcommands().values().forEach(OptionRules::convert);
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
     * Adds the standard help options in front, and gives all options their converters. An option is immutable, so each
     * is removed and added again.
     */
    public static void convert(CommandLine command) {
        CommandSpec spec = command.getCommandSpec().mixinStandardHelpOptions(true);
        List<OptionSpec> options = spec.options().stream()
                .sorted(Comparator.comparing(option -> !option.usageHelp() && !option.versionHelp()))
                .toList();
        options.forEach(spec::remove);
        options.forEach(option -> spec.addOption(declared(option, Between.class).stream()
                .findFirst()
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
        for (Needs needs : declared(option, Needs.class)) {
            List<String> others = List.of(needs.value()).stream()
                    .filter(name -> parsed.commandSpec().args().stream()
                            .anyMatch(arg -> name(arg).equals(name)))
                    .toList();
            if (!others.isEmpty()
                    && others.stream().noneMatch(other -> given(parsed, other).isPresent())) {
                boolean ofUrl = others.contains(Needs.URL);
                throw CommandException.badArguments("%s must come with %s%s%s%s"
                        .formatted(
                                name(option),
                                ofUrl ? "the URL of a running server" : oneOf(others),
                                needs.words(),
                                isFlag(option) ? "" : ", was '%s'".formatted(text(option)),
                                ofUrl || needs.hint().isEmpty()
                                        ? ""
                                        : ". Hint: " + needs.hint().formatted(name(option))));
            }
        }
        for (Excludes excludes : declared(option, Excludes.class)) {
            List.of(excludes.value()).stream()
                    .flatMap(name -> given(parsed, name).stream())
                    .findFirst()
                    .ifPresent(other -> {
                        throw CommandException.badArguments("%s and %s exclude each other%s%s"
                                .formatted(
                                        name(option),
                                        name(other),
                                        excludes.why(),
                                        !isFlag(option) && !isFlag(other) && other.isOption()
                                                ? ", were '%s' and '%s'".formatted(text(option), text(other))
                                                : excludes.why().isEmpty() ? ": give only one" : ""));
                    });
        }
    }

    private static Optional<ArgSpec> given(ParseResult parsed, String name) {
        return parsed.matchedArgs().stream()
                .filter(arg -> name(arg).equals(name))
                .findFirst();
    }

    private static String name(ArgSpec arg) {
        return arg instanceof OptionSpec option ? option.longestName() : arg.paramLabel();
    }

    private static String oneOf(List<String> names) {
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
    }

    private static boolean isFlag(ArgSpec arg) {
        return arg.arity().max() == 0;
    }

    private static String text(ArgSpec arg) {
        return arg.originalStringValues().stream()
                .map(value -> arg instanceof OptionSpec option ? RecordedCommand.withoutSecrets(option, value) : value)
                .collect(Collectors.joining(","));
    }

    private static <A extends Annotation> List<A> declared(OptionSpec option, Class<A> rule) {
        return option.userObject() instanceof Field field ? List.of(field.getAnnotationsByType(rule)) : List.of();
    }
}
