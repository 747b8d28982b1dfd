package io.ceiling.harness.cli;

import io.ceiling.harness.os.FileOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks the files that the recorded command of a run names. A results folder may come from somebody else, and what it
 * names is executed.
 *
 * @param folders folders with results; nothing in them is executed
 */
public record RecordedFiles(List<Path> folders) {

    private static final String REMEDY = "Hint: give the options of the run again, beside --resume";

    /** Requires a trusted file: outside the results, and owned by this user or root. */
    public void requireFile(String option, Path file) {
        require(option, file, file);
    }

    /** Requires a trusted JDK. A text that is no folder names an installed JDK. */
    public void requireJdk(String option, String text) {
        Path jdk = Path.of(text);
        if (Files.isDirectory(jdk)) {
            require(option, jdk, jdk);
            Path java = jdk.resolve("bin").resolve("java");
            if (Files.exists(java)) {
                require(option, jdk, java);
            }
        }
    }

    private void require(String option, Path named, Path file) {
        try {
            if (!Files.exists(file)) {
                // The command itself says that it is missing.
                return;
            }
            Path real = file.toRealPath();
            for (Path folder : folders) {
                if (Files.exists(folder) && (real.startsWith(folder.toRealPath()) || isWithin(file, folder))) {
                    throw CommandException.badArguments(
                            "--resume: the recorded %s must lie outside of the results, was '%s'. %s"
                                    .formatted(option, named, REMEDY));
                }
            }
            if (!FileOwner.isTrusted(real)) {
                throw CommandException.badArguments(
                        "--resume: the recorded %s must belong to you or to root, was '%s' of %s. %s"
                                .formatted(option, named, Files.getOwner(real).getName(), REMEDY));
            }
        } catch (IOException e) {
            throw CommandException.couldNotRun(
                    "--resume: the owner of the recorded %s cannot be told: '%s' (%s)"
                            .formatted(option, named, e.getClass().getSimpleName()),
                    e);
        }
    }

    // Returns true if the way to the file leads through the folder, even if a link leads out of it again.
    private static boolean isWithin(Path file, Path folder) throws IOException {
        for (Path step = file.toAbsolutePath().normalize(); step != null; step = step.getParent()) {
            if (Files.isSameFile(step, folder)) {
                return true;
            }
        }
        return false;
    }
}
