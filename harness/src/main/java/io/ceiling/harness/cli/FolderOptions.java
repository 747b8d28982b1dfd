package io.ceiling.harness.cli;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every command that leaves a folder: its name, and where it is made. */
@Heading.Under(Heading.RESULTS)
final class FolderOptions {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    @Option(names = "--name", paramLabel = "NAME", description = "part of the name of the folder of the run")
    private @Nullable String name;

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "folder in which the folder of the run is made (default: results)")
    private @Nullable Path results;

    /**
     * Returns the name, checked.
     *
     * @param defaultName taken if none was given, with underscores for what no name may have
     */
    String name(String defaultName) {
        if (name == null) {
            return defaultName.replaceAll("[^A-Za-z0-9._-]", "_");
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
}
