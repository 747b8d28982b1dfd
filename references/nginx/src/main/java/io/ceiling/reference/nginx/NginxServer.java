package io.ceiling.reference.nginx;

import com.sun.management.UnixOperatingSystemMXBean;
import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.protocol.Gauges;
import io.ceiling.reference.ReferenceReadings;
import io.ceiling.reference.ReferenceServer;
import io.ceiling.reference.Site;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An nginx with nchan, to whose channels this process publishes. */
final class NginxServer extends ReferenceServer {

    // System property with the size of nchan's shared memory, in bytes; the default is that of nchan's documentation.
    private static final String SHARED_MEMORY = "ceiling.nchan.shared-memory";

    private static final long DEFAULT_SHARED_MEMORY = 128L << 20;
    // Listen queue of nginx.
    private static final int BACKLOG = 511;

    private static final Path LONGEST_LISTEN_QUEUE = Path.of("/proc/sys/net/core/somaxconn");
    private static final int MAX_PORTS_TRIED = 3;
    // Exit code if nginx ends while it is needed.
    private static final int EXIT_NGINX_ENDED = 1;

    private volatile @Nullable NginxProcess nginx;
    private volatile boolean ending;

    @Override
    public String name() {
        return "nginx";
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        NginxProgram program = NginxProgram.find();
        Gauges gauges = gauges();
        NchanDelivery delivery = new NchanDelivery(gauges);
        SiteServer behind = SiteServer.start(new Site(settings.contextPath(), gauges, delivery));
        NginxConf conf = startOnFreePort(program, settings, workFolder, behind.port());
        NginxConf.Listen listen = conf.listen();
        delivery.connect(UnixDomainSocketAddress.of(conf.socket()));
        int workers = workers(conf);
        setReadings(new ReferenceReadings(workers));
        return new RunningSettings(
                ProcessHandle.current().pid(),
                "",
                listen.port(),
                settings.contextPath(),
                new ContainerIdentity(
                        name(),
                        "%s nchan %s".formatted(program.version(), NginxProcess.nchanVersion(conf)),
                        Connector.NIO,
                        program.module().getFileName().toString(),
                        ThreadKind.PLATFORM),
                // Descriptors run out before worker_connections, and idle connections are never closed.
                ConnectorReadback.of(workers, -1, shortened(listen.backlog()), 0, Map.of()),
                "");
    }

    // Starts nginx. Tries another port if the free one is in use by then, because nginx has no port 0.
    private NginxConf startOnFreePort(NginxProgram program, ContainerSettings settings, Path folder, int behind)
            throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            NginxConf conf = conf(program, settings, folder, behind);
            NginxProcess process = NginxProcess.start(program, conf);
            nginx = process;
            if (process.awaitAnswer(conf)) {
                process.onEnd(this::ended);
                return conf;
            }
            process.end();
            if (settings.port() != 0 || attempt == MAX_PORTS_TRIED) {
                throw new IllegalStateException("nginx on port %d of %s does not answer"
                        .formatted(conf.listen().port(), settings.bindAddress()));
            }
        }
    }

    private void ended() {
        if (!ending) {
            System.err.println("ceiling server: nginx has ended");
            Runtime.getRuntime().halt(EXIT_NGINX_ENDED);
        }
    }

    private static NginxConf conf(NginxProgram program, ContainerSettings settings, Path folder, int behind)
            throws IOException {
        return new NginxConf(
                program.module(),
                folder,
                System.getProperty("user.name", "").equals("root") ? "root" : "",
                new NginxConf.Workers(
                        (int) settings.sizes().maxThreads().orElse(1),
                        connections(),
                        Long.getLong(SHARED_MEMORY, DEFAULT_SHARED_MEMORY)),
                new NginxConf.Listen(
                        settings.bindAddress(),
                        settings.port() == 0 ? freePort(settings.bindAddress()) : settings.port(),
                        (int) settings.sizes().acceptCount().orElse(BACKLOG)),
                settings.contextPath(),
                behind);
    }

    // Returns worker_connections: an eighth more than descriptors, because nginx closes idle connections when a
    // sixteenth is left.
    private static long connections() {
        long descriptors = ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                .getMaxFileDescriptorCount();
        return descriptors + descriptors / 8;
    }

    private static int freePort(String address) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(address))) {
            return socket.getLocalPort();
        }
    }

    private static int workers(NginxConf conf) throws IOException {
        long master = Long.parseLong(Files.readString(conf.pidFile()).strip());
        return (int) ProcessHandle.of(master).stream()
                .flatMap(ProcessHandle::children)
                .count();
    }

    private static int shortened(int backlog) throws IOException {
        // One read only: a second read of this file returns nothing.
        try (BufferedReader limit = Files.newBufferedReader(LONGEST_LISTEN_QUEUE)) {
            return Math.min(backlog, Integer.parseInt(limit.readLine()));
        }
    }

    @Override
    public void end() {
        ending = true;
        NginxProcess started = nginx;
        if (started != null) {
            started.end();
        }
    }
}
