package io.ceiling.load.socket;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetSocketAddress;

/** How sockets are driven on this platform. */
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

    public static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    public String label() {
        return label;
    }

    public abstract IoHandlerFactory ioHandlers();

    public abstract Wire open(Wire.Owner owner, InetSocketAddress remote) throws IOException;
}
