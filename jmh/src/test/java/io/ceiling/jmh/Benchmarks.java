package io.ceiling.jmh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The built benchmarks.jar, run as a user runs it. */
final class Benchmarks {

    private static final Pattern SERVER = Pattern.compile("# Server: pid (\\d+),");

    private Benchmarks() {}

    /** @param log takes what it prints; overwritten */
    static Process start(Path log, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Forks inherit it: the log of a server that was killed goes with the folder.
                "-Djava.io.tmpdir=" + log.getParent(),
                "-jar",
                System.getProperty("ceiling.benchmarks")));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    /** A JVM that is killed leaves the socket that it opened for whoever attached to it. */
    static void removeSocketOf(long killed) throws IOException {
        Files.deleteIfExists(Path.of("/tmp", ".java_pid" + killed));
    }

    /** The pids of the servers that were started so far. */
    static List<Long> serversIn(Path log) throws IOException {
        Matcher lines = SERVER.matcher(Files.readString(log));
        List<Long> pids = new ArrayList<>();
        while (lines.find()) {
            pids.add(Long.valueOf(lines.group(1)));
        }
        return pids;
    }
}
