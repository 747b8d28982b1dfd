package io.ceiling.harness.observe;

import io.ceiling.harness.container.ContainerKind;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.observe.jmx.ContainerBeans;
import io.ceiling.harness.observe.jmx.JmxProbe;
import io.ceiling.harness.observe.jmx.JvmArguments;
import io.ceiling.harness.observe.jmx.JvmKind;
import io.ceiling.harness.os.FileOwner;
import io.ceiling.harness.os.ListeningSockets;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.os.PublishedPort;
import io.ceiling.harness.os.ServingProcess;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Occupants;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Observes an external server: finds its process, attaches to its JVM or connects to its JMX port, and lists what
 * cannot be seen. It changes nothing in the server, except that it may start the JMX agent of its JVM.
 *
 * <p>Not thread-safe. The results of opening it hold until it is closed.
 */
public final class TargetProbe implements AutoCloseable {

    private static final Path PROC = Path.of("/proc");

    private final Target target;
    private final ServerProbe server;
    private final Optional<GaugesFile> gauges;
    private final Optional<ProcessHandle> process;
    private final ErrorFile errorFile;
    private final ListeningSockets sockets;
    private final Optional<ProxyProbe> proxy;
    // The server behind the proxy; the target itself without one.
    private final Target behind;

    // The file that the command line of the JVM names, and the user whose file it must be.
    private record ErrorFile(Path path, long owner) {

        boolean isWritten() {
            return FileOwner.isRegularFileOf(path, owner);
        }
    }

    private TargetProbe(
            Target target,
            ServerProbe server,
            Optional<GaugesFile> gauges,
            Optional<ProcessHandle> process,
            ErrorFile errorFile,
            ListeningSockets sockets,
            Optional<ProxyProbe> proxy,
            Target behind) {
        this.behind = behind;
        this.target = target;
        this.server = server;
        this.gauges = gauges;
        this.process = process;
        this.errorFile = errorFile;
        this.sockets = sockets;
        this.proxy = proxy;
    }

    /**
     * Opens a probe of an external server. Blocks for several seconds at most.
     *
     * @param where the server, of which only the address is known
     * @param givenPid process id of the server; empty to find it by its port
     * @param jmx host and port of its JMX agent; empty to attach to the JVM
     * @throws IOException if an explicit process id or JMX address cannot be used; the message is one line
     */
    public static TargetProbe open(Target where, OptionalLong givenPid, Optional<String> jmx) throws IOException {
        List<String> blind = new ArrayList<>(where.blindSpots());
        ListeningSockets sockets = new ListeningSockets(
                PROC,
                InetAddress.getByName(where.endpoint().address()),
                where.endpoint().port());
        if (givenPid.isPresent() && ProcessHandle.of(givenPid.getAsLong()).isEmpty()) {
            throw new IOException("there is no process with pid %d".formatted(givenPid.getAsLong()));
        }
        ServingProcess serving = givenPid.isPresent()
                ? ServingProcess.given(PROC, givenPid.getAsLong(), where, sockets)
                : ServingProcess.find(PROC, where, sockets);
        serving.notSeen().ifPresent(blind::add);
        Optional<String> forwarder = PublishedPort.forwarder(PROC, sockets.processes());
        sockets = serving.sockets();
        OptionalLong pid = serving.pid();
        JvmKind kind = pid.isPresent() ? JvmKind.of(PROC, pid.getAsLong()) : JvmKind.NONE;
        boolean jvm = kind == JvmKind.HOTSPOT;
        JmxProbe link = null;
        String whyNoJmx = "";
        if (jmx.isPresent()) {
            link = JmxProbe.connect(jmx.get(), where.endpoint().port(), pid.isEmpty());
        } else if (jvm && givenPid.isEmpty() && FileOwner.ofProcess(pid.getAsLong()) != FileOwner.ofThisProcess()) {
            // Root could attach, but that JVM may be untrusted, and could answer anything.
            whyNoJmx = "its JVM runs as another user: --pid=%d attaches to it".formatted(pid.getAsLong());
        } else if (jvm) {
            try {
                link = JmxProbe.open(pid.getAsLong(), sockets.port());
            } catch (IOException e) {
                whyNoJmx = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            }
        } else if (pid.isPresent()) {
            whyNoJmx = kind == JvmKind.NONE
                    ? "no JVM is seen in process %d".formatted(pid.getAsLong())
                    : "process %d is %s".formatted(pid.getAsLong(), kind.words());
        } else {
            whyNoJmx = "its process is not seen, and there is no --jmx";
        }
        Optional<ContainerBeans> beans = link == null ? Optional.empty() : link.container();
        if (link == null) {
            blind.add("its heap, collections, thread pool and connections (%s)".formatted(whyNoJmx));
        } else if (link.whyNoBeans().isPresent()) {
            blind.add("its direct memory, thread pool and connections (%s; commands of the attach API give the rest)"
                    .formatted(link.whyNoBeans().get()));
        } else if (beans.isEmpty()) {
            blind.add(noBeans());
        }
        blind.add("its log");
        if (!where.onThisHost()) {
            blind.add("the kernel counters of its host");
        }
        JvmArguments arguments = JvmArguments.of(PROC, pid.orElse(ProcFiles.UNSEEN));
        long owner = pid.isPresent() ? FileOwner.ofProcess(pid.getAsLong()) : ProcFiles.UNSEEN;
        Optional<GaugesFile> gauges = jvm ? gauges(arguments, owner) : Optional.empty();
        ServerProbe server = ServerProbe.of(
                serving.roots(),
                gauges.orElse(null),
                link,
                whyNoJmx,
                where.onThisHost() ? ListenQueueProbe.of(sockets) : ListenQueueProbe.ofNone());
        Target seen = new Target(
                where.endpoint(),
                where.onThisHost(),
                pid,
                pid.isPresent() ? server.processCount() : 0,
                server.software(),
                blind,
                Optional.empty(),
                forwarder);
        return new TargetProbe(
                seen,
                server,
                gauges,
                pid.isPresent() ? ProcessHandle.of(pid.getAsLong()) : Optional.empty(),
                new ErrorFile(arguments.errorFile(pid.orElse(ProcFiles.UNSEEN)), owner),
                sockets,
                Optional.empty(),
                seen);
    }

