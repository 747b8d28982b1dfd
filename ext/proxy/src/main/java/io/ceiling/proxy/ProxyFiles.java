package io.ceiling.proxy;

import io.ceiling.harness.os.ProcFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the command line of a proxy, and the files that it names. They are read as data and never run. */
final class ProxyFiles {

    // A file of settings is far smaller; anything larger is none.
    private static final long MAX_BYTES = 4 << 20;

    private ProxyFiles() {}

    /**
     * Returns the words of a command line. A program that writes a title over it, as nginx does, leaves one text, which is
     * divided at its blanks.
     */
    static List<String> commandLine(Path proc, long pid) {
        List<String> words = ProcFiles.commandLine(proc.resolve(Long.toString(pid))).stream()
                .filter(word -> !word.isBlank())
                .toList();
        return words.size() == 1 ? List.of(ProcFiles.words(words.get(0))) : words;
    }

    static Optional<String> option(List<String> words, String name) {
        Optional<String> value = Optional.empty();
        for (int i = 0; i + 1 < words.size(); i++) {
            if (words.get(i).equals(name)) {
                value = Optional.of(words.get(i + 1));
            }
        }
        return value;
    }

    /** Returns true if the paths of a process lead to the same files as ours; those of a container do not. */
    static boolean sharesOurFiles(Path proc, long pid) {
        return ProcFiles.sharesNamespace(proc, pid, "mnt", false)
                && ProcFiles.link(proc.resolve(Long.toString(pid)).resolve("root"))
                        .equals("/");
    }

    /** Returns the path that a word names; empty if it can be none. */
    static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** Returns the working folder of a process, below which its relative paths are; empty if its files are not ours. */
    static Optional<Path> workingFolder(Path proc, long pid) {
        return Optional.of(ProcFiles.link(proc.resolve(Long.toString(pid)).resolve("cwd")))
                .filter(folder -> sharesOurFiles(proc, pid) && !folder.isEmpty())
                .flatMap(ProxyFiles::path);
    }

    /** Returns the files that a pattern of an include names, in the order of their names; none if there are none. */
    static List<Path> included(Path pattern) {
        Path folder = pattern.getParent();
        List<Path> files = new ArrayList<>();
        if (folder != null) {
            try (DirectoryStream<Path> found =
                    Files.newDirectoryStream(folder, String.valueOf(pattern.getFileName()))) {
                found.forEach(files::add);
            } catch (IOException | RuntimeException e) {
                // A folder that is not there, or that this user may not read.
            }
        }
        return files.stream().sorted().toList();
    }

    /** Returns the text of a regular file; empty if it cannot be read. */
    static Optional<String> text(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES
                    ? Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns a warning if a file is newer than a process that read it; empty if it is not. */
    static Optional<String> changedSince(Path file, long pid) {
        try {
            boolean hasStartTime = ProcessHandle.of(pid)
                    .flatMap(process -> process.info().startInstant())
                    .isPresent();
            return hasStartTime
                            && Files.getLastModifiedTime(file)
                                    .toInstant()
                                    .minusSeconds(1)
                                    .isAfter(ProcessHandle.of(pid)
                                            .flatMap(process -> process.info().startInstant())
                                            .orElseThrow())
                    ? Optional.of("whether %s is what process %d has read: it was changed later".formatted(file, pid))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
