package io.ceiling.load.socket;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The way in which sockets are driven: Linux epoll or java.nio. */
public enum Transport {
    EPOLL("epoll") {
        @Override
        public IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        public Wire open(Wire.Owner owner, InetSocketAddress remote) throws IOException {
            return EpollWire.open(owner, remote);
        }
    },
    NIO("nio") {
        @Override
        public IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        public Wire open(Wire.Owner owner, InetSocketAddress remote) throws IOException {
            return NioWire.open(owner);
        }
    };

    private final String label;

    Transport(String label) {
        this.label = label;
    }

    /** Returns epoll if this platform has it, else java.nio. */
    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    public String label() {
        return label;
    }

    /** Returns the factory of the handlers that event loops need for these sockets. */
    public abstract IoHandlerFactory ioHandlers();

    /**
     * Returns a new socket that is not connected; the remote address only determines whether it is for IPv4 or IPv6.
     */
    public abstract Wire open(Wire.Owner owner, InetSocketAddress remote) throws IOException;
}
