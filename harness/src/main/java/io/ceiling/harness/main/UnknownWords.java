package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandProvider;
import io.ceiling.harness.cli.DimensionOptions;
import io.ceiling.harness.cli.RecordedCommand;
import io.ceiling.harness.cli.Synonyms;
import io.ceiling.harness.command.probe.ProbeCommand;
import io.ceiling.harness.command.run.RunCommand;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.matrix.Preset;
import io.ceiling.harness.scenario.Suggestion;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;

/** Suggests a replacement for an unknown word or option. Pure functions. */
final class UnknownWords {

    private static final List<Dimension> WITH_WORDS =
            List.of(Dimension.CONTAINER, Dimension.CONNECTOR, Dimension.THREAD_KIND, Dimension.WORKLOAD);

    /** The extensions of this project by their commands and options, for a line about one that is not there. */
    static final Map<String, String> EXTENSIONS = Map.ofEntries(
            Map.entry("watch", "watch"),
            Map.entry("curl", "requests"),
            Map.entry("climb", "climb"),
            Map.entry("rooms", "rooms"),
            Map.entry("traffic", "traffic"),
            Map.entry("compare", "compare"),
            Map.entry("anatomy", "anatomy"),
            Map.entry("--anatomy", "anatomy"),
            Map.entry("size", "capacity"),
            Map.entry("predict", "capacity"),
            Map.entry("node", "hosts"),
            Map.entry("--hosts", "hosts"),
            Map.entry("--aftermath", "aftermath"),
            Map.entry("--storm", "aftermath"),
            Map.entry("--storm-connections", "aftermath"));

    // Maximum number of commands that are named as having an option.
    private static final int SHOWN = 3;

    private UnknownWords() {}

    /** Returns the whole message about an unknown argument; empty if a general message or a similar word is enough. */
    static Optional<String> message(CommandLine command, String argument) {
        String option = name(argument);
        Optional<String> missing = missing(command, option);
        if (missing.isPresent()) {
            return missing;
        }
        if (!argument.startsWith("-")) {
            return extraWordHint(command, argument);
        }
        if (command.getCommandSpec().positionalParameters().stream()
                .anyMatch(words -> words.paramLabel().equals(RecordedCommand.PROGRAM))) {
            return ofATool(command, option);
        }
        // Without a command an option of one is more likely than a word of another tool.
        return command.getParent() == null
                ? ofAnotherCommand(command, option).or(() -> synonym(command, option))
                : synonym(command, option).or(() -> ofAnotherCommand(command, option));
    }

    private static Optional<String> missing(CommandLine command, String word) {
        CommandLine root = command.getParent() == null ? command : command.getParent();
        boolean known = root.getSubcommands().containsKey(word)
                || root.getSubcommands().values().stream()
                        .anyMatch(other -> other.getCommandSpec().optionsMap().containsKey(word));
        boolean isCommand = !word.startsWith("-");
        return known || !EXTENSIONS.containsKey(word) || (isCommand && command.getParent() != null)
                ? Optional.empty()
                : Optional.of("%s %s"
                        .formatted(
                                isCommand ? "ceiling " + word : word,
                                CommandProvider.missing(EXTENSIONS.getOrDefault(word, ""))));
    }

    private static Optional<String> synonym(CommandLine command, String option) {
        return Synonyms.ofOption(option, command.getCommandSpec().optionsMap().keySet())
                .map(meant ->
                        "%s has no %s: %s".formatted(command.getCommandSpec().qualifiedName(), option, meant));
    }

    private static Optional<String> ofATool(CommandLine command, String option) {
        return suggestion(command, option).isEmpty()
                ? Optional.of(
                        "watch has no option '%s'. Hint: all load is the tool's, whose command comes after --: ceiling watch [OPTIONS] URL -- COMMAND"
                                .formatted(option))
                : Optional.empty();
    }

