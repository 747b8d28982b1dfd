package io.ceiling.container.undertow;

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
import io.ceiling.container.VirtualThreads;
import io.undertow.Undertow;
import io.undertow.Version;
import io.undertow.server.handlers.PathHandler;
import io.undertow.server.handlers.ResponseCodeHandler;
import jakarta.servlet.ServletContext;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.xnio.Options;
import org.xnio.Sequence;
import org.xnio.management.XnioWorkerMXBean;

/** Undertow, on platform or virtual threads. */
final class UndertowContainer implements ServletContainer {

    private @Nullable UndertowReadings readings;

    @Override
    public String name() {
        return "undertow";
    }

    @Override
    public void requireSupported(ContainerSettings settings) {
        if (settings.connector() != Connector.NIO) {
            throw new IllegalArgumentException("undertow has no connector %s; use nio"
                    .formatted(settings.connector().label()));
        }
        settings.sizes().requireNoHeaderCache("undertow");
        VirtualThreads.requireSupported(settings.threadKind());
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        WebApplication application = WebApplication.unpack(settings, workFolder);
        ConnectorSettings sizes = settings.sizes();
        Undertow.Builder builder = Undertow.builder();
        Threads.set(builder, settings);
        sizes.bufferBytes().ifPresent(builder::setBufferSize);
        sizes.acceptCount().ifNumber(count -> builder.setSocketOption(Options.BACKLOG, (int) count));
        sizes.maxConnections().ifNumber(count -> {
            // Set on the listener: the worker's options of these names limit nothing.
            builder.setSocketOption(Options.CONNECTION_HIGH_WATER, (int) count);
            builder.setSocketOption(Options.CONNECTION_LOW_WATER, (int) count);
        });
        Timeouts.set(builder, settings.idleTimeout());
        // The application uses the listener's buffers and workers, so it is deployed after the start.
        PathHandler root = new PathHandler(new ResponseCodeHandler(503));
        ServerCertificate certificate = sizes.tls().isOn() ? ServerCertificate.create(workFolder) : null;
        if (certificate == null) {
            builder.addHttpListener(settings.port(), settings.bindAddress());
        } else {
            builder.addHttpsListener(settings.port(), settings.bindAddress(), certificate.context());
            builder.setSocketOption(
                    Options.SSL_ENABLED_PROTOCOLS, Sequence.of(sizes.tls().protocol()));
        }
        Undertow undertow = builder.setHandler(root).build();
        undertow.start();
        Listener listener = Listener.of(undertow);
        ServletContext context = application.deploy(root, listener);
        Timeouts.setWebSocket(context, settings.idleTimeout());
        UndertowReadings live = new UndertowReadings(listener);
        readings = live;
        RunningSettings running = running(settings, application, listener, context, live);
        return certificate == null
                ? running
                : running.with(certificate.readBack(settings.bindAddress(), running.port()));
    }

    private static RunningSettings running(
            ContainerSettings settings,
            WebApplication application,
            Listener listener,
            ServletContext context,
            UndertowReadings live)
            throws InterruptedException {
        Map<String, Integer> buffers = Map.of("bufferSize", listener.buffers().getBufferSize());
        settings.sizes().bufferBytes().ifPresent(bytes -> SettingsCheck.require(Map.of("bufferSize", bytes), buffers));
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                listener.port(),
                context.getContextPath(),
                new ContainerIdentity(
                        "undertow",
                        Version.getVersionString(),
                        Connector.NIO,
                        listener.endpointClass().getName(),
                        VirtualThreads.kindOf(listener.worker())),
                ConnectorReadback.of(
                                live.getMaxThreads(),
                                live.getMaxConnections(),
                                listener.backlog(),
                                Timeouts.idleMillis(listener, context),
                                buffers)
                        .with(application.deflate()),
                Objects.toString(context.getAttribute(RunningSettings.NEXT_INSTANCE), ""));
    }

    @Override
    public ContainerReadingsMXBean readings() {
        if (readings == null) {
            throw new IllegalStateException("not started");
        }
        return readings;
    }

    // Reads the live listener and its workers. For virtual threads XNIO reports -1.
    private static final class UndertowReadings implements ContainerReadingsMXBean {

        private final Listener listener;
        private final XnioWorkerMXBean workers;

        UndertowReadings(Listener listener) {
            this.listener = listener;
            this.workers = listener.worker().getMXBean();
        }

        @Override
        public long getConnectionCount() {
            return listener.connectionCount();
        }

        @Override
        public long getMaxConnections() {
            return listener.maxConnections();
        }

        @Override
        public int getPoolThreads() {
            return workers.getWorkerPoolSize();
        }

        @Override
        public int getBusyThreads() {
            return workers.getBusyWorkerThreadCount();
        }

        @Override
        public int getMaxThreads() {
            return workers.getMaxWorkerPoolSize();
        }

        @Override
        public int getQueuedRequests() {
            return Math.max(0, workers.getWorkerQueueSize());
        }
    }
}
