package io.ceiling.container.jetty;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ServerCertificate;
import io.ceiling.container.ServletContainer;
import io.ceiling.container.SettingsCheck;
import io.ceiling.container.Tls;
import io.ceiling.container.VirtualThreads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Jetty, on platform or virtual threads. */
final class JettyContainer implements ServletContainer {

    // Listen queue that the JDK uses instead of 0, Jetty's default (ServerSocketChannelImpl).
    private static final int LISTEN_QUEUE_OF_JDK = 50;

    private @Nullable JettyReadings readings;

    @Override
    public String name() {
        return "jetty";
    }

    @Override
    public void requireSupported(ContainerSettings settings) {
        if (settings.connector() != Connector.NIO) {
            throw new IllegalArgumentException("jetty has no connector %s; use nio"
                    .formatted(settings.connector().label()));
        }
        if (settings.sizes().maxConnections().isNumber() && !ConnectionLimits.areKnown()) {
            throw new IllegalArgumentException(
                    "jetty %s has no limit of its sockets, max connections must be default or -1, was %s. Hint: 12.0.25 and newer have it"
                            .formatted(Server.getVersion(), settings.sizes().maxConnections()));
        }
        VirtualThreads.requireSupported(settings.threadKind());
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        QueuedThreadPool pool = Threads.pool(settings);
        Server server = new Server(pool, null, Buffers.pool(settings));
        HttpConnectionFactory http = new HttpConnectionFactory();
        http.getHttpConfiguration().setSendServerVersion(false);
        ConnectorSettings sizes = settings.sizes();
        sizes.bufferBytes().ifPresent(bytes -> Buffers.set(http, bytes));
        sizes.headerCacheNodes().ifPresent(http.getHttpConfiguration()::setHeaderCacheSize);
        ServerCertificate certificate = sizes.tls().isOn() ? ServerCertificate.create(workFolder) : null;
        ServerConnector connector = certificate == null
                ? new ServerConnector(server, http)
                : new ServerConnector(server, secured(http, sizes.tls(), certificate), http);
        connector.setHost(settings.bindAddress());
        connector.setPort(settings.port());
        sizes.acceptCount().ifNumber(count -> connector.setAcceptQueueSize((int) count));
        Timeouts.set(connector, settings.idleTimeout());
        server.addConnector(connector);
        sizes.maxConnections().ifNumber(count -> ConnectionLimits.set(server, connector, (int) count));
        WebAppContext context = webApplication(settings, workFolder);
        server.setHandler(context);
        server.start();
        Timeouts.setWebSocket(context.getServletContext(), settings.idleTimeout());
        JettyReadings live = new JettyReadings(pool, connector);
        readings = live;
        RunningSettings running = running(settings, server, connector, http, context, live);
        return certificate == null
                ? running
                : running.with(certificate.readBack(settings.bindAddress(), running.port()));
    }

    private static SslConnectionFactory secured(HttpConnectionFactory http, Tls tls, ServerCertificate certificate) {
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStore(certificate.keys());
        factory.setKeyStorePassword(certificate.password());
        factory.setIncludeProtocols(tls.protocol());
        // Clients name an address, which is no server name; they trust this certificate and no other.
        http.getHttpConfiguration().addCustomizer(new SecureRequestCustomizer(false));
        return new SslConnectionFactory(factory, http.getProtocol());
    }

    private static WebAppContext webApplication(ContainerSettings settings, Path workFolder) throws Exception {
        WebAppContext context = new WebAppContext();
        context.setContextPath(settings.contextPath().isEmpty() ? "/" : settings.contextPath());
        context.setWar(settings.war().toAbsolutePath().toString());
        context.setTempDirectory(
                Files.createDirectory(workFolder.resolve("webapp")).toFile());
        // Without this, Jetty starts even if its only web application fails.
        context.setThrowUnavailableOnStartupException(true);
        return context;
    }

    private static RunningSettings running(
            ContainerSettings settings,
            Server server,
            ServerConnector connector,
            HttpConnectionFactory http,
            WebAppContext context,
            JettyReadings live)
            throws InterruptedException {
        Map<String, Integer> buffers = Buffers.running(http, server.getByteBufferPool());
        settings.sizes().bufferBytes().ifPresent(bytes -> SettingsCheck.require(Buffers.asked(bytes), buffers));
        int acceptQueue = connector.getAcceptQueueSize();
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                connector.getLocalPort(),
                context.getContextPath().equals("/") ? "" : context.getContextPath(),
                new ContainerIdentity(
                        "jetty",
                        Server.getVersion(),
                        Connector.NIO,
                        connector.getClass().getName(),
                        Threads.kindOf(connector.getExecutor())),
                ConnectorReadback.of(
                                live.getMaxThreads(),
                                live.getMaxConnections(),
                                acceptQueue > 0 ? acceptQueue : LISTEN_QUEUE_OF_JDK,
                                Timeouts.idleMillis(connector, context.getServletContext()),
                                buffers)
                        // Jetty takes it when it is offered; there is nothing to set.
                        .with(settings.sizes().deflate())
                        .withHeaderCacheNodes(http.getHttpConfiguration().getHeaderCacheSize()),
                Objects.toString(context.getServletContext().getAttribute(RunningSettings.NEXT_INSTANCE), ""));
    }

    @Override
    public ContainerReadingsMXBean readings() {
        if (readings == null) {
            throw new IllegalStateException("not started");
        }
        return readings;
    }
}
