package io.ceiling.proxy;

import io.ceiling.harness.observe.jmx.JvmKind;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.ProcFiles;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The processes of a proxy: a master and the workers that serve connections, or a single process that does both.
 *
 * @param name name of their program, such as {@code nginx}
 * @param master the process that the others are children of; the single process if there is only one
 * @param workers processes that serve connections, at least one
 * @param children number of children of the master, whatever they do; 0 for a single process
 */
record ProxyProcesses(String name, long master, List<Long> workers, int children) {

    // An nginx calls its workers so, and its other children by other names.
    private static final String NGINX_WORKER = "worker process";

    public ProxyProcesses {
        workers = List.copyOf(workers);
    }

    /** Returns the processes of the proxy to which a process belongs, be it the master or one of the workers. */
    static ProxyProcesses of(Path proc, long pid) {
        String name = name(proc, pid);
        if (JvmKind.of(proc, pid) != JvmKind.NONE) {
            // A JVM has no workers: a JVM that has started another JVM is not its master.
            return new ProxyProcesses(name, pid, List.of(pid), 0);
        }
        long master = parent(proc, pid)
                .filter(parent -> name(proc, parent).equals(name))
                .orElse(pid);
        List<Long> children = ProcessHandle.of(master).stream()
                .flatMap(ProcessHandle::children)
                .map(ProcessHandle::pid)
                .filter(child -> name(proc, child).equals(name))
                .sorted(Comparator.naturalOrder())
                .toList();
        List<Long> serving = children.stream()
                .filter(child -> !name.equals(NginxSettings.NAME)
                        || ProcFiles.firstLine(file(proc, child, "cmdline")).contains(NGINX_WORKER))
                .toList();
        return new ProxyProcesses(name, master, serving.isEmpty() ? List.of(master) : serving, children.size());
    }

    /**
     * Returns the processes of the proxy that listens on a port; empty if the processes that listen there are not those
     * of one proxy, or none is seen. Children that listen there as well are workers, whatever they are called.
     */
    static Optional<ProxyProcesses> listening(Path proc, ListeningSockets sockets) {
        List<Long> listeners = sockets.processes();
        Set<ProxyProcesses> proxies =
                listeners.stream().map(pid -> of(proc, pid)).collect(Collectors.toSet());
        if (proxies.size() == 1) {
            return Optional.of(proxies.iterator().next());
        }
        List<Long> children = listeners.stream()
                .filter(pid -> parent(proc, pid).filter(listeners::contains).isPresent())
                .toList();
        return children.size() != listeners.size() - 1
                ? Optional.empty()
                : listeners.stream()
                        .filter(pid -> !children.contains(pid))
                        .findFirst()
                        .map(master -> new ProxyProcesses(name(proc, master), master, children, children.size()));
    }

    boolean has(long pid) {
        return pid == master || workers.contains(pid);
    }

    /** Returns true if a worker has ended, as after a reload of the settings. */
    boolean areOutdated() {
        return workers.stream()
                .anyMatch(worker ->
                        !ProcessHandle.of(worker).map(ProcessHandle::isAlive).orElse(false));
    }

    String label(long worker) {
        return worker == master ? "process " + worker : "worker " + worker;
    }

    private static String name(Path proc, long pid) {
        return ProcFiles.firstLine(file(proc, pid, "comm"));
    }

    private static Optional<Long> parent(Path proc, long pid) {
        long parent = ProcFiles.value(ProcFiles.lines(file(proc, pid, "status")), "PPid");
        return parent > 0 ? Optional.of(parent) : Optional.empty();
    }

    private static Path file(Path proc, long pid, String name) {
        return proc.resolve(Long.toString(pid)).resolve(name);
    }
}
