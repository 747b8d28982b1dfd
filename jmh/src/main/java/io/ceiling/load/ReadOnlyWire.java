package io.ceiling.load;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A wire without an event loop, of which nothing is wanted but the bytes to parse. */
abstract class ReadOnlyWire implements Wire {

    private static final String ONLY_READ = "this wire is only read";

    @Override
    public void receiveBuffer(int bytes) {
        throw new UnsupportedOperationException(ONLY_READ);
    }

    @Override
    public void sendAtOnce() {
        throw new UnsupportedOperationException(ONLY_READ);
    }

    @Override
    public void connect(@Nullable InetSocketAddress local, InetSocketAddress remote) {
        throw new UnsupportedOperationException(ONLY_READ);
    }

    @Override
    public boolean finishConnect() {
        throw new UnsupportedOperationException(ONLY_READ);
    }

    @Override
    public void write(ByteBuffer from) {
        throw new UnsupportedOperationException(ONLY_READ);
    }

    @Override
    public void awaitWritable(boolean wanted) {
        throw new UnsupportedOperationException(ONLY_READ);
    }

    @Override
    public void stopReading() {
        throw new UnsupportedOperationException(ONLY_READ);
    }
}
