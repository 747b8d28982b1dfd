package io.ceiling.harness.probe;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Occupants;
import io.ceiling.harness.model.Occupants.Into;
import io.ceiling.harness.model.Seen;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads what takes the places of a server: the connections of its port by their states, its threads that are blocked in a
 * write, and the descriptors that its user watches with epoll. It needs nothing of the server, so that it reads any.
 *
 * <p>A reading takes a microsecond for each socket of the network namespace and tens of them for each thread, so that it
 * is for steps that have failed.
 */
final class OccupantsProbe {

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int TIMER = 5;
    private static final int INODE = 9;
    private static final String ESTABLISHED = "01";
    private static final String CLOSE_WAIT = "08";
    /** A connection that no process has accepted belongs to no file. */
    private static final String NOT_ACCEPTED = "0";
    /** The kernel asks from time to time whether the peer, whose window is closed, reads again. */
    private static final String ZERO_WINDOW_PROBE = "04:";

    private static final String BLOCKED_IN_PIPE = "pipe_write";
    private static final String BLOCKED_IN_SEND = "sk_stream_wait_memory";
    private static final int MOST_THREADS = 2_000;

    private static final String EPOLL = "anon_inode:[eventpoll]";
    /** A descriptor may be watched twice, as by a master and its worker. */
    private static final int WATCHES_PER_SOCKET = 2;

    private final Path proc;

    OccupantsProbe(Path proc) {
        this.proc = proc;
    }

    /**
     * Returns what takes the places of a server now. Blocks while the kernel writes its tables.
     *
     * @param pids its processes; none if they cannot be seen
     * @param port its port
     */
    Occupants reading(List<Long> pids, ListeningSockets port) {
        List<String[]> rows = port.connectionRows();
        Set<String> inodes = new HashSet<>();
        long accepted = 0;
        long waiting = 0;
        long left = 0;
        long unread = 0;
        for (String[] row : rows) {
            boolean open = row[STATE].equals(ESTABLISHED);
            if (!open && !row[STATE].equals(CLOSE_WAIT)) {
                continue;
            }
            if (row[INODE].equals(NOT_ACCEPTED)) {
                waiting++;
                continue;
            }
            inodes.add(row[INODE]);
            accepted += open ? 1 : 0;
            left += open ? 0 : 1;
            unread += open && row[TIMER].startsWith(ZERO_WINDOW_PROBE) && unsent(row[QUEUES]) ? 1 : 0;
        }
        return new Occupants(
                new Occupants.Sockets(
                        Seen.of(accepted),
                        Seen.of(waiting),
                        Seen.of(left),
                        Seen.of(unread),
                        Seen.of(ofHarness(port)),
                        port.isListening()),
                writers(pids, inodes),
                watches(pids));
    }

    private static boolean unsent(String queues) {
        return queues.indexOf(':') > 0
                && !queues.substring(0, queues.indexOf(':')).chars().allMatch(digit -> digit == '0');
    }

    /** Returns the connections to the port that this process has, such as those over which it gives orders. */
    private long ofHarness(ListeningSockets port) {
        String end = ":%04X".formatted(port.port());
        Set<String> own = ProcFiles.sockets(proc.resolve("self"));
        return Stream.of("net/tcp", "net/tcp6")
                .flatMap(file -> ProcFiles.lines(proc.resolve(file)).stream())
                .filter(line -> line.contains(end))
                .map(ProcFiles::words)
                .filter(row -> row.length > INODE
                        && row[REMOTE].endsWith(end)
                        && !row[LOCAL].endsWith(end)
                        && row[STATE].equals(ESTABLISHED)
                        && own.contains("socket:[" + row[INODE] + "]"))
                .count();
    }

    private List<Occupants.Writers> writers(List<Long> pids, Set<String> inodes) {
        Map<Occupants.Writers, Integer> counted = new LinkedHashMap<>();
        int seen = 0;
        for (long pid : pids) {
            Path process = proc.resolve(Long.toString(pid));
            for (Path task : ProcFiles.numbered(process.resolve("task")).orElse(List.of())) {
                if (++seen > MOST_THREADS) {
                    return List.of();
                }
                writesInto(process, task, inodes)
                        .ifPresent(into -> counted.merge(
                                new Occupants.Writers(
                                        into,
                                        ProcFiles.text(task.resolve("comm")).replaceAll("\\d+", "*"),
                                        1),
                                1,
                                Integer::sum));
            }
        }
        return counted.entrySet().stream()
                .map(entry -> new Occupants.Writers(
                        entry.getKey().into(), entry.getKey().threads(), entry.getValue()))
                .toList();
    }

    private static Optional<Into> writesInto(Path process, Path task, Set<String> inodes) {
        String sleepsIn = ProcFiles.text(task.resolve("wchan"));
        boolean pipe = sleepsIn.contains(BLOCKED_IN_PIPE);
        if (!pipe && !sleepsIn.contains(BLOCKED_IN_SEND)) {
            return Optional.empty();
        }
        // Number and arguments of the call of the kernel: a write begins with its descriptor.
        String[] call = ProcFiles.words(ProcFiles.text(task.resolve("syscall")));
        if (call.length < 2 || !call[1].startsWith("0x")) {
            return Optional.empty();
        }
        String to = ProcFiles.link(
                process.resolve("fd").resolve(Long.toString(Long.parseUnsignedLong(call[1].substring(2), 16))));
        if (!pipe) {
            boolean ofPort = to.startsWith("socket:[") && inodes.contains(to.substring(8, to.length() - 1));
            return ofPort ? Optional.of(Into.CLIENT) : Optional.empty();
        }
        if (!to.isEmpty() && to.equals(ProcFiles.link(process.resolve("fd/1")))) {
            return Optional.of(Into.STANDARD_OUTPUT);
        }
        return !to.isEmpty() && to.equals(ProcFiles.link(process.resolve("fd/2")))
                ? Optional.of(Into.STANDARD_ERROR)
                : Optional.empty();
    }

    private Occupants.Watches watches(List<Long> pids) {
        long most = ProcFiles.number(proc.resolve("sys/fs/epoll/max_user_watches"));
        if (pids.isEmpty() || most < 0) {
            return Occupants.Watches.NOT_SEEN;
        }
        Path server = proc.resolve(Long.toString(pids.get(0)));
        long sockets = ProcFiles.after(ProcFiles.lines(server.resolve("net/sockstat")), "sockets:", "used");
        if (WATCHES_PER_SOCKET * sockets < most) {
            // Far from it: the descriptors of all processes need not be looked through.
            return new Occupants.Watches(Seen.NOT, Limit.of(most));
        }
        long user = ProcessReader.realUser(server);
        Seen used = ProcFiles.numbered(proc)
                .map(processes -> Seen.of(processes.stream()
                        .filter(process -> ProcessReader.realUser(process) == user)
                        .mapToLong(OccupantsProbe::watched)
                        .sum()))
                .orElse(Seen.NOT);
        return new Occupants.Watches(used, Limit.of(most));
    }

    private static long watched(Path process) {
        return ProcFiles.numbered(process.resolve("fd")).orElse(List.of()).stream()
                .filter(descriptor -> ProcFiles.link(descriptor).equals(EPOLL))
                .map(descriptor -> process.resolve("fdinfo").resolve(Long.toString(ProcFiles.numberOf(descriptor))))
                .flatMap(descriptor -> ProcFiles.lines(descriptor).stream())
                .filter(line -> line.startsWith("tfd:"))
                .count();
    }
}
