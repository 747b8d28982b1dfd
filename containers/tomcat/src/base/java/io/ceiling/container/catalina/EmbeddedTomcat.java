package io.ceiling.container.catalina;

import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerReadingsMXBean;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ServerCertificate;
import io.ceiling.container.ServletContainer;
import io.ceiling.container.SettingsCheck;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.container.VirtualThreads;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.jspecify.annotations.Nullable;

/** A Tomcat of any version with the WAR: how it is started and read back. A version adds its endpoint. */
public abstract class EmbeddedTomcat implements ServletContainer {

    private @Nullable TomcatReadings readings;

    /** Makes the endpoint that these settings ask for; nothing is set and nothing started. */
    protected abstract TomcatEndpoint endpoint(ContainerSettings settings);

    /** Gives the application what Tomcat's conf/web.xml gives it except JSP. */
    protected abstract void addDefaults(StandardContext context);

    /** Returns the version without the fourth number, which no release has used. */
    protected static String version() {
        return ServerInfo.getServerInfo().replaceFirst(".*/", "");
    }

    @Override
    public final String name() {
        return "tomcat";
    }

    @Override
    public final RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        TomcatEndpoint endpoint = endpoint(settings);
        set(endpoint, settings);
        ServerCertificate certificate = null;
        Tls tls = settings.sizes().tls();
        if (tls.isOn()) {
            certificate = ServerCertificate.create(workFolder);
            endpoint.secure(tls, certificate);
        }
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(workFolder.toString());
        Files.createDirectory(workFolder.resolve("webapps"));
        tomcat.getService().addConnector(endpoint.connector());
        tomcat.setConnector(endpoint.connector());
        StandardContext context = WebApplication.of(tomcat, settings);
        addDefaults(context);
        tomcat.getHost().addChild(context);
        tomcat.start();
        requireStarted(endpoint.connector(), context, settings.war());
        Timeouts.setWebSocket(context, settings.idleTimeout().toMillis());
        TomcatReadings live = new TomcatReadings(endpoint);
        readings = live;
        RunningSettings running = running(settings, endpoint, context, live);
        return certificate == null
                ? running
                : running.with(certificate.readBack(settings.bindAddress(), running.port()));
    }

    private static void set(TomcatEndpoint endpoint, ContainerSettings settings) throws UnknownHostException {
        AbstractHttp11Protocol<?> protocol = endpoint.protocol();
        protocol.setAddress(InetAddress.getByName(settings.bindAddress()));
        endpoint.connector().setPort(settings.port());
        ConnectorSettings sizes = settings.sizes();
        if (settings.threadKind() == ThreadKind.PLATFORM) {
            sizes.maxThreads().ifNumber(threads -> protocol.setMaxThreads((int) threads));
        }
        if (!sizes.maxConnections().isDefault()) {
            protocol.setMaxConnections((int) sizes.maxConnections().orElse(-1));
        }
        Timeouts.set(
                endpoint.connector(),
                protocol,
                Math.toIntExact(settings.idleTimeout().toMillis()));
        endpoint.set(settings);
    }

    /** Tomcat starts happily without its only web application, and some versions without a connector; this does not. */
    private static void requireStarted(Connector connector, StandardContext context, Path war) {
        if (connector.getState() != LifecycleState.STARTED) {
            throw new IllegalStateException("the connector is %s; see the log above".formatted(connector.getState()));
        }
        if (context.getState() != LifecycleState.STARTED) {
            throw new IllegalStateException(
                    "the web application %s is %s; see the log above".formatted(war.getFileName(), context.getState()));
        }
    }

    private static RunningSettings running(
            ContainerSettings settings, TomcatEndpoint endpoint, StandardContext context, TomcatReadings live)
            throws InterruptedException {
        Map<String, Integer> buffers = endpoint.buffersRunning();
        buffers.putAll(WebSockets.buffers(context));
        settings.sizes().bufferBytes().ifPresent(bytes -> {
            SettingsCheck.require(endpoint.buffersAsked(bytes), buffers);
            SettingsCheck.require(WebSockets.buffersAsked(bytes), buffers);
        });
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                endpoint.protocol().getLocalPort(),
                context.getPath(),
                new ContainerIdentity(
                        "tomcat",
                        version(),
                        endpoint.running(),
                        endpoint.endpointClass().getName(),
                        VirtualThreads.kindOf(endpoint.protocol().getExecutor())),
                ConnectorReadback.of(
                                live.getMaxThreads(),
                                live.getMaxConnections(),
                                endpoint.acceptCount(),
                                Timeouts.idleMillis(endpoint, context),
                                buffers)
                        // Every Tomcat takes it when it is offered; there is nothing to set.
                        .with(settings.sizes().deflate()),
                Objects.toString(context.getServletContext().getAttribute(RunningSettings.NEXT_INSTANCE), ""));
    }

    @Override
    public final ContainerReadingsMXBean readings() {
        if (readings == null) {
            throw new IllegalStateException("not started");
        }
        return readings;
    }
}
