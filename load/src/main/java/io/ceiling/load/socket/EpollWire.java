package io.ceiling.load.socket;

import io.netty.channel.ChannelException;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.epoll.LinuxSocket;
import io.netty.channel.unix.FileDescriptor;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A socket driven by Netty's native epoll.
 *
 * <p>Notes. The socket is registered edge-triggered with every interest from the start, so that the connection needs no
 * further epoll_ctl. The reader must therefore read until it gets fewer bytes than there was room for (epoll(7), Q9).
 * The socket is registered only after connect was called, because epoll reports an unconnected socket as hung up. The
 * descriptor is closed before the registration is cancelled, which saves the epoll_ctl that would delete it; no other
 * thread opens descriptors for this loop, so the number cannot be reused in between.
 */
final class EpollWire implements Wire, EpollIoHandle {

    // From linux/in.h. IP_BIND_ADDRESS_NO_PORT defers the choice of the local port to connect, so that a port is used
    // up for each destination and not for the whole host.
    private static final int IPPROTO_IP = 0;

    private static final int IP_BIND_ADDRESS_NO_PORT = 24;

    private static final EpollIoOps INTERESTS = EpollIoOps.valueOf(EpollIoOps.EPOLLIN.value()
            | EpollIoOps.EPOLLOUT.value()
            | EpollIoOps.EPOLLRDHUP.value()
            | EpollIoOps.EPOLLET.value());
    private static final int END_EVENTS = EpollIoOps.EPOLLRDHUP.value() | EpollIoOps.EPOLLERR.value();

    private final LinuxSocket socket;
    private final Owner owner;
    private @Nullable IoRegistration registration;

    private EpollWire(LinuxSocket socket, Owner owner) {
        this.socket = socket;
        this.owner = owner;
    }

    static EpollWire open(Owner owner, InetSocketAddress remote) throws IOException {
        try {
            return new EpollWire(LinuxSocket.newSocketStream(remote.getAddress() instanceof Inet6Address), owner);
        } catch (ChannelException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e);
        }
    }

    @Override
    public void setReceiveBuffer(int bytes) throws IOException {
        socket.setReceiveBufferSize(bytes);
    }

    @Override
    public void setNoDelay() throws IOException {
        socket.setTcpNoDelay(true);
    }

    @Override
    public void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException {
        if (local != null) {
            socket.setIntOpt(IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1);
            socket.bind(local);
        }
        socket.connect(remote);
        IoEventLoop loop = owner.eventLoop();
        IoRegistration registered = loop.register(this).syncUninterruptibly().getNow();
        registration = registered;
        registered.submit(INTERESTS);
    }

    @Override
    public boolean finishConnect() throws IOException {
        return socket.finishConnect();
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int bytes = socket.recv(into, into.position(), into.limit());
        if (bytes > 0) {
            into.position(into.position() + bytes);
        }
        return bytes;
    }

    @Override
    public void write(ByteBuffer from) throws IOException {
        from.position(from.position() + socket.send(from, from.position(), from.limit()));
    }

    @Override
    public void awaitWritable(boolean wanted) {
        // Edge-triggered: the interest is always registered.
    }

    @Override
    public void stopReading() {
        // Edge-triggered: bytes that are not read are reported only once.
    }

    @Override
    public void handle(IoRegistration registered, IoEvent event) {
        int ready = ((EpollIoEvent) event).ops().value();
        // Any readiness other than plain readability may decide a connect: writable, error, or hung up.
        if (ready != EpollIoOps.EPOLLIN.value()) {
            owner.onWritable();
        }
        if ((ready & (EpollIoOps.EPOLLIN.value() | END_EVENTS)) != 0) {
            owner.onReadable((ready & END_EVENTS) != 0);
        }
    }

    @Override
    public FileDescriptor fd() {
        return socket;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The descriptor is released even if close() fails (close(2)).
        }
        IoRegistration registered = registration;
        if (registered != null) {
            registered.cancel();
        }
    }
}
