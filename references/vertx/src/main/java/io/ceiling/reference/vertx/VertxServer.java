package io.ceiling.reference.vertx;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.protocol.Gauges;
import io.ceiling.reference.Channels;
import io.ceiling.reference.ReferenceReadings;
import io.ceiling.reference.ReferenceServer;
import io.ceiling.reference.Site;
import io.netty.util.NetUtil;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Vert.x on its native transport: by default one instance of a verticle. Each instance has its own event loop. */
final class VertxServer extends ReferenceServer {

    private static final int START_SECONDS = 30;

    @Override
    public String name() {
        return "vertx";
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        int instances = (int) settings.sizes().maxThreads().orElse(1);
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setPreferNativeTransport(true)
                .setEventLoopPoolSize(Math.max(instances, VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE))
                .setFileSystemOptions(new FileSystemOptions().setFileCacheDir(workFolder.toString())));
        if (!vertx.isNativeTransportEnabled()) {
            throw new IllegalStateException(
                    "Vert.x has no native transport here: " + vertx.unavailableNativeTransportCause());
        }
        HttpServerOptions options = new HttpServerOptions()
                .setHost(settings.bindAddress())
                .setPort(settings.port())
                .setPerMessageWebSocketCompressionSupported(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setMaxWebSocketFrameSize(Site.MESSAGE_BYTES)
                .setMaxWebSocketMessageSize(Site.MESSAGE_BYTES);
        settings.sizes().acceptCount().ifNumber(count -> options.setAcceptBacklog((int) count));
        Gauges gauges = gauges();
        Channels channels = new Channels(gauges);
        Site site = new Site(settings.contextPath(), gauges, channels);
        ReferenceReadings live = new ReferenceReadings(instances);
        List<SiteVerticle> verticles = new CopyOnWriteArrayList<>();
        // Instances of a verticle that listen on the same port share its connections. A free port is shared as well.
        vertx.deployVerticle(
                        () -> {
                            SiteVerticle verticle = new SiteVerticle(site, channels, live, options);
                            verticles.add(verticle);
                            return verticle;
                        },
                        new DeploymentOptions().setInstances(instances))
                .toCompletionStage()
                .toCompletableFuture()
                .get(START_SECONDS, TimeUnit.SECONDS);
        setReadings(live);
        int backlog = options.getAcceptBacklog();
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                verticles.get(0).port(),
                settings.contextPath(),
                new ContainerIdentity(
                        name(), version(), Connector.NIO, verticles.get(0).endpointClass(), ThreadKind.PLATFORM),
                ConnectorReadback.of(
                        verticles.size(),
                        -1,
                        backlog < 0 ? NetUtil.SOMAXCONN : backlog,
                        options.getIdleTimeout() * 1_000L,
                        Map.of()),
                "");
    }

    private static String version() throws IOException {
        try (InputStream in = Vertx.class.getResourceAsStream("/META-INF/vertx/vertx-version.txt")) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }
}