    /**
     * Returns the end of a message about an argument that a command does not know: {@code , did you mean 'run'?}; empty if
     * nothing is similar.
     */
    static String suggestion(CommandLine command, String argument) {
        if (argument.matches("-[A-Za-z]")) {
            return anyOf(words(command)
                    .filter(word -> word.startsWith("-" + argument))
                    .sorted()
                    .toList());
        }
        if (argument.startsWith("-")) {
            return Suggestion.text(
                    name(argument),
                    words(command).filter(word -> word.startsWith("--")).toList());
        }
        Optional<String> option = option(command, argument);
        return option.isPresent()
                ? anyOf(List.of(option.get()))
                : Suggestion.text(argument, words(command).toList());
    }

    private static String anyOf(List<String> words) {
        return words.isEmpty() ? "" : ", did you mean '%s'?".formatted(String.join("', '", words));
    }

    private static Stream<String> words(CommandLine command) {
        return Stream.concat(
                command.getCommandSpec().optionsMap().keySet().stream().filter(name -> name.startsWith("--")),
                command.getSubcommands().keySet().stream());
    }

    private static String name(String option) {
        return option.replaceFirst("=.*", "");
    }

    // Returns the other commands that have an option; empty if none has it.
    private static Optional<String> ofAnotherCommand(CommandLine command, String option) {
        List<String> others = all(command).stream()
                .filter(other -> other.getCommandSpec().optionsMap().containsKey(option))
                .map(CommandLine::getCommandName)
                .toList();
        if (others.isEmpty()) {
            return Optional.empty();
        }
        String name = command.getCommandSpec().qualifiedName();
        String more = others.size() > SHOWN ? " and others" : "";
        String of = "%s has no %s, an option of %s%s"
                .formatted(name, option, String.join(", ", others.subList(0, Math.min(SHOWN, others.size()))), more);
        boolean setsTheServer =
                Arrays.stream(Dimension.values()).map(DimensionOptions::option).anyMatch(option::equals);
        return Optional.of(of
                + (setsTheServer && isProbe(command)
                        ? ": the server runs already. Hint: set it there, or use ceiling run"
                        : ". Hint: see %s --help".formatted(name)));
    }

    private static Collection<CommandLine> all(CommandLine command) {
        CommandLine root = command;
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root.getSubcommands().values();
    }

    private static boolean isProbe(CommandLine command) {
        return command.getCommandName().equals(ProbeCommand.NAME);
    }

    // Returns the hint for a surplus word; empty if there is none.
    private static Optional<String> extraWordHint(CommandLine command, String word) {
        boolean url = word.contains("://");
        if (isProbe(command)) {
            return Optional.of("probe takes one word, was given '%s' too. Hint: %s"
                    .formatted(
                            word,
                            url
                                    ? "several servers of one application are URL,URL"
                                    : "beside the load of another tool it is ceiling watch URL -- COMMAND"));
        }
        return url && command.getCommandSpec().positionalParameters().isEmpty()
                ? Optional.of("%s takes no URL, was '%s'. Hint: a server that runs already: ceiling probe %s"
                        .formatted(command.getCommandName(), word, word))
                : Optional.empty();
    }

    private static Optional<String> option(CommandLine command, String word) {
        boolean root = command.getParent() == null;
        CommandLine of = all(command).stream()
                .filter(other -> root && other.getCommandName().equals(RunCommand.NAME))
                .findFirst()
                .orElse(command);
        return Stream.of(
                        Stream.of("jar", "war").filter(type -> word.endsWith("." + type)),
                        WITH_WORDS.stream()
                                .filter(dimension -> isOf(dimension, word))
                                .map(Dimension::label),
                        Arrays.stream(Preset.values())
                                .filter(preset -> preset.label().equals(word))
                                .map(preset -> "preset"))
                .flatMap(labels -> labels)
                .map("--%s"::formatted)
                .filter(of.getCommandSpec().optionsMap()::containsKey)
                .map(option -> (root ? RunCommand.NAME + " " : "") + option + "=" + word)
                .findFirst();
    }

    private static boolean isOf(Dimension dimension, String word) {
        try {
            return !dimension.parse("", List.of(word)).isEmpty();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
