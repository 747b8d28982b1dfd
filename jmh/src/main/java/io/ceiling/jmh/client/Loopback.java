package io.ceiling.jmh.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** Opens blocking sockets to a server of this host, and writes to them. */
public final class Loopback {

    private static final byte[] ADDRESS = {127, 0, 0, 1};

    private Loopback() {}

    /** Connects with TCP_NODELAY, since there is nothing to gain by waiting for more bytes. */
    public static SocketChannel connect(int port) throws IOException {
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

    /** Writes all remaining bytes. */
    static void writeAll(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