    /**
     * Returns the same probe of a server that clients reach through a proxy. Closing one of the two closes both.
     *
     * @param clients the address to which clients connect
     * @throws IOException if the server is the proxy; the message is one line
     */
    public TargetProbe behind(ProxyProbe between, Target clients) throws IOException {
        if (target.pid().isPresent() && between.has(target.pid().getAsLong())) {
            throw new IOException("--upstream must be the server behind the proxy, process %d is %s itself"
                    .formatted(target.pid().getAsLong(), between.proxy().software()));
        }
        List<String> blind = new ArrayList<>(target.blindSpots());
        blind.addAll(between.blindSpots());
        Target seen = new Target(
                clients.endpoint(),
                target.onThisHost(),
                target.pid(),
                target.processes(),
                target.software(),
                blind,
                Optional.of(between.proxy()),
                Optional.empty());
        return new TargetProbe(seen, server, gauges, process, errorFile, sockets, Optional.of(between), behind);
    }

    // The beans that were not found, and how to enable them.
    private static String noBeans() {
        return Stream.concat(
                        Stream.of(Containers.all().stream()
                                .map(ContainerKind::title)
                                .collect(Collectors.joining(
                                        " or ", "its thread pool and connections (no MBeans of ", ""))),
                        Containers.all().stream()
                                .map(kind -> kind.beanMapping().remedy())
                                .filter(remedy -> !remedy.isEmpty()))
                .collect(Collectors.joining("; ", "", ")"));
    }

    private static Optional<GaugesFile> gauges(JvmArguments arguments, long owner) {
        return arguments
                .gauges()
                .filter(file -> FileOwner.isRegularFileOf(file, owner))
                .flatMap(TargetProbe::open);
    }

    private static Optional<GaugesFile> open(Path gauges) {
        try {
            return Optional.of(GaugesFile.open(gauges));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the server with the facts that can be seen of it. */
    public Target target() {
        return target;
    }

    /** Returns the server behind the proxy at its own address; the same server without a proxy. */
    public Target behind() {
        return behind;
    }

    public ServerProbe server() {
        return server;
    }

    /** Returns the proxy before the server, if there is one. */
    public Optional<ProxyProbe> proxy() {
        return proxy;
    }

    public ServerReading withProxy(ServerReading reading) {
        return proxy.map(between -> reading.withProxy(between.reading())).orElse(reading);
    }

    /** Returns the counters of this project's web application; empty unless they are in a file of this host. */
    public Optional<GaugesFile> gauges() {
        return gauges;
    }

    /** Returns the file to which the JVM has written its fatal error log; empty if there is none of the JVM's user. */
    public Optional<Path> errorFile() {
        return errorFile.isWritten() ? Optional.of(errorFile.path()) : Optional.empty();
    }

    public boolean crashed() {
        return target.pid().isPresent() && errorFile.isWritten();
    }

    /** Returns true if the process was seen, and has ended. */
    public boolean isGone() {
        return process.isPresent() && !process.get().isAlive();
    }

    /**
     * Returns the connections that the server has not closed: as the server reports, otherwise as the kernel of this
     * host counts them; not seen on another host if it does not report them. Behind a proxy they are those of clients with
     * the proxy, which keeps connections to the server for later.
     */
    public Observation connections() {
        if (proxy.isPresent()) {
            return proxy.get().connections();
        }
        Observation told = server.connections();
        return (told.isSeen() || !target.onThisHost()) ? told : Observation.of(sockets.connections());
    }

    /** Returns true if it has at least that many of these connections, without counting all. */
    public boolean hasConnections(long least) {
        if (proxy.isPresent()) {
            return proxy.get().hasConnections(least);
        }
        Observation told = server.connections();
        return (told.isSeen() || !target.onThisHost()) ? told.isAtLeast(least) : sockets.hasConnections(least);
    }

    /** Returns the number of addresses from which clients are connected; 0 if that is not seen. */
    public long clientAddresses() {
        Set<String> addresses = new HashSet<>();
        try {
            InetAddress address = InetAddress.getByName(target.endpoint().address());
            new ListeningSockets(PROC, address, target.endpoint().port()).connections(row -> {
                if (row.isConnected()) {
                    addresses.add(row.remoteAddress());
                }
            });
        } catch (IOException e) {
            return 0;
        }
        return addresses.size();
    }

    /** Returns the occupants of the server; not seen on another host or behind a proxy. */
    public Occupants occupants() {
        return target.onThisHost() && proxy.isEmpty() ? server.occupants(sockets) : Occupants.NOT_SEEN;
    }

    @Override
    public void close() {
        server.close();
    }
}
