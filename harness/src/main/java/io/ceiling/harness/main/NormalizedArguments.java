package io.ceiling.harness.main;

import io.ceiling.harness.cli.CommandException;
import io.ceiling.harness.command.probe.ProbeCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A normalized command line: a URL alone means {@code probe}, {@code help} and {@code version} may be words, an empty
 * line means help, and {@code probe --watch} means {@code watch}. A pure function of the arguments.
 *
 * @param arguments command and options
 * @param allOptions true if help is to have all options
 * @param wasProbe true if the command was {@code probe --watch}
 */
public record NormalizedArguments(List<String> arguments, boolean allOptions, boolean wasProbe) {

    private static final String HELP = "--help";
    private static final String ALL = "--help=all";
    private static final String WORD = "help";

    // The option of probe that is the command watch now.
    private static final String WATCH = "--watch";

    // Options whose value may be @FILE, as with curl.
    private static final Map<String, String> WITH_FILES = Map.of(
            "-d", "--data",
            "--data", "--data",
            "--data-binary", "--data-binary",
            "-u", "--user",
            "--user", "--user");

    private static final Pattern COMMAND = Pattern.compile("[a-z]+(-[a-z]+)*");

    private static final Set<String> ASK_FOR_HELP = Set.of(WORD, HELP, ALL, "-h", "-help");

    public NormalizedArguments {
        arguments = List.copyOf(arguments);
    }

    /**
     * Normalizes a command line.
     *
     * @throws CommandException if the request for help is wrong or ambiguous
     */
    public static NormalizedArguments of(List<String> given) {
        List<String> own = given.contains("--") ? given.subList(0, given.indexOf("--")) : given;
        own.stream()
                .filter(word -> word.startsWith(HELP + "=") && !word.equals(ALL))
                .findFirst()
                .ifPresent(word -> {
                    throw CommandException.badArguments(
                            "%s must be alone or all, was '%s'".formatted(HELP, word.substring(HELP.length() + 1)));
                });
        List<String> meant = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            String word = given.get(i);
            boolean takesFile = i + 1 < own.size() && WITH_FILES.containsKey(word);
            if (takesFile && given.get(i + 1).startsWith("@")) {
                // As one word, @FILE is not read as a file of options.
                meant.add(WITH_FILES.get(word) + "=" + given.get(i + 1));
                i++;
            } else {
                meant.add(i < own.size() && word.equals(ALL) ? HELP : word);
            }
        }
        List<String> words = meant(meant);
        List<String> watched = watched(words);
        return new NormalizedArguments(watched, own.contains(ALL), !watched.equals(words));
    }

    private static List<String> watched(List<String> given) {
        int command = given.indexOf(ProbeCommand.NAME);
        int end = given.contains("--") ? given.indexOf("--") : given.size();
        for (int i = command + 1; command >= 0 && i < end; i++) {
            String option = given.get(i);
            boolean apart = option.equals(WATCH);
            if (apart || option.startsWith(WATCH + "=")) {
                List<String> meant = new ArrayList<>(given);
                meant.remove(i);
                meant.set(command, WATCH.substring(2));
                if (!apart) {
                    meant.add(command + 1, option.substring(WATCH.length() + 1));
                }
                return meant;
            }
        }
        return given;
    }

    private static List<String> meant(List<String> given) {
        int first = 0;
        while (first < given.size() && given.get(first).startsWith("-") && !ASK_FOR_HELP.contains(given.get(first))) {
            first++;
        }
        if (given.isEmpty() || (first < given.size() && ASK_FOR_HELP.contains(given.get(first)))) {
            return help(given, first);
        }
        if (first == given.size()) {
            return given;
        }
        List<String> meant = new ArrayList<>(given);
        String word = given.get(first);
        if (word.equals("version")) {
            meant.set(first, "--version");
        } else if (first + 1 < given.size() && given.get(first + 1).equals(WORD)) {
            meant.set(first + 1, HELP);
        } else if (word.contains(":") || isValueBeforeUrl(given, first)) {
            // No command has a colon: this is a URL, or a host and port whose missing part probe reports. Options
            // before it belong to probe.
            meant.add(0, ProbeCommand.NAME);
        }
        return meant;
    }

    // Returns true for the value of an option, as in -c 100 URL: no command looks like one.
    private static boolean isValueBeforeUrl(List<String> given, int at) {
        return at > 0
                && !COMMAND.matcher(given.get(at)).matches()
                && given.subList(at, given.size()).stream().anyMatch(word -> word.matches("(https?|wss?)://.*"));
    }

    private static List<String> help(List<String> given, int at) {
        List<String> asked = withoutHelp(given);
        List<String> words =
                asked.stream().filter(word -> !word.startsWith("-")).toList();
        if (words.size() > 1 && given.get(at).equals(WORD)) {
            throw CommandException.badArguments(
                    "help is of one command, was given '%s' after '%s'. Hint: ceiling %s --help"
                            .formatted(words.get(1), words.get(0), words.get(0)));
        }
        List<String> meant = new ArrayList<>(asked.isEmpty() ? asked : meant(asked));
        meant.add(HELP);
        return meant;
    }

    static List<String> withoutHelp(List<String> arguments) {
        List<String> others = new ArrayList<>(arguments);
        others.removeIf(ASK_FOR_HELP::contains);
        return others;
    }
}
