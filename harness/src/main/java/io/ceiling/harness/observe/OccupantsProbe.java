package io.ceiling.harness.observe;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.TcpTable;
import io.ceiling.harness.os.UnixQueues;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.Occupants.CountedResource;
import io.ceiling.harness.reading.Occupants.CountedUse;
import io.ceiling.harness.reading.Occupants.WriteTarget;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the occupants of a server: the connections of its port by state, its threads that are blocked in a write, and
 * what the kernel counts for its user and of Unix sockets. It needs no cooperation of the server, so it works with
 * any.
 *
 * <p>A reading takes a microsecond for each socket of the network namespace and tens of them for each thread, so it
 * is used only for steps that have failed.
 */
final class OccupantsProbe {

    private static final String BLOCKED_IN_PIPE = "pipe_write";
    private static final String BLOCKED_IN_SEND = "sk_stream_wait_memory";
    private static final int MAX_THREADS = 2_000;

    private static final String SOCKET = "socket:[";
    // Kinds of descriptors, and the beginning of the lines in their fdinfo; each such line counts one.
    private static final Map<CountedResource, KernelCount> OF_USER = new EnumMap<>(Map.of(
            CountedResource.EPOLL_WATCHES, new KernelCount("anon_inode:[eventpoll]", "tfd:"),
            CountedResource.INOTIFY_INSTANCES, new KernelCount("anon_inode:inotify", "pos:"),
            CountedResource.INOTIFY_WATCHES, new KernelCount("anon_inode:inotify", "inotify ")));

    // Descriptors of one process that are looked through for inotify.
    private static final int MAX_DESCRIPTORS = 20_000;

    // A descriptor may be watched twice, as by a master and its worker.
    private static final int WATCHES_PER_SOCKET = 2;

    private final Path proc;

    OccupantsProbe(Path proc) {
        this.proc = proc;
    }

    /**
     * Returns the current occupants of a server. Blocks while the kernel writes its tables.
     *
     * @param pids its processes; none if they cannot be seen
     * @param port its port
     */
    Occupants reading(List<Long> pids, ListeningSockets port) {
        List<Blocked> blocked = blocked(pids);
        Set<Long> written = new HashSet<>();
        blocked.forEach(thread -> inode(thread.target()).ifPresent(written::add));
        StateCounts count = new StateCounts();
        Set<Long> ofClients = new HashSet<>();
        port.connections(row -> {
            count.add(row);
            if (!written.isEmpty() && row.isConnected() && written.contains(row.inode())) {
                ofClients.add(row.inode());
            }
        });
        return new Occupants(
                new Occupants.Sockets(
                        Observation.of(count.accepted),
                        Observation.of(count.waiting),
                        Observation.of(count.left),
                        Observation.of(count.unread),
                        Observation.of(ofHarness(port)),
                        port.isListening()),
                writers(blocked, ofClients),
                counted(pids));
    }

    // The connections to a port by their states.
    private static final class StateCounts {
        private long accepted;
        private long waiting;
        private long left;
        private long unread;

        private void add(TcpTable.SocketRow row) {
            if (!row.isConnected()) {
                return;
            }
            if (row.inode() == 0) {
                waiting++;
            } else if (row.state() == TcpTable.ESTABLISHED) {
                accepted++;
                unread += row.probesClosedWindow() && row.unsent() > 0 ? 1 : 0;
            } else {
                left++;
            }
        }
    }

    private long ofHarness(ListeningSockets port) {
        Set<Long> own = sockets(proc.resolve("self"));
        long[] count = new long[1];
        boolean ignored = TcpTable.read(proc, TcpTable.FILES, row -> {
            if (row.remotePort() == port.port()
                    && row.localPort() != port.port()
                    && row.state() == TcpTable.ESTABLISHED
                    && own.contains(row.inode())) {
                count[0]++;
            }
            return true;
        });
        return count[0];
    }

    private static Set<Long> sockets(Path process) {
        return ProcFiles.sockets(process).stream()
                .flatMap(link -> inode(link).stream())
                .collect(Collectors.toSet());
    }

    // Returns the number in a link such as socket:[4711]; empty if it is none.
    private static Optional<Long> inode(String link) {
        boolean socket = link.startsWith(SOCKET) && link.endsWith("]");
        long number = socket ? ProcFiles.number(link.substring(SOCKET.length(), link.length() - 1)) : ProcFiles.UNSEEN;
        return number < 0 ? Optional.empty() : Optional.of(number);
    }

    // A thread that is blocked in a write, with the link of the descriptor that it writes to, and which output of the
    // process that is; empty if it is none.
    private record Blocked(String name, String target, Optional<WriteTarget> output) {}

    private List<Blocked> blocked(List<Long> pids) {
        List<Blocked> found = new ArrayList<>();
        int seen = 0;
        for (long pid : pids) {
            Path process = proc.resolve(Long.toString(pid));
            for (Path task : ProcFiles.numberedEntries(process.resolve("task")).orElse(List.of())) {
                if (++seen > MAX_THREADS) {
                    return List.of();
                }
                blocked(process, task).ifPresent(found::add);
            }
        }
        return found;
    }

