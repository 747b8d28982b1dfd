package io.ceiling.harness.os;

import io.ceiling.container.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The listen queues of Unix sockets, which a server behind a proxy may have in place of a port.
 *
 * <p>The kernel lists a connection that is not accepted as a socket without an inode, with the path of the listener.
 * No file in /proc has the length of the queue, which the command ss prints.
 */
public final class UnixQueues {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    // State of a connection that its server has not accepted.
    private static final String CONNECTING = "02";

    private static final int STATE = 5;
    private static final int INODE = 6;
    private static final int PATH = 7;

    private UnixQueues() {}

    /** Returns the connections that wait at each listening socket, by its path, of the network that a process is in. */
    public static Map<String, Long> waiting(Path process) {
        return waiting(ProcFiles.lines(process.resolve("net/unix")));
    }

    static Map<String, Long> waiting(List<String> lines) {
        return lines.stream()
                .map(line -> line.split("\\s+", PATH + 1))
                .filter(row -> row.length > PATH && row[STATE].equals(CONNECTING) && row[INODE].equals("0"))
                .collect(Collectors.groupingBy(row -> row[PATH], Collectors.counting()));
    }

    /** Returns the length of the queue of a path of this network; not seen without the command ss. Blocks for two seconds at most. */
    public static Limit backlog(String path) {
        return ListeningSockets.backlog(Command.output(PATIENCE, "ss", "-xln", "src", path));
    }
}
