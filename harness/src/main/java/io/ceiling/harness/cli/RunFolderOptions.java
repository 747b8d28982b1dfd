package io.ceiling.harness.cli;

import io.ceiling.harness.install.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that reads folders of runs, and the lookup of these folders. */
@Heading.Under(Heading.RESULTS)
public final class RunFolderOptions {

    @Option(
            names = "--results",
            paramLabel = "FOLDER",
            description = "folder that contains the runs (default: results)")
    private @Nullable Path results;

    /**
     * Returns the folders of these names. All are looked up before the first one is used.
     *
     * @throws CommandException if one does not exist
     */
    public List<Path> find(Path home, List<String> given) {
        Path folder = results == null ? Installation.at(home).resultsFolder() : results.toAbsolutePath();
        return given.stream().map(name -> find("DIR", folder, name)).toList();
    }

    /**
     * Returns a folder, or the one of that name in the results folder; links are followed.
     *
     * @param option option or parameter that names it, for the message
     * @throws CommandException if it does not exist
     */
    public static Path find(String option, Path resultsFolder, String given) {
        Path named = resultsFolder.resolve(given);
        Path folder = Files.isDirectory(named) ? named : Path.of(given);
        if (!Files.isDirectory(folder)) {
            throw CommandException.badArguments(
                    "%s must be the folder of a run, was '%s' (looked in %s)".formatted(option, given, resultsFolder));
        }
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw CommandException.couldNotRun("%s cannot be read: %s".formatted(folder, e.getMessage()), e);
        }
    }
}
