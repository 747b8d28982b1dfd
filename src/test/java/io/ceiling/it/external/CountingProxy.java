package io.ceiling.it.external;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashSet;
import java.util.Set;

/** Stands before a server of this host, passes everything on, and counts the connections that clients have open at once. */
final class CountingProxy implements AutoCloseable {

    private final int serverPort;
    private final Selector selector = Selector.open();
    private final ServerSocketChannel door = ServerSocketChannel.open();
    private final SelectionKey knock;
    /** Of the clients; the thread's alone. */
    private final Set<SocketChannel> open = new HashSet<>();

    private final ByteBuffer buffer = ByteBuffer.allocate(65_536);
    private final Thread thread = new Thread(this::run, "counting-proxy");
    private volatile int mostOpen;
    private volatile boolean closed;

    CountingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        door.configureBlocking(false);
        knock = door.register(selector, SelectionKey.OP_ACCEPT);
        thread.start();
    }

    int port() {
        return door.socket().getLocalPort();
    }

    /** Connections that were open at once, at their most. */
    int mostOpen() {
        return mostOpen;
    }

    /** What was closed before a connection was opened is seen before it: ends first, and one connection for each look. */
    private void run() {
        try {
            while (!closed) {
                selector.select();
                boolean knocked = selector.selectedKeys().remove(knock);
                for (SelectionKey key : selector.selectedKeys()) {
                    // The other side of a pair may have ended it.
                    if (key.isValid()) {
                        pass((SocketChannel) key.channel(), (SocketChannel) key.attachment());
                    }
                }
                selector.selectedKeys().clear();
                if (knocked) {
                    admit(door.accept());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void admit(SocketChannel client) throws IOException {
        open.add(client);
        mostOpen = Math.max(mostOpen, open.size());
        SocketChannel server = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
        client.configureBlocking(false).register(selector, SelectionKey.OP_READ, server);
        server.configureBlocking(false).register(selector, SelectionKey.OP_READ, client);
    }

    /** All that is there, up to the end if that has come. */
    private void pass(SocketChannel from, SocketChannel to) throws IOException {
        try {
            int read = from.read(buffer.clear());
            while (read > 0) {
                buffer.flip();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                read = from.read(buffer.clear());
            }
            if (read == 0) {
                return;
            }
        } catch (IOException e) {
            // One of them was reset, which is an end as well.
        }
        end(from);
        end(to);
    }

    private void end(SocketChannel channel) throws IOException {
        open.remove(channel);
        channel.close();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
