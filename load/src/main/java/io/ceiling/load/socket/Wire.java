package io.ceiling.load.socket;

import io.netty.channel.IoEventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One non-blocking TCP socket registered with an event loop; used by that loop's thread alone.
 *
 * <p>It tells its {@link Owner} what the socket is ready for. It stands below Netty's channels on purpose: a channel
 * with its pipeline, configuration, outbound buffer and promises is more than a kilobyte for a connection that is idle
 * nearly all of its life; a handle registered with Netty's event loop is a hundred bytes.
 */
public interface Wire extends Input.Source {

    /** Who uses a socket; called by the thread of its event loop alone. */
    interface Owner {

        /** Returns the event loop that the socket is to be registered with. */
        IoEventLoop eventLoop();

        /** The socket takes bytes, or a connect was decided. */
        void writable();

        /**
         * The socket has bytes, or has ended.
         *
         * @param ended the peer will send no more than what is there
         */
        void readable(boolean ended);
    }

    /** Asks for a receive buffer of so many bytes; before {@link #connect}. */
    void receiveBuffer(int bytes) throws IOException;

    /** Sends what is written at once, though what was written before is not acknowledged yet; before {@link #connect}. */
    void sendAtOnce() throws IOException;

    /**
     * Starts to connect and registers with the event loop.
     *
     * @param local the source address, its port 0; null lets the kernel choose
     */
    void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException;

    /** Whether the connect, which the socket reported as decided, succeeded; throws what it failed with. */
    boolean finishConnect() throws IOException;

    /** Writes what the socket takes; the rest remains in the buffer. */
    void write(ByteBuffer from) throws IOException;

    /** Whether after a read of so many bytes there may be more to read at once. */
    default boolean mayHaveLeft(int read) {
        return Input.mayHaveLeftBytes(read);
    }

    /** The socket takes bytes again: writes what was taken over from the connection, but not by the socket. */
    default void flush() throws IOException {}

    /** Whether the connection wants to hear that the socket takes bytes again. */
    void awaitWritable(boolean wanted);

    /** The connection will not read any more; it still hears, with epoll, that the server has hung up. */
    void stopReading();

    void close();
}
