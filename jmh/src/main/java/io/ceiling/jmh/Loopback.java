package io.ceiling.jmh;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Blocking sockets to a server of this host. */
final class Loopback {

    private static final byte[] ADDRESS = {127, 0, 0, 1};

    private Loopback() {}

    /** Connects; what is written to it is sent at once, since nothing is gained by waiting for more. */
    static SocketChannel connect(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean connected = false;
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.connect(new InetSocketAddress(InetAddress.getByAddress(ADDRESS), port));
            connected = true;
            return channel;
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    /** Writes all that remains. */
    static void writeAll(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
