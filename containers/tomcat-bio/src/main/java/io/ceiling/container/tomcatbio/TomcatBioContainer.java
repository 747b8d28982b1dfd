package io.ceiling.container.tomcatbio;

import io.ceiling.container.Agreement;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ServletContainer;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.VirtualThreads;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import javax.servlet.ServletContext;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.apache.tomcat.util.net.AbstractEndpoint;
import org.apache.tomcat.util.net.JIoEndpoint;
import org.jspecify.annotations.Nullable;

/** The last Tomcat with a blocking connector: a thread for each connection, platform or virtual. */
final class TomcatBioContainer implements ServletContainer {

    private static final int JDK_OF_JEP_491 = 24;

    private @Nullable BioReadings readings;

    @Override
    public String name() {
        return "tomcat";
    }

    @Override
    public void requireSupported(ContainerSettings settings) {
        if (settings.connector() != io.ceiling.container.Connector.BIO) {
            throw new IllegalArgumentException("tomcat %s is here for connector bio alone; use bio, was %s"
                    .formatted(version(), settings.connector().label()));
        }
        VirtualThreads.requireJdk(
                settings.threadKind(),
                JDK_OF_JEP_491,
                " with connector bio (it reads inside synchronized, which blocked the carrier thread before JEP 491)");
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        Connector connector = new Connector(BioProtocol.class.getName());
        if (!(connector.getProtocolHandler() instanceof BioProtocol protocol)) {
            throw new IllegalStateException("tomcat made no blocking protocol; see the log above");
        }
        set(connector, protocol, settings);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(workFolder.toString());
        Files.createDirectory(workFolder.resolve("webapps"));
        tomcat.getService().addConnector(connector);
        tomcat.setConnector(connector);
        StandardContext context = WebApplication.add(tomcat, settings);
        tomcat.start();
        // This Tomcat logs a connector that fails, and goes on.
        if (connector.getState() != LifecycleState.STARTED) {
            throw new IllegalStateException("the connector is %s; see the log above".formatted(connector.getState()));
        }
        WebApplication.requireStarted(context, settings.war());
        Timeouts.setWebSocket(
                context.getServletContext(), settings.idleTimeout().toMillis());
        BioReadings live = new BioReadings(protocol.endpoint());
        readings = live;
        return running(settings, connector, protocol, context, live);
    }

    private static void set(Connector connector, BioProtocol protocol, ContainerSettings settings) {
        connector.setPort(settings.port());
        ConnectorSettings sizes = settings.sizes();
        if (settings.threadKind() == ThreadKind.VIRTUAL) {
            protocol.setExecutor(VirtualThreads.newExecutor());
        } else {
            sizes.maxThreads().ifNumber(threads -> protocol.setMaxThreads((int) threads));
        }
        if (!sizes.maxConnections().isDefault()) {
            protocol.setMaxConnections((int) sizes.maxConnections().orElse(-1));
        }
        sizes.acceptCount().ifNumber(count -> protocol.setBacklog((int) count));
        sizes.bufferBytes().ifPresent(bytes -> Buffers.set(protocol, bytes));
        Timeouts.set(connector, protocol, settings.idleTimeout().toMillis());
    }

    private static RunningSettings running(
            ContainerSettings settings,
            Connector connector,
            BioProtocol protocol,
            StandardContext context,
            BioReadings live)
            throws InterruptedException {
        AbstractEndpoint<?> endpoint = protocol.endpoint();
        // From Tomcat 8.5 on the same protocol name stands for NIO.
        if (endpoint.getClass() != JIoEndpoint.class) {
            throw new IllegalStateException("asked for a blocking endpoint, running "
                    + endpoint.getClass().getName());
        }
        ServletContext application = context.getServletContext();
        Map<String, Integer> buffers = Buffers.running(protocol);
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
                        io.ceiling.container.Connector.BIO,
                        endpoint.getClass().getName(),
                        VirtualThreads.kindOf(endpoint.getExecutor())),
                ConnectorReadback.of(
                        live.getMaxThreads(),
                        endpoint.getMaxConnections(),
                        endpoint.getBacklog(),
                        Timeouts.idleMillis(connector, protocol, application),
                        buffers),
                Objects.toString(application.getAttribute(RunningSettings.NEXT_INSTANCE), ""));
    }

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
