package io.ceiling.load.socket;

import io.netty.channel.IoEventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking TCP socket registered with an event loop, confined to the thread of that loop.
 *
 * <p>It reports to its {@link Owner} what the socket is ready for. It is no Netty channel on purpose: a channel with
 * its pipeline, configuration, outbound buffer and promises takes more than a kilobyte for a connection that is idle
 * nearly all of its life; a handle registered with Netty's event loop takes a hundred bytes.
 */
public interface Wire extends Input.Source {

    /** Receiver of the events of a socket, called on the thread of its event loop. */
    interface Owner {

        /** Returns the event loop to register the socket with. */
        IoEventLoop eventLoop();

        /** Called when the socket accepts bytes again, or when its connect has succeeded or failed. */
        void onWritable();

        /**
         * Called when the socket has bytes to read, or the peer has ended the stream.
         *
         * @param ended true if the peer will send no more than what can be read now
         */
        void onReadable(boolean ended);
    }

    /** Sets the size of the receive buffer (SO_RCVBUF), in bytes. To be called before {@link #connect}. */
    void setReceiveBuffer(int bytes) throws IOException;

    /**
     * Makes every write go out immediately, even if earlier bytes are not acknowledged (TCP_NODELAY). To be called
     * before {@link #connect}.
     */
    void setNoDelay() throws IOException;

    /**
     * Starts to connect, and registers with the event loop.
     *
     * @param local source address with port 0; null lets the kernel choose
     */
    void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException;

    /**
     * Returns true if the connect has succeeded, after the socket was reported as writable.
     *
     * @throws IOException if the connect has failed
     */
    boolean finishConnect() throws IOException;

    /** Writes as many bytes as the socket accepts; the rest remains in the buffer. */
    void write(ByteBuffer from) throws IOException;

    /** Returns true if a read of this many bytes may have left more to read. */
    default boolean mayHaveMore(int read) {
        return Input.mayHaveMore(read);
    }

    /**
     * Writes bytes that this object has accepted from the connection but the socket has not. To be called when the
     * socket is writable.
     */
    default void flush() throws IOException {}

    /** Returns true if no bytes of earlier writes wait in this object. */
    default boolean isFlushed() {
        return true;
    }

    /** Sets whether the owner is called when the socket accepts bytes again. */
    void awaitWritable(boolean wanted);

    /** Stops reading for good. With epoll, the owner is still called when the server hangs up. */
    void stopReading();

    void close();
}
