package io.ceiling.load.link;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The agent's end of its pipes: reads requests from standard input, and writes answers to standard output, one after
 * the other.
 *
 * <p>Notes. Only records may go to standard output, so {@link System#out} is redirected to standard error from the
 * beginning. The process ends with its input: the reading thread ends it at once, whatever the other threads do, and
 * needs no memory, descriptor or thread for that.
 */
public final class AgentEnd {

    /** Exit code when standard input has ended, as expected. */
    public static final int EXIT_ENDED = 0;

    /** Exit code when standard input had anything but requests, or when the agent itself failed. */
    public static final int EXIT_BROKEN = 3;

    private final InputStream in;
    private final OutputStream out;
    private final IntConsumer halt;
    private final BlockingQueue<Envelope.NumberedRequest> requests = new LinkedBlockingQueue<>();

    /** @param halt ends the process with an exit code, at once */
    AgentEnd(InputStream in, OutputStream out, IntConsumer halt) {
        this.in = in;
        this.out = out;
        this.halt = halt;
        // Not a daemon thread: it alone decides how long the process lives.
        new Thread(this::read, "requests").start();
    }

    /** Takes over standard input and output of this process, which from now on ends with its input. */
    public static AgentEnd ofThisProcess() {
        OutputStream records = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        // Not exit(): an orderly shutdown needs descriptors, of which a process at its ceiling may have none.
        return new AgentEnd(
                new BufferedInputStream(new FileInputStream(FileDescriptor.in)), records, Runtime.getRuntime()::halt);
    }

    /**
     * Processes one request after the other; returns only if the process cannot be ended.
     *
     * @param work computes the answer to a request; the message of an exception is sent as the failure
     */
    public void serve(Function<Request<?>, Object> work) {
        try {
            while (true) {
                Envelope.NumberedRequest next = requests.take();
                out.write(RecordPipe.encode(answer(next, work)));
                out.flush();
            }
        } catch (IOException e) {
            // The reader of the answers is gone, so no further request will come.
            halt.accept(EXIT_ENDED);
        } catch (InterruptedException e) {
            halt.accept(EXIT_ENDED);
        } catch (RuntimeException | Error e) {
            haltBroken(e);
        }
    }

    private static Envelope.NumberedAnswer answer(
            Envelope.NumberedRequest envelope, Function<Request<?>, Object> work) {
        try {
            return new Envelope.NumberedAnswer(envelope.number(), work.apply(envelope.request()), null);
        } catch (RuntimeException | OutOfMemoryError e) {
            return new Envelope.NumberedAnswer(
                    envelope.number(), null, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void read() {
        try {
            for (Object record = RecordPipe.read(in); record != null; record = RecordPipe.read(in)) {
                requests.add((Envelope.NumberedRequest) record);
            }
            halt.accept(EXIT_ENDED);
        } catch (RecordPipe.RecordException | RuntimeException | Error e) {
            haltBroken(e);
        } catch (IOException e) {
            // A broken pipe is an end of the input as well.
            halt.accept(EXIT_ENDED);
        }
    }

    private void haltBroken(Throwable e) {
        try {
            System.err.println("ceiling agent: " + e.getMessage());
            System.err.flush();
        } finally {
            halt.accept(EXIT_BROKEN);
        }
    }
}
