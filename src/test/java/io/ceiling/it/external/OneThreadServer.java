package io.ceiling.it.external;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;

/** A process with one thread that accepts, reads, works and answers, like a server of one event loop. */
final class OneThreadServer {

    static final String THREAD = "one-loop";

    private static final long WORK_NANOS = Duration.ofMillis(1).toNanos();
    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nany".getBytes(StandardCharsets.US_ASCII);

    private OneThreadServer() {}

    /** Prints its port, and ends when its standard input does. */
    public static void main(String[] arguments) throws Exception {
        ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4_096);
        listening.configureBlocking(false);
        Thread loop = new Thread(() -> serve(listening), THREAD);
        loop.setDaemon(true);
        loop.start();
        System.out.println(listening.socket().getLocalPort());
        while (System.in.read() >= 0) {
            Thread.onSpinWait();
        }
    }

    private static void serve(ServerSocketChannel listening) {
        try (Selector selector = Selector.open()) {
            listening.register(selector, SelectionKey.OP_ACCEPT);
            ByteBuffer buffer = ByteBuffer.allocate(8_192);
            while (selector.select() >= 0) {
                for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                    SelectionKey key = keys.next();
                    keys.remove();
                    if (key.isAcceptable()) {
                        accept(listening, selector);
                    } else {
                        answer(key, buffer);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("the only thread ended", e);
        }
    }

    private static void accept(ServerSocketChannel listening, Selector selector) throws IOException {
        SocketChannel connection = listening.accept();
        if (connection != null) {
            connection.configureBlocking(false);
            connection.register(selector, SelectionKey.OP_READ);
        }
    }

    private static void answer(SelectionKey key, ByteBuffer buffer) {
        SocketChannel connection = (SocketChannel) key.channel();
        try {
            buffer.clear();
            int read = connection.read(buffer);
            if (read < 0) {
                connection.close();
            } else if (StandardCharsets.US_ASCII
                    .decode(buffer.flip())
                    .toString()
                    .endsWith("\r\n\r\n")) {
                long begin = System.nanoTime();
                while (System.nanoTime() - begin < WORK_NANOS) {
                    Thread.onSpinWait();
                }
                connection.write(ByteBuffer.wrap(ANSWER));
            }
        } catch (IOException e) {
            key.cancel();
        }
    }
}
