package io.ceiling.harness.observe;

import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the fatal error log (hs_err) of a crashed JVM, the last information about a process that is gone. */
final class CrashFile {

    /** Matches a line of /proc/&lt;pid&gt;/maps, all of which the JVM copies below a heading. */
    private static final Predicate<String> MAPPING =
            Pattern.compile("^[0-9a-f]+-[0-9a-f]+ [r-][w-][x-][ps] ").asPredicate();

    private static final String HEADING = "Dynamic libraries:";

    private CrashFile() {}

    /** Returns the number of memory mappings; -1 if there is no such file, or it lists none. */
    static long mappings(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
            long count = lines.dropWhile(line -> !line.startsWith(HEADING))
                    .skip(1)
                    .takeWhile(MAPPING)
                    .count();
            return count == 0 ? ProcFiles.UNSEEN : count;
        } catch (IOException | UncheckedIOException e) {
            return ProcFiles.UNSEEN;
        }
    }
}
