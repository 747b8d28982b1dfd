package io.ceiling.harness.engine.control;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A socket whose reads fail at a deadline, even if bytes keep trickling in. The deadline also bounds protocols on top
 * of it, such as TLS.
 */
public final class DeadlineSocket extends Socket {

    private volatile long deadlineNanos;
    private volatile boolean endless = true;

    /**
     * Sets the deadline of all reads to {@code patience} from now. Zero removes the deadline; a new socket has none.
     */
    public void setDeadline(Duration patience) {
        deadlineNanos = System.nanoTime() + patience.toNanos();
        endless = patience.isZero();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(super.getInputStream()) {
            @Override
            public int read() throws IOException {
                keepDeadline();
                return super.read();
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                keepDeadline();
                return super.read(bytes, offset, length);
            }
        };
    }

    private void keepDeadline() throws IOException {
        if (endless) {
            return;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("no whole answer in time");
        }
        int timeout = getSoTimeout();
        if (timeout == 0 || timeout > left) {
            setSoTimeout(Math.toIntExact(left));
        }
    }
}