    private static List<Occupants.BlockedWriters> writers(List<Blocked> blocked, Set<Long> ofClients) {
        Map<Occupants.BlockedWriters, Integer> counted = new LinkedHashMap<>();
        for (Blocked thread : blocked) {
            Optional<WriteTarget> client =
                    inode(thread.target()).filter(ofClients::contains).map(socket -> WriteTarget.CLIENT);
            thread.output()
                    .or(() -> client)
                    .ifPresent(into ->
                            counted.merge(new Occupants.BlockedWriters(into, thread.name(), 1), 1, Integer::sum));
        }
        return counted.entrySet().stream()
                .map(entry -> new Occupants.BlockedWriters(
                        entry.getKey().target(), entry.getKey().threadName(), entry.getValue()))
                .toList();
    }

    private static Optional<Blocked> blocked(Path process, Path task) {
        String sleepsIn = ProcFiles.firstLine(task.resolve("wchan"));
        boolean pipe = sleepsIn.contains(BLOCKED_IN_PIPE);
        if (!pipe && !sleepsIn.contains(BLOCKED_IN_SEND)) {
            return Optional.empty();
        }
        // Number and arguments of the call of the kernel: a write begins with its descriptor.
        String[] call = ProcFiles.words(ProcFiles.firstLine(task.resolve("syscall")));
        if (call.length < 2 || !call[1].startsWith("0x")) {
            return Optional.empty();
        }
        String to = ProcFiles.link(
                process.resolve("fd").resolve(Long.toString(Long.parseUnsignedLong(call[1].substring(2), 16))));
        return Optional.of(new Blocked(
                ProcFiles.firstLine(task.resolve("comm")).replaceAll("\\d+", "*"),
                to,
                pipe ? output(process, to) : Optional.empty()));
    }

    private static Optional<WriteTarget> output(Path process, String to) {
        if (!to.isEmpty() && to.equals(ProcFiles.link(process.resolve("fd/1")))) {
            return Optional.of(WriteTarget.STANDARD_OUTPUT);
        }
        return !to.isEmpty() && to.equals(ProcFiles.link(process.resolve("fd/2")))
                ? Optional.of(WriteTarget.STANDARD_ERROR)
                : Optional.empty();
    }

    private record KernelCount(String descriptor, String counts) {

        private long of(Path process) {
            return ProcFiles.numberedEntries(process.resolve("fd")).orElse(List.of()).stream()
                    .filter(open -> ProcFiles.link(open).equals(descriptor))
                    .map(open -> process.resolve("fdinfo").resolve(Long.toString(ProcFiles.numberOf(open))))
                    .flatMap(open -> ProcFiles.lines(open).stream())
                    .filter(line -> line.startsWith(counts))
                    .count();
        }
    }

    private List<CountedUse> counted(List<Long> pids) {
        if (pids.isEmpty()) {
            return List.of();
        }
        List<CountedUse> found = new ArrayList<>();
        if (ProcFiles.sharesNamespace(proc, pids.get(0), "net", true)) {
            UnixQueues.waiting(proc.resolve("self"))
                    .forEach((path, waiting) -> found.add(new CountedUse(
                            CountedResource.UNIX_QUEUE, path, waiting, waiting, UnixQueues.backlog(path))));
        }
        OF_USER.forEach((resource, count) -> ofUser(resource, count, pids).ifPresent(found::add));
        return found;
    }

    // Returns the use of a resource by all processes of the server's user; empty if the server can hardly have much
    // of it.
    private Optional<CountedUse> ofUser(CountedResource resource, KernelCount count, List<Long> pids) {
        long most =
                ProcFiles.number(proc.resolve("sys").resolve(resource.setting().replace('.', '/')));
        List<Path> servers =
                pids.stream().map(pid -> proc.resolve(Long.toString(pid))).toList();
        if (most < 0 || isFar(resource, servers, most)) {
            return Optional.empty();
        }
        long own = servers.stream().mapToLong(count::of).sum();
        long user = ProcessReader.realUser(servers.get(0));
        return own == 0
                ? Optional.empty()
                : ProcFiles.numberedEntries(proc)
                        .map(processes -> processes.stream()
                                .filter(process -> ProcessReader.realUser(process) == user)
                                .mapToLong(count::of)
                                .sum())
                        .map(used -> new CountedUse(resource, "", own, used, Limit.of(most)));
    }

    private boolean isFar(CountedResource resource, List<Path> servers, long most) {
        if (resource == CountedResource.EPOLL_WATCHES) {
            long sockets =
                    ProcFiles.numberAfter(ProcFiles.lines(servers.get(0).resolve("net/sockstat")), "sockets:", "used");
            return WATCHES_PER_SOCKET * sockets < most;
        }
        return servers.stream()
                .map(server -> new ProcessReader(proc, ProcFiles.numberOf(server)))
                .anyMatch(server -> server.openDescriptors() > MAX_DESCRIPTORS);
    }
}
