package io.ceiling.harness.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The places of a server's threads at its limit, from threads-SCENARIO.txt.
 *
 * @param scenario name of the scenario
 * @param text the file; shown as text, without the pools that have no request
 */
record ThreadsAtLimit(String scenario, String text) {

    private static final String PREFIX = "threads-";
    private static final String SUFFIX = ".txt";

    /** Largest part of a file that a page shows, in bytes. */
    static final int MAX_BYTES = 64 << 10;

    /** Reads the files of a run, in the order of their names. A link is not followed. Blocks for disk I/O. */
    static List<ThreadsAtLimit> read(Path folder, List<Note> notes) {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, PREFIX + "*" + SUFFIX)) {
            found.forEach(files::add);
        } catch (IOException e) {
            notes.add(new Note("evidence", "Thread dumps cannot be read."));
        }
        files.removeIf(file -> !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
        files.sort(null);
        List<ThreadsAtLimit> all = new ArrayList<>();
        for (Path file : files.subList(0, Math.min(files.size(), RunFiles.MAX_PICKED))) {
            String name = String.valueOf(file.getFileName());
            try (InputStream bytes = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
                byte[] some = bytes.readNBytes(MAX_BYTES);
                String more = bytes.read() < 0 ? "" : "\n... the rest is in %s".formatted(name);
                all.add(new ThreadsAtLimit(
                        name.substring(PREFIX.length(), name.length() - SUFFIX.length()),
                        new String(some, StandardCharsets.UTF_8) + more));
            } catch (IOException e) {
                notes.add(new Note("evidence", "%s cannot be read.".formatted(name)));
            }
        }
        return all;
    }
}
