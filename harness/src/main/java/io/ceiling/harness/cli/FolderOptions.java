package io.ceiling.harness.cli;

import io.ceiling.harness.install.Installation;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that writes a folder: its name and its parent folder. */
@Heading.Under(Heading.RESULTS)
public final class FolderOptions {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    @Option(names = "--name", paramLabel = "NAME", description = "name of the run, a part of its folder's name")
    private @Nullable String name;

    @Heading.FirstScreen
    @Option(names = "--results", paramLabel = "FOLDER", description = "parent of the run's folder (default: results)")
    private @Nullable Path results;

    /**
     * Returns the name.
     *
     * @param defaultName name if none was given; characters that are not allowed are replaced by underscores
     * @throws CommandException if the given name is not allowed
     */
    public String name(String defaultName) {
        if (name == null) {
            return defaultName.replaceAll("[^A-Za-z0-9._-]", "_");
        }
        if (!NAME.matcher(name).matches()) {
            throw CommandException.badArguments(
                    "--name must be 1 to 64 letters, digits, dots, dashes or underscores, was '%s'".formatted(name));
        }
        return name;
    }

    public Path results(Path home) {
        return results == null ? Installation.at(home).resultsFolder() : results.toAbsolutePath();
    }
}
