package io.ceiling.harness.os;

import io.ceiling.container.Limit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the small text files in which the kernel reports its state. A file that cannot be read gives an empty result or
 * -1, never an error.
 */
public final class ProcFiles {

    public static final long UNSEEN = -1;

    private ProcFiles() {}

    /** Returns the lines of a file; none if it cannot be read: a process that ends meanwhile is no error here. */
    public static List<String> lines(Path file) {
        try {
            // Many files are missing on every host, such as those of the other version of control groups. This check
            // throws nothing, unlike a failed read.
            if (!file.toFile().exists()) {
                return List.of();
            }
            // Kernel text may contain any byte, for example in a process name.
            return Files.readAllLines(file, StandardCharsets.ISO_8859_1);
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    /** Returns the numbered entries of a folder, such as its processes, threads or descriptors; empty if it cannot be read. */
    public static Optional<List<Path>> numberedEntries(Path folder) {
        List<Path> entries = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "[0-9]*")) {
            all.forEach(entries::add);
            return Optional.of(entries);
        } catch (IOException | RuntimeException e) {
            // The folder belongs to another user, or its process has ended.
            return Optional.empty();
        }
    }

    /** Returns the number of entries of a folder without keeping any: a process may have a million descriptors. */
    static long count(Path folder) {
        long count = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path ignored : all) {
                count++;
            }
            return count;
        } catch (IOException | RuntimeException e) {
            return UNSEEN;
        }
    }

    public static long numberOf(Path entry) {
        return number(String.valueOf(entry.getFileName()));
    }

    /** Returns the words of the command line of the process with that folder; none if they cannot be read. */
    public static List<String> commandLine(Path process) {
        try {
            return List.of(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1)
                    .split("\0"));
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    /** Returns where a link leads, such as {@code socket:[4711]}; an empty text if that cannot be read. */
    public static String link(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    /** Returns the sockets among the descriptors of a process, each as {@code socket:[4711]}; empty if they cannot be read. */
    public static Set<String> sockets(Path process) {
        return numberedEntries(process.resolve("fd")).orElse(List.of()).stream()
                .map(ProcFiles::link)
                .filter(link -> link.startsWith("socket:["))
                .collect(Collectors.toSet());
    }

    /**
     * Returns true if a process is in the same namespace as this one.
     *
     * @param name name of the namespace, such as {@code net}
     * @param ifNotSeen what to return if that cannot be read
     */
    public static boolean sharesNamespace(Path proc, long pid, String name, boolean ifNotSeen) {
        String theirs = link(proc.resolve(Long.toString(pid)).resolve("ns").resolve(name));
        String ours = link(proc.resolve("self/ns").resolve(name));
        return (theirs.isEmpty() || ours.isEmpty()) ? ifNotSeen : theirs.equals(ours);
    }

    /** Returns the first line of a file. */
    public static String firstLine(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.get(0).strip();
    }

    public static long number(Path file) {
        return number(firstLine(file));
    }

    /** Returns a whole number; -1 for any other text, such as {@code max} or {@code unlimited}. */
    public static long number(String text) {
        String number = text.strip();
        if (number.isEmpty()) {
            // Most often the file does not exist in this kernel.
            return UNSEEN;
        }
        try {
            return Long.parseLong(number);
        } catch (NumberFormatException e) {
            return UNSEEN;
        }
    }

    /** Returns the limit in a text in which {@code max} and {@code unlimited} stand for none. */
    public static Limit limit(String text) {
        String limit = text.strip();
        return limit.equals("max") || limit.equals("unlimited")
                ? Limit.UNLIMITED
                : Limit.ofNegativeNotSeen(number(limit));
    }

    /** Returns the number after {@code name:} in a file of such lines, in bytes if it is followed by kB. */
    public static long value(List<String> lines, String name) {
        for (String line : lines) {
            if (line.startsWith(name) && line.startsWith(":", name.length())) {
                String[] words = words(line.substring(name.length() + 1));
                long number = words.length == 0 ? UNSEEN : Math.max(UNSEEN, number(words[0]));
                boolean kilobytes = words.length > 1 && words[1].equals("kB");
                return !kilobytes ? number : number > Long.MAX_VALUE >> 10 ? UNSEEN : Math.max(UNSEEN, number << 10);
            }
        }
        return UNSEEN;
    }

    public static long numberAfter(List<String> lines, String prefix) {
        return lines.stream()
                .filter(line -> line.startsWith(prefix))
                .findFirst()
                .map(line -> number(line.substring(prefix.length())))
                .orElse(UNSEEN);
    }

    public static long numberAfter(List<String> lines, String prefix, String word) {
        for (String line : lines) {
            if (line.startsWith(prefix)) {
                String[] words = words(line);
                for (int i = 1; i + 1 < words.length; i++) {
                    if (words[i].equals(word)) {
                        return number(words[i + 1]);
                    }
                }
            }
        }
        return UNSEEN;
    }

    public static long numberBelow(List<String> lines, String prefix, String heading) {
        for (int i = 0; i + 1 < lines.size(); i++) {
            if (lines.get(i).startsWith(prefix) && lines.get(i + 1).startsWith(prefix)) {
                String[] headings = words(lines.get(i));
                String[] values = words(lines.get(i + 1));
                for (int column = 1; column < Math.min(headings.length, values.length); column++) {
                    if (headings[column].equals(heading)) {
                        return number(values[column]);
                    }
                }
            }
        }
        return UNSEEN;
    }

    /** Returns the words between blanks, without a regular expression: files of thousands of words are read all the time. */
    public static String[] words(String line) {
        List<String> words = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= line.length(); i++) {
            if (i == line.length() || Character.isWhitespace(line.charAt(i))) {
                if (i > begin) {
                    words.add(line.substring(begin, i));
                }
                begin = i + 1;
            }
        }
        return words.toArray(String[]::new);
    }
}
