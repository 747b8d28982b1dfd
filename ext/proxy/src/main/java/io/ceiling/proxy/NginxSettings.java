package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.scenario.LimitingFactor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of an nginx, from the configuration that its command line names.
 *
 * <p>Notes. {@code worker_connections} is the limit of one worker and of all its connections: those of clients, those to
 * servers behind, one for each port on which it listens and one to the master. A worker at its limit accepts a client
 * and closes it at once, or closes an idle one to make room, or answers 500 if it cannot connect to the server behind.
 */
final class NginxSettings {

    static final String NAME = "nginx";

    private static final Path DEFAULT = Path.of("/etc/nginx/nginx.conf");
    private static final Path DEFAULT_LOG = Path.of("/var/log/nginx/error.log");
    private static final String PACKAGED = "/usr/sbin/nginx";
    private static final int DEFAULT_CONNECTIONS = 512;

    private NginxSettings() {}

    static ProxySettings of(Path proc, ProxyProcesses processes) {
        if (!ProxyFiles.sharesOurFiles(proc, processes.master())) {
            return unseen("it has files of its own, as in a container, or belongs to another user");
        }
        List<String> words = ProxyFiles.commandLine(proc, processes.master());
        Optional<Path> prefix = ProxyFiles.option(words, "-p").flatMap(ProxyFiles::path);
        Optional<Path> named =
                ProxyFiles.option(words, "-c").flatMap(ProxyFiles::path).flatMap(file -> inPrefix(file, prefix));
        boolean packaged = named.isEmpty() && ProxyFiles.option(words, "-c").isEmpty() && isPackaged(proc, processes);
        Optional<Path> file = packaged ? Optional.of(DEFAULT) : named;
        if (file.isEmpty()) {
            return unseen("its command line names no file that can be found: " + String.join(" ", words));
        }
        return ProxyFiles.text(file.get())
                .map(text -> read(proc, processes, file.get(), text, prefix, packaged))
                .orElseGet(() -> unseen("%s cannot be read".formatted(file.get())));
    }

    private static ProxySettings unseen(String why) {
        return ProxySettings.unseen("the settings of nginx (%s)".formatted(why), "nginx's error log");
    }

    private static ProxySettings read(
            Path proc, ProxyProcesses processes, Path file, String text, Optional<Path> prefix, boolean packaged) {
        NginxConf conf = NginxConf.parse(text, pattern -> included(file, pattern));
        List<String> lines = new ArrayList<>();
        List<String> blind = new ArrayList<>();
        Limit connections = Limit.ofNegativeNotSeen(conf.value("events", "worker_connections")
                .map(ProcFiles::number)
                .orElse((long) DEFAULT_CONNECTIONS));
        lines.add("worker_connections %s for each of %d (%s%s)"
                .formatted(
                        conf.value("events", "worker_connections").orElse("not set, which is " + DEFAULT_CONNECTIONS),
                        processes.workers().size(),
                        file,
                        packaged ? ", the usual place: its command line names none" : ""));
        lines.add("worker_rlimit_nofile %s"
                .formatted(conf.value("", "worker_rlimit_nofile").orElse("not set")));
        List<ProxyLimitUse> refusalLimits = NginxLimits.uses(conf);
        refusalLimits.stream()
                .map(use -> "%s %s of %s".formatted(use.limit(), use.setting(), use.where()))
                .distinct()
                .forEach(lines::add);
        ProxyFiles.changedSince(file, processes.workers().get(0)).ifPresent(blind::add);
        Optional<String> named = conf.value("", "error_log");
        Optional<Path> log = named.isPresent()
                ? named.flatMap(ProxyFiles::path).flatMap(path -> inPrefix(path, prefix))
                : packaged ? Optional.of(DEFAULT_LOG) : Optional.empty();
        Optional<Path> readable = log.filter(Files::isRegularFile).filter(Files::isReadable);
        if (readable.isEmpty()) {
            blind.add("nginx's error log (error_log %s)".formatted(named.orElse("is not set")));
        }
        return new ProxySettings(lines, blind, readable, (now, front, upstream) -> Stream.concat(
                        ofWorkers(proc, now, connections), refusalLimits.stream())
                .toList());
    }

    private static Optional<Path> inPrefix(Path file, Optional<Path> prefix) {
        return file.isAbsolute() ? Optional.of(file) : prefix.map(folder -> folder.resolve(file));
    }

    private static boolean isPackaged(Path proc, ProxyProcesses processes) {
        Path program = proc.resolve(Long.toString(processes.master())).resolve("exe");
        return ProcFiles.link(program).equals(PACKAGED);
    }

    private static List<String> included(Path file, String pattern) {
        Path folder = file.toAbsolutePath().getParent();
        Optional<Path> named = ProxyFiles.path(pattern);
        if (folder == null || named.isEmpty()) {
            return List.of();
        }
        return ProxyFiles.included(folder.resolve(named.get())).stream()
                .map(ProxyFiles::text)
                .flatMap(Optional::stream)
                .toList();
    }

    private static Stream<ProxyLimitUse> ofWorkers(Path proc, ProxyProcesses processes, Limit connections) {
        return processes.workers().stream()
                .map(worker -> new ProxyLimitUse(
                        LimitingFactor.PROXY_WORKER_CONNECTIONS,
                        "worker_connections",
                        processes.label(worker),
                        connections(proc, processes, worker),
                        connections,
                        Observation.NOT_SEEN));
    }

    // Returns the sockets of a worker without its ends of the pipes to its siblings, which are no connections.
    private static Observation connections(Path proc, ProxyProcesses processes, long worker) {
        return ProcFiles.numberedEntries(proc.resolve(Long.toString(worker)).resolve("fd"))
                .map(descriptors -> descriptors.stream()
                        .filter(descriptor -> ProcFiles.link(descriptor).startsWith("socket:"))
                        .count())
                .map(sockets -> Observation.of(Math.max(0, sockets - Math.max(0, processes.children() - 1))))
                .orElse(Observation.NOT_SEEN);
    }
}
