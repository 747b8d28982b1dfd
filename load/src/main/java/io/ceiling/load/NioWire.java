package io.ceiling.load;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A socket on java.nio, for platforms without epoll; a bound source address takes its port at bind here. */
final class NioWire implements Wire, NioIoHandle {

    private final SocketChannel channel;
    private final Connection owner;
    private @Nullable IoRegistration registration;

    private NioWire(SocketChannel channel, Connection owner) {
        this.channel = channel;
        this.owner = owner;
    }

    static NioWire open(Connection owner) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        return new NioWire(channel, owner);
    }

    @Override
    public void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException {
        if (local != null) {
            channel.bind(local);
        }
        boolean connected = channel.connect(remote);
        IoRegistration registered =
                owner.eventLoop().register(this).syncUninterruptibly().getNow();
        registration = registered;
        registered.submit(connected ? NioIoOps.WRITE : NioIoOps.CONNECT);
    }

    @Override
    public boolean finishConnect() throws IOException {
        boolean connected = channel.finishConnect();
        if (connected) {
            awaitWritable(false);
        }
        return connected;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        channel.write(from);
    }

    @Override
    public void awaitWritable(boolean wanted) {
        IoRegistration registered = registration;
        if (registered != null) {
            registered.submit(wanted ? NioIoOps.READ_AND_WRITE : NioIoOps.READ);
        }
    }

    @Override
    public void handle(IoRegistration registered, IoEvent event) {
        NioIoOps ready = ((NioIoEvent) event).ops();
        if (ready.contains(NioIoOps.CONNECT) || ready.contains(NioIoOps.WRITE)) {
            owner.writable();
        }
        if (ready.contains(NioIoOps.READ)) {
            owner.readable(false);
        }
    }

    @Override
    public SelectableChannel selectableChannel() {
        return channel;
    }

    @Override
    public void close() {
        IoRegistration registered = registration;
        if (registered != null) {
            registered.cancel();
        }
        try {
            channel.close();
        } catch (IOException e) {
            // Nothing is left that could be done with it.
        }
    }
}
