package io.ceiling.reference.cometd;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.protocol.Gauges;
import io.ceiling.reference.Channels;
import io.ceiling.reference.ReferenceServer;
import io.ceiling.reference.Site;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.cometd.bayeux.server.BayeuxServer;
import org.cometd.server.http.jakarta.CometDServlet;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** CometD's servlet at {@code /cometd}, in an embedded Jetty with the defaults of both but one. */
final class CometdServer extends ReferenceServer {

    // Longest wait of a poll in milliseconds: that of the experiment of 2008. With the default of 30 s, 20 000
    // members that get nothing would poll 667 times a second.
    private static final int POLL_MILLIS = 240_000;

    // Listen queue that the JDK uses instead of 0, Jetty's default (ServerSocketChannelImpl).
    private static final int LISTEN_QUEUE_OF_JDK = 50;

    @Override
    public String name() {
        return "cometd";
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool();
        settings.sizes().maxThreads().ifNumber(most -> {
            // Jetty refuses a maximum below its minimum.
            pool.setMinThreads(Math.min(pool.getMinThreads(), (int) most));
            pool.setMaxThreads((int) most);
        });
        Server server = new Server(pool);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(settings.bindAddress());
        connector.setPort(settings.port());
        connector.setIdleTimeout(settings.idleTimeout().toMillis());
        settings.sizes().acceptCount().ifNumber(count -> connector.setAcceptQueueSize((int) count));
        server.addConnector(connector);
        Gauges gauges = gauges();
        ServletContextHandler context = new ServletContextHandler();
        context.setContextPath(settings.contextPath().isEmpty() ? "/" : settings.contextPath());
        context.addServlet(cometd(), "/cometd/*");
        Site site = new Site(settings.contextPath(), gauges, new Channels(gauges));
        context.addServlet(new ServletHolder("length", new LengthServlet(site)), "/length");
        server.setHandler(context);
        server.start();
        BayeuxServer bayeux = (BayeuxServer) context.getServletContext().getAttribute(BayeuxServer.ATTRIBUTE);
        Rooms.open(Objects.requireNonNull(bayeux, "CometD has not started"), gauges);
        CometdReadings live = new CometdReadings(pool, connector);
        setReadings(live);
        return running(settings, connector, live);
    }

    private static ServletHolder cometd() {
        ServletHolder cometd = new ServletHolder("cometd", new CometDServlet());
        cometd.setInitParameter("timeout", Integer.toString(POLL_MILLIS));
        cometd.setAsyncSupported(true);
        // Starts the servlet with the server, not with the first request.
        cometd.setInitOrder(1);
        return cometd;
    }

    private RunningSettings running(ContainerSettings settings, ServerConnector connector, CometdReadings live) {
        int acceptQueue = connector.getAcceptQueueSize();
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                connector.getLocalPort(),
                settings.contextPath(),
                new ContainerIdentity(
                        name(),
                        Objects.toString(CometDServlet.class.getPackage().getImplementationVersion(), ""),
                        Connector.NIO,
                        connector.getClass().getName(),
                        ThreadKind.PLATFORM),
                ConnectorReadback.of(
                        live.getMaxThreads(),
                        live.getMaxConnections(),
                        acceptQueue > 0 ? acceptQueue : LISTEN_QUEUE_OF_JDK,
                        connector.getIdleTimeout(),
                        Map.of()),
                "");
    }
}
