package io.ceiling.load.socket;

import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoEvent;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A socket driven by java.nio, for platforms without epoll. A source address takes up its port at bind, not at connect.
 */
final class NioWire implements Wire, NioIoHandle {

    private final SocketChannel channel;
    private final Owner owner;
    private @Nullable IoRegistration registration;
    private boolean reads = true;

    private NioWire(SocketChannel channel, Owner owner) {
        this.channel = channel;
        this.owner = owner;
    }

    static NioWire open(Owner owner) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.configureBlocking(false);
        return new NioWire(channel, owner);
    }

    @Override
    public void setReceiveBuffer(int bytes) throws IOException {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, bytes);
    }

    @Override
    public void setNoDelay() throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
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
            NioIoOps read = reads ? NioIoOps.READ : NioIoOps.NONE;
            registered.submit(wanted ? read.with(NioIoOps.WRITE) : read);
        }
    }

    @Override
    public void stopReading() {
        // Level-triggered: bytes that are not read would be reported again and again.
        reads = false;
        awaitWritable(false);
    }

    @Override
    public void handle(IoRegistration registered, IoEvent event) {
        NioIoOps ready = ((NioIoEvent) event).ops();
        if (ready.contains(NioIoOps.CONNECT) || ready.contains(NioIoOps.WRITE)) {
            owner.onWritable();
        }
        if (ready.contains(NioIoOps.READ)) {
            owner.onReadable(false);
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
            // Nothing can be done about a failed close.
        }
    }
}
