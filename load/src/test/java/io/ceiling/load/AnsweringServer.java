package io.ceiling.load;

import io.ceiling.load.fixtures.SocketServer;
import io.ceiling.load.http.Ascii;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Answers whatever comes with the same body, in one thread and without looking at it, so that the client is what is measured. */
final class AnsweringServer implements AutoCloseable {

    private static final int BACKLOG = 4096;

    private final Selector selector = Selector.open();
    private final ServerSocketChannel listener = ServerSocketChannel.open();
    private final ByteBuffer input = ByteBuffer.allocateDirect(16 * 1024);
    private final ByteBuffer answer;

    /** @param length of the body, whose letters are the ones that the workload keep-alive expects */
    AnsweringServer(int length) throws IOException {
        byte[] head = Ascii.bytes("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n".formatted(length));
        answer = ByteBuffer.allocateDirect(head.length + length).put(head).put(Ascii.letters(length));
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        SocketServer.daemon(this::serve);
    }

    int port() {
        return listener.socket().getLocalPort();
    }

    private void serve() {
        try {
            while (listener.isOpen()) {
                selector.select(this::serve);
            }
        } catch (IOException e) {
            // The program is over.
        }
    }

    private void serve(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                for (SocketChannel client = listener.accept(); client != null; client = listener.accept()) {
                    client.configureBlocking(false);
                    client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                    client.register(selector, SelectionKey.OP_READ);
                }
                return;
            }
            SocketChannel client = (SocketChannel) key.channel();
            if (client.read(input.clear()) < 0) {
                client.close();
            } else {
                client.write(answer.duplicate().flip());
            }
        } catch (IOException e) {
            key.cancel();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        selector.close();
    }
}
