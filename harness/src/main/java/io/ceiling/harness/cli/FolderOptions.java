package io.ceiling.harness.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that leaves a folder: its name, and where it is made. */
final class FolderOptions {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    @Option(names = "--name", paramLabel = "NAME", description = "part of the name of the run's folder")
    private @Nullable String name;

    @Option(names = "--results", paramLabel = "FOLDER", description = "where the run's folder is made")
    private @Nullable Path results;

    /**
     * The name, checked.
     *
     * @param usual taken if none was given, with underscores for what no name may have
     */
    String name(String usual) {
        if (name == null) {
            return usual.replaceAll("[^A-Za-z0-9._-]", "_");
        }
        if (!NAME.matcher(name).matches()) {
            throw CommandException.badArguments(
                    "--name must be 1 to 64 letters, digits, dots, dashes or underscores, was '%s'".formatted(name));
        }
        return name;
    }

    Path results(Path home) {
        return results == null ? home.resolve("results") : results.toAbsolutePath();
    }

    /** The given options again as arguments; the results folder is no part of what was measured. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        RunOptions.add(arguments, "--name", name);
        return arguments;
    }
}
