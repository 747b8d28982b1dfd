package io.ceiling.harness.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** The subfolder of a run's folder for details: logs, histograms, samples, and thread places. */
public final class Details {

    private static final String NAME = "details";

    public static final String SAMPLES = "samples.csv";

    private Details() {}

    /**
     * Returns the folder of a run's details. Older runs, and runs in results/reference, have them with their tables.
     */
    public static Path of(Path run) {
        Path details = run.resolve(NAME);
        // The folder of a run may come from somebody else, with links in it.
        return Files.isDirectory(details, LinkOption.NOFOLLOW_LINKS) ? details : run;
    }

    /** Creates the folder of a run that begins or goes on. */
    static Path create(Path run) throws IOException {
        Path details = run.resolve(NAME);
        if (!Files.isDirectory(details, LinkOption.NOFOLLOW_LINKS)) {
            Files.createDirectory(details);
        }
        return details;
    }
}
