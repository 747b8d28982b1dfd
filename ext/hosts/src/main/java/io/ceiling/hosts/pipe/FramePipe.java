package io.ceiling.hosts.pipe;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * One end of a pipe: sends frames and beats, receives them, and notices when the other end is gone or silent. Thread-safe.
 *
 * <p>Notes. A write may block for ever, since a stopped process does not empty its pipe, so only the writing thread
 * waits for it. Every byte is a sign of life, not only a beat, which may wait behind a long frame on a slow network. A
 * pause of this process is no silence of the other one: silence is counted in checks of the watching thread, which
 * pauses as well.
 */
final class FramePipe {

    /** Number of checks without a byte after which the other end is silent. */
    static final int SILENT_CHECKS = 12;

    private static final byte[] END = {};

    private final CountingStream in;
    private final OutputStream out;
    private final Heartbeat timing;
    private final Consumer<Frame> frameReceiver;
    private final Consumer<PipeEnd> endListener;
    private final Pause pause;
    private final AtomicBoolean hasEnded = new AtomicBoolean();
    private final BlockingQueue<byte[]> unwritten = new LinkedBlockingQueue<>();

    /**
     * Creates an end that does nothing yet.
     *
     * @param frameReceiver receives every frame except beats, in order; must not block
     * @param endListener receives once the reason why no more frames come
     */
    FramePipe(
            InputStream in,
            OutputStream out,
            Heartbeat timing,
            Consumer<Frame> frameReceiver,
            Consumer<PipeEnd> endListener) {
        this(in, out, timing, frameReceiver, endListener, TimeUnit.NANOSECONDS::sleep);
    }

    /** Creates an end whose watching thread waits between two checks with this pause. */
    FramePipe(
            InputStream in,
            OutputStream out,
            Heartbeat timing,
            Consumer<Frame> frameReceiver,
            Consumer<PipeEnd> endListener,
            Pause pause) {
        this.in = new CountingStream(in);
        this.out = out;
        this.timing = timing;
        this.frameReceiver = frameReceiver;
        this.endListener = endListener;
        this.pause = pause;
    }

    interface Pause {
        void pass(long nanos) throws InterruptedException;
    }

    /**
     * The reason why no more frames come.
     *
     * @param reason words that follow the name of the other end
     * @param closed true if the pipe has ended, false if the other end is silent
     */
    record PipeEnd(String reason, boolean closed) {}

    // Counts the bytes that were read.
    private static final class CountingStream extends FilterInputStream {

        private final LongAdder bytes = new LongAdder();

        CountingStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            bytes.add(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            bytes.add(Math.max(0, read));
            return read;
        }
    }

    /** Starts sending, before the other end has answered. */
    void startSending(String name) {
        daemon(this::write, name + "-writes").start();
    }

    /** Begins to receive and to watch. */
    void startReceiving(String name) {
        daemon(this::read, name + "-reads").start();
        daemon(this::watch, name + "-watches").start();
    }

    static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Sends a frame behind those that were sent before; does not block. */
    void send(Frame frame) {
        unwritten.add(frame.bytes());
    }

    /** Closes the output behind what was sent; does not block. What still comes is received. */
    void close() {
        unwritten.add(END);
    }

    private void write() {
        byte[] beat = Frame.of(Frame.Kind.BEAT, 0, "").bytes();
        try (out) {
            while (true) {
                byte[] next = unwritten.poll(timing.beat().toNanos(), TimeUnit.NANOSECONDS);
                if (next == END) {
                    return;
                }
                out.write(next == null ? beat : next);
                out.flush();
            }
        } catch (IOException e) {
            // The other end is gone; the reading thread notices it as well.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        InputStream buffered = new BufferedInputStream(in);
        try {
            for (Frame frame = Frame.read(buffered); frame != null; frame = Frame.read(buffered)) {
                if (frame.kind() != Frame.Kind.BEAT) {
                    frameReceiver.accept(frame);
                }
            }
            end(new PipeEnd("its pipe has ended", true));
        } catch (IOException e) {
            end(new PipeEnd("its pipe is of no use any more: " + RemoteText.of(e), true));
        }
    }

    private void watch() {
        long lookNanos = timing.silence().toNanos() / SILENT_CHECKS;
        long lastByteCount = in.bytes.sum();
        int silentLooks = 0;
        try {
            while (!hasEnded.get()) {
                pause.pass(lookNanos);
                long now = in.bytes.sum();
                silentLooks = now == lastByteCount ? silentLooks + 1 : 0;
                lastByteCount = now;
                if (silentLooks >= SILENT_CHECKS) {
                    end(new PipeEnd(
                            "nothing was heard of it for %d ms"
                                    .formatted(timing.silence().toMillis()),
                            false));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void end(PipeEnd end) {
        if (hasEnded.compareAndSet(false, true)) {
            endListener.accept(end);
        }
    }
}
