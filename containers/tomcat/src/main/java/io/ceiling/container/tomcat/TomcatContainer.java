package io.ceiling.container.tomcat;

import io.ceiling.container.Agreement;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.OwnBeans;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ServletContainer;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.VirtualThreads;
import jakarta.servlet.ServletContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.tomcat.util.modeler.Registry;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.Nio2Endpoint;
import org.apache.tomcat.util.net.NioEndpoint;
import org.jspecify.annotations.Nullable;

/** Tomcat with NIO or NIO2, on platform or virtual threads. */
final class TomcatContainer implements ServletContainer {

    private @Nullable TomcatReadings readings;

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public void requireSupported(ContainerSettings settings) {
        if (settings.connector() == io.ceiling.container.Connector.BIO) {
            throw new IllegalArgumentException(
                    "tomcat %s has no connector bio; use nio or nio2. Hint: the last Tomcat with bio is a container of its own"
                            .formatted(version()));
        }
        VirtualThreads.requireSupported(settings.threadKind());
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        // Tomcat's own MBeans take a third of the start; without them a connection costs the same (docs/containers.md).
        if (!OwnBeans.wanted()) {
            Registry.disableRegistry();
        }
        Protocol protocol = Protocol.of(settings.connector());
        Connector connector = connector(protocol, settings);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(workFolder.toString());
        Files.createDirectory(workFolder.resolve("webapps"));
        tomcat.setConnector(connector);
        StandardContext context = WebApplication.add(tomcat, settings);
        tomcat.start();
        WebApplication.requireStarted(context, settings.war());
        Timeouts.setWebSocket(
                context.getServletContext(), settings.idleTimeout().toMillis());
        TomcatReadings live = new TomcatReadings(protocol.endpoint());
        readings = live;
        return running(settings, connector, protocol, context, live);
    }

    private static Connector connector(Protocol protocol, ContainerSettings settings) {
        AbstractHttp11Protocol<?> handler = protocol.handler();
        Connector connector = new Connector(handler);
        connector.setThrowOnFailure(true);
        connector.setPort(settings.port());
        ConnectorSettings sizes = settings.sizes();
        if (settings.threadKind() == ThreadKind.VIRTUAL) {
            protocol.endpoint().setUseVirtualThreads(true);
        } else {
            sizes.maxThreads().ifNumber(threads -> handler.setMaxThreads((int) threads));
        }
        if (!sizes.maxConnections().isDefault()) {
            handler.setMaxConnections((int) sizes.maxConnections().orElse(-1));
        }
        sizes.acceptCount().ifNumber(count -> handler.setAcceptCount((int) count));
        sizes.bufferBytes().ifPresent(bytes -> Buffers.set(protocol, bytes));
        Timeouts.set(connector, handler, settings.idleTimeout().toMillis());
        return connector;
    }

    private static RunningSettings running(
            ContainerSettings settings,
            Connector connector,
            Protocol protocol,
            StandardContext context,
            TomcatReadings live)
            throws InterruptedException {
        AbstractEndpoint<?, ?> endpoint = protocol.endpoint();
        ServletContext application = context.getServletContext();
        Map<String, Integer> buffers = Buffers.running(protocol.handler(), endpoint);
        buffers.putAll(WebSockets.buffers(application));
        settings.sizes().bufferBytes().ifPresent(bytes -> Agreement.require(Buffers.asked(bytes), buffers));
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                endpoint.getLocalPort(),
                context.getPath(),
                new ContainerIdentity(
                        "tomcat",
                        version(),
                        connectorOf(endpoint),
                        endpoint.getClass().getName(),
                        VirtualThreads.kindOf(endpoint.getExecutor())),
                ConnectorReadback.of(
                        live.getMaxThreads(),
                        endpoint.getMaxConnections(),
                        endpoint.getAcceptCount(),
                        Timeouts.idleMillis(connector, protocol.handler(), application),
                        buffers),
                Objects.toString(application.getAttribute(RunningSettings.NEXT_INSTANCE), ""));
    }

    private static io.ceiling.container.Connector connectorOf(AbstractEndpoint<?, ?> endpoint) {
        if (endpoint.getClass() == NioEndpoint.class) {
            return io.ceiling.container.Connector.NIO;
        }
        if (endpoint.getClass() == Nio2Endpoint.class) {
            return io.ceiling.container.Connector.NIO2;
        }
        throw new IllegalStateException(
                "unknown endpoint " + endpoint.getClass().getName());
    }

    /** Without the fourth number, which no release has used. */
    private static String version() {
        return ServerInfo.getServerInfo().replaceFirst(".*/", "");
    }

    @Override
    public ContainerReadingsMXBean readings() {
        if (readings == null) {
            throw new IllegalStateException("not started");
        }
        return readings;
    }
}
