package io.ceiling.load;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.net.InetSocketAddress;

/** How sockets are driven on this platform. */
enum Transport {
    EPOLL("epoll") {
        @Override
        IoHandlerFactory ioHandlers() {
            return EpollIoHandler.newFactory();
        }

        @Override
        Wire open(Connection owner, InetSocketAddress remote) throws IOException {
            return EpollWire.open(owner, remote);
        }
    },
    NIO("nio") {
        @Override
        IoHandlerFactory ioHandlers() {
            return NioIoHandler.newFactory();
        }

        @Override
        Wire open(Connection owner, InetSocketAddress remote) throws IOException {
            return NioWire.open(owner);
        }
    };

    private final String label;

    Transport(String label) {
        this.label = label;
    }

    static Transport best() {
        return Epoll.isAvailable() ? EPOLL : NIO;
    }

    String label() {
        return label;
    }

    abstract IoHandlerFactory ioHandlers();

    abstract Wire open(Connection owner, InetSocketAddress remote) throws IOException;
}
