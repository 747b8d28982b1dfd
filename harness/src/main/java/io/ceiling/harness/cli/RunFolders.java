package io.ceiling.harness.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the folder of a run that somebody named. */
final class RunFolders {

    private RunFolders() {}

    /** A folder, or its name in the results folder; of a link what it points at. */
    static Path find(Path resultsFolder, String given) {
        Path named = resultsFolder.resolve(given);
        Path folder = Files.isDirectory(named) ? named : Path.of(given);
        if (!Files.isDirectory(folder)) {
            throw CommandException.badArguments(
                    "DIR must be the folder of a run, was '%s' (looked in %s)".formatted(given, resultsFolder));
        }
        try {
            return folder.toRealPath();
        } catch (IOException e) {
            throw CommandException.couldNotRun("%s cannot be read: %s".formatted(folder, e.getMessage()), e);
        }
    }
}
