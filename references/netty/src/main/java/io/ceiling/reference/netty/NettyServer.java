package io.ceiling.reference.netty;

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
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollServerSocketChannelConfig;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.Version;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Netty with one event loop that accepts connections and others that serve them, by default two for each processor. */
final class NettyServer extends ReferenceServer {

    @Override
    public String name() {
        return "netty";
    }

    @Override
    public RunningSettings start(ContainerSettings settings, Path workFolder) throws Exception {
        Epoll.ensureAvailability();
        EventLoopGroup acceptor = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
        MultiThreadIoEventLoopGroup workers = new MultiThreadIoEventLoopGroup(
                (int) settings.sizes().maxThreads().orElse(0), EpollIoHandler.newFactory());
        ReferenceReadings live = new ReferenceReadings(workers.executorCount());
        Gauges gauges = gauges();
        Channels channels = new Channels(gauges);
        HttpHandler http = new HttpHandler(new Site(settings.contextPath(), gauges, channels), channels, live);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(acceptor, workers)
                .channel(EpollServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(Site.MESSAGE_BYTES), http);
                    }
                });
        settings.sizes().acceptCount().ifNumber(count -> bootstrap.option(ChannelOption.SO_BACKLOG, (int) count));
        EpollServerSocketChannel channel = (EpollServerSocketChannel)
                bootstrap.bind(settings.bindAddress(), settings.port()).sync().channel();
        setReadings(live);
        return running(settings, channel, workers);
    }

    private RunningSettings running(
            ContainerSettings settings, EpollServerSocketChannel channel, MultiThreadIoEventLoopGroup workers) {
        InetSocketAddress address = channel.localAddress();
        EpollServerSocketChannelConfig config = channel.config();
        return new RunningSettings(
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                address.getPort(),
                settings.contextPath(),
                new ContainerIdentity(
                        name(),
                        Objects.requireNonNull(Version.identify().get("netty-codec-http"), "Netty tells no version")
                                .artifactVersion(),
                        Connector.NIO,
                        channel.getClass().getName(),
                        ThreadKind.PLATFORM),
                // Nothing in its pipeline counts connections, or closes idle ones.
                ConnectorReadback.of(workers.executorCount(), -1, config.getBacklog(), 0, Map.of()),
                "");
    }
}
