package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.observe.ProxyProbe;
import io.ceiling.harness.observe.ServerProcesses;
import io.ceiling.harness.observe.TargetSocketsProbe;
import io.ceiling.harness.os.FileOwner;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.ProcessReader;
import io.ceiling.harness.os.ServingProcess;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.reading.TargetSockets;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Proxy;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Reads a proxy from outside: it changes nothing, and runs nothing of the proxy's. */
final class ProcessesProbe implements ProxyProbe {

    private static final Path PROC = KnownProxies.PROC;

    private final ListeningSockets listening;
    private final TargetSocketsProbe front;
    private final TargetSocketsProbe upstream;
    private final ProxySettings settings;
    private final Optional<LogTail> errorLog;
    private final ClientErrorFilter clientErrors;
    private final ServerProcesses threads;
    private final Proxy proxy;
    private ProxyProcesses processes;

    private ProcessesProbe(
            ListeningSockets listening, Target clients, Target server, ProxyProcesses processes, ProxySettings settings)
            throws IOException {
        this.listening = listening;
        this.front = sockets(clients);
        this.upstream = sockets(server);
        this.processes = processes;
        this.threads = ServerProcesses.withWorkers(List.of(processes.master()));
        this.settings = settings;
        this.errorLog = settings.errorLog().map(LogTail::new);
        this.clientErrors = ClientErrorFilter.of(clients.endpoint());
        this.proxy = new Proxy(
                processes.name(),
                processes.master(),
                processes.workers().size(),
                "%s:%d".formatted(server.endpoint().address(), server.endpoint().port()),
                settings.lines());
    }

    private static TargetSocketsProbe sockets(Target target) throws IOException {
        return new TargetSocketsProbe(
                InetAddress.getByName(target.endpoint().address()),
                target.endpoint().port());
    }

    static ProxyProbe open(Target clients, OptionalLong proxyPid, Target server) throws IOException {
        ListeningSockets sockets = new ListeningSockets(
                PROC,
                InetAddress.getByName(clients.endpoint().address()),
                clients.endpoint().port());
        if (proxyPid.isPresent() && ProcessHandle.of(proxyPid.getAsLong()).isEmpty()) {
            throw new IOException("there is no process with pid %d".formatted(proxyPid.getAsLong()));
        }
        ProxyProcesses processes = proxyPid.isPresent()
                ? processesOf(clients, proxyPid.getAsLong(), sockets)
                : ProxyProcesses.listening(PROC, sockets)
                        .orElseThrow(() -> new IOException(
                                "the processes that listen on port %d must be those of one proxy that this user can see, were %s. Hint: --pid=PROXY,SERVER, or run as their user or as root"
                                        .formatted(
                                                clients.endpoint().port(),
                                                sockets.processes().isEmpty()
                                                        ? "none"
                                                        : sockets.processes().toString())));
        // A process chooses its own name, and may name files and sockets that its user may not open.
        boolean trusted = proxyPid.isPresent() || FileOwner.isTrustedProcess(processes.master());
        ProxySettings settings = trusted
                ? settings(processes, clients, server)
                : ProxySettings.unseen(
                        "the settings of %s, its log and its own counters (it runs as another user: --pid=%d,SERVER reads them)"
                                .formatted(processes.name(), processes.master()));
        return new ProcessesProbe(sockets, clients, server, processes, settings);
    }

    private static ProxyProcesses processesOf(Target clients, long pid, ListeningSockets sockets) throws IOException {
        ProxyProcesses processes = ProxyProcesses.of(PROC, pid);
        List<Long> others = sockets.processes();
        if (!others.isEmpty()
                && others.stream().noneMatch(processes::has)
                && ServingProcess.sharesOurNetwork(PROC, pid)) {
            throw new IOException("the first --pid must be of a proxy that listens on port %d, %d does not; %s"
                    .formatted(
                            clients.endpoint().port(),
                            pid,
                            others.stream().map(String::valueOf).collect(Collectors.joining(" and ", "", " does"))));
        }
        return processes;
    }

    private static ProxySettings settings(ProxyProcesses processes, Target clients, Target server) {
        return switch (processes.name()) {
            case NginxSettings.NAME -> NginxSettings.of(PROC, processes);
            case HaproxySettings.NAME ->
                HaproxySettings.of(
                        PROC,
                        processes,
                        clients.endpoint().port(),
                        server.endpoint().port());
            case EnvoySettings.NAME ->
                EnvoySettings.of(PROC, processes, server.endpoint().port());
            case "apache2", "httpd" -> ApacheSettings.of(PROC, processes);
            default ->
                ProxySettings.unseen("the settings of %s (those of nginx, haproxy, envoy and apache are known)"
                        .formatted(processes.name()));
        };
    }

    @Override
    public Proxy proxy() {
        return proxy;
    }

    @Override
    public List<String> blindSpots() {
        List<String> blind = new ArrayList<>(settings.blindSpots());
        if (!new ProcessReader(processes.workers().get(0)).maxDescriptors().isSeen()) {
            blind.add("the descriptors of %s (they belong to another user)".formatted(proxy.software()));
        }
        return List.copyOf(blind);
    }

    @Override
    public boolean has(long pid) {
        return processes.has(pid);
    }

    @Override
    public Observation connections() {
        return Observation.of(listening.connections());
    }

    @Override
    public boolean hasConnections(long least) {
        return listening.hasConnections(least);
    }

    @Override
    public HopControl.Sockets sockets() {
        List<TargetSockets> hops = TargetSocketsProbe.readings(front, upstream);
        return new HopControl.Sockets(
                hops.get(0),
                hops.get(1),
                threads.busiestThread(processes.workers().size()));
    }

    @Override
    public ProxyReading reading() {
        if (processes.areOutdated()) {
            processes = ProxyProcesses.of(PROC, processes.master());
        }
        List<TargetSockets> hops = TargetSocketsProbe.readings(front, upstream);
        TargetSockets clients = hops.get(0);
        TargetSockets server = hops.get(1);
        List<ProxyLimitUse> uses = new ArrayList<>(settings.usageReader().readUses(processes, clients, server));
        Observation cpuNanos = Observation.of(0);
        for (long worker : processes.workers()) {
            ProcessReader process = new ProcessReader(worker);
            uses.add(descriptors(process, worker));
            cpuNanos = cpuNanos.plus(Observation.ofNegativeNotSeen(process.cpuNanos()));
        }
        return new ProxyReading(uses, clients, server, cpuNanos);
    }

    private ProxyLimitUse descriptors(ProcessReader process, long worker) {
        Limit limit = process.maxDescriptors();
        return new ProxyLimitUse(
                LimitingFactor.PROXY_FILE_DESCRIPTORS,
                "open descriptors",
                processes.label(worker),
                Observation.ofNegativeNotSeen(process.openDescriptors()),
                limit,
                Observation.NOT_SEEN);
    }

    @Override
    public List<String> newErrors() {
        return errorLog.map(LogTail::next).orElse(List.of()).stream()
                .filter(clientErrors::isOfClients)
                .toList();
    }
}
