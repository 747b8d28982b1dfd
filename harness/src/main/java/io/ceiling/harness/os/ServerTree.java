package io.ceiling.harness.os;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the processes that are one server, in a table of all processes of this host: the master that listens, or several
 * that share its port, with everything that they have started. Immutable.
 *
 * <p>Notes. Workers of gunicorn, nginx, Apache and php-fpm have the listening socket of their master. Those of a cluster of
 * Node.js have none, since the master hands accepted connections to them; with {@code reusePort} they have it and the
 * master has none.
 */
public final class ServerTree {

    // Programs that hold the socket of a service until it is started, and then on behalf of it.
    private static final Set<String> INIT = Set.of("systemd", "init");

    /**
     * A process.
     *
     * @param parent process that started it, or has adopted it
     * @param program its executable; its name if that is not seen
     */
    record ProcessRow(long parent, String program) {}

    private final Map<Long, ProcessRow> rows;
    private final long own;

    /**
     * Creates a table.
     *
     * @param rows processes by their numbers
     * @param own process of the harness, which belongs to no server with all that it has started
     */
    ServerTree(Map<Long, ProcessRow> rows, long own) {
        this.rows = Map.copyOf(rows);
        this.own = own;
    }

    /** Reads the table, which takes some microseconds for each process of this host. */
    public static ServerTree read(Path proc) {
        return read(proc, (process, name) -> {
            String program = ProcFiles.link(process.resolve("exe"));
            return program.isEmpty() ? name : program;
        });
    }

    /** Reads the table without the executables, which takes half of that time: processes have their names alone. */
    public static ServerTree parents(Path proc) {
        return read(proc, (process, name) -> name);
    }

    private static ServerTree read(Path proc, BiFunction<Path, String, String> program) {
        Map<Long, ProcessRow> rows = new HashMap<>();
        for (Path process : ProcFiles.numberedEntries(proc).orElse(List.of())) {
            ThreadTimes.Stat stat = ThreadTimes.Stat.parse(ProcFiles.firstLine(process.resolve("stat")));
            if (stat.ticks() >= 0) {
                rows.put(
                        ProcFiles.numberOf(process),
                        new ProcessRow(stat.parent(), program.apply(process, stat.name())));
            }
        }
        return new ServerTree(rows, ProcessHandle.current().pid());
    }

    /**
     * Returns the processes from which the server's other ones descend: one for a master with workers, several if they
     * share the port and have no parent of the same program.
     *
     * @param listeners processes that listen on the port
     */
    List<Long> roots(List<Long> listeners) {
        List<Long> serving =
                listeners.stream().filter(pid -> !INIT.contains(name(pid))).toList();
        Set<Long> all = new HashSet<>(serving.isEmpty() ? listeners : serving);
        List<Long> tops = all.stream()
                .filter(pid -> ancestors(pid).stream().noneMatch(all::contains))
                .sorted()
                .toList();
        return tops.size() < 2 ? tops : master(tops).map(List::of).orElse(tops);
    }

    // Returns the common parent if it runs the same program and has started nothing else. A program that starts
    // several services, such as pm2, is not part of the server.
    private Optional<Long> master(List<Long> workers) {
        Set<Long> parents = workers.stream()
                .map(pid -> row(pid).parent())
                .filter(rows::containsKey)
                .collect(Collectors.toSet());
        return parents.size() == 1
                        && Set.copyOf(workers)
                                .containsAll(children(parents.iterator().next()))
                ? parents.stream()
                        .filter(parent -> isOneProgram(Stream.concat(Stream.of(parent), workers.stream())))
                        .findFirst()
                : Optional.empty();
    }

    /** Returns true if the process is in the table. */
    boolean has(long pid) {
        return rows.containsKey(pid);
    }

    boolean isOneProgram(List<Long> processes) {
        return isOneProgram(processes.stream());
    }

    private boolean isOneProgram(Stream<Long> processes) {
        List<String> programs =
                processes.map(pid -> row(pid).program()).distinct().toList();
        return programs.size() == 1 && !programs.get(0).isEmpty();
    }

    /**
     * Returns the root processes of the server to which the given process belongs: its master if it is a worker, or
     * the listener that it started; empty if no listener is related to it.
     *
     * @param listeners processes that listen on the port
     */
    List<Long> rootsOf(long given, List<Long> listeners) {
        Set<Long> above = new HashSet<>(ancestors(given));
        above.add(given);
        List<Long> related = listeners.stream()
                .filter(pid -> above.contains(pid) || ancestors(pid).contains(given))
                .toList();
        List<Long> roots = roots(related);
        return roots.size() < 2 ? roots : List.of(given);
    }

    /** Returns these processes and all that descend from them, the given ones first. */
    public List<Long> withDescendants(List<Long> roots) {
        Map<Long, List<Long>> children = new HashMap<>();
        rows.forEach((pid, row) -> children.computeIfAbsent(row.parent(), parent -> new ArrayList<>())
                .add(pid));
        Set<Long> found = new LinkedHashSet<>(roots);
        Deque<Long> next = new ArrayDeque<>(roots);
        while (!next.isEmpty()) {
            long pid = next.remove();
            if (pid != own) {
                children.getOrDefault(pid, List.of()).stream()
                        .filter(child -> child != own)
                        .sorted()
                        .filter(found::add)
                        .forEach(next::add);
            }
        }
        return List.copyOf(found);
    }

    private List<Long> children(long pid) {
        return rows.entrySet().stream()
                .filter(row -> row.getValue().parent() == pid)
                .map(Map.Entry::getKey)
                .toList();
    }

    private ProcessRow row(long pid) {
        return rows.getOrDefault(pid, new ProcessRow(ProcFiles.UNSEEN, ""));
    }

    private String name(long pid) {
        String program = row(pid).program();
        return program.substring(program.lastIndexOf('/') + 1);
    }

    private List<Long> ancestors(long pid) {
        List<Long> above = new ArrayList<>();
        for (long parent = row(pid).parent();
                rows.containsKey(parent) && !above.contains(parent);
                parent = row(parent).parent()) {
            above.add(parent);
        }
        return above;
    }
}
