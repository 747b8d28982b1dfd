package io.ceiling.harness.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A command line as it was meant: a URL is one to probe, help and version may be words, no word at all asks for help, and
 * {@code probe --watch} is the command {@code watch}. A pure function of the arguments.
 *
 * @param arguments command and options
 * @param note what to tell the user of a spelling that has another one now; empty if there is nothing
 */
record FirstWords(List<String> arguments, Optional<String> note) {

    private static final String HELP = "--help";
    private static final Set<String> ASK_FOR_HELP = Set.of("help", HELP, "-h");
    private static final String PROBE = "probe";

    /** The option of {@code probe} that is the command {@code watch} now. */
    static final String WATCH = "--watch";

    FirstWords {
        arguments = List.copyOf(arguments);
    }

    private FirstWords(List<String> arguments) {
        this(arguments, Optional.empty());
    }

    static FirstWords of(List<String> given) {
        int first = 0;
        while (first < given.size() && given.get(first).startsWith("-") && !ASK_FOR_HELP.contains(given.get(first))) {
            first++;
        }
        if (given.isEmpty() || (first < given.size() && ASK_FOR_HELP.contains(given.get(first)))) {
            List<String> asked = withoutHelp(given);
            if (!asked.isEmpty()) {
                asked = new ArrayList<>(of(asked).arguments());
            }
            asked.add(HELP);
            return new FirstWords(asked);
        }
        if (first == given.size()) {
            return new FirstWords(given);
        }
        List<String> meant = new ArrayList<>(given);
        String word = given.get(first);
        if (word.equals("version")) {
            meant.set(first, "--version");
        } else if (word.contains(":")) {
            // No command has a colon: a URL, or a host and port, of which probe says what is missing.
            // Options before it are of probe.
            meant.add(0, PROBE);
        } else if (word.equals(PROBE)) {
            return watched(meant, first);
        }
        return new FirstWords(meant);
    }

    /** Returns the arguments without those that ask for help. */
    static List<String> withoutHelp(List<String> arguments) {
        List<String> others = new ArrayList<>(arguments);
        others.removeIf(ASK_FOR_HELP::contains);
        return others;
    }

    private static FirstWords watched(List<String> given, int command) {
        int end = given.contains("--") ? given.indexOf("--") : given.size();
        for (int i = command + 1; i < end; i++) {
            boolean apart = given.get(i).equals(WATCH);
            if (apart || given.get(i).startsWith(WATCH + "=")) {
                List<String> meant = new ArrayList<>(given);
                String option = meant.remove(i);
                Optional<String> url = apart
                        ? Optional.of(i).filter(next -> next < end - 1).map(next -> meant.remove((int) next))
                        : Optional.of(option.substring(WATCH.length() + 1));
                meant.set(command, WatchCommand.NAME);
                url.ifPresent(of -> meant.add(command + 1, of));
                return new FirstWords(
                        meant, Optional.of("probe --watch is the command ceiling watch URL -- COMMAND now"));
            }
        }
        return new FirstWords(given);
    }
}
