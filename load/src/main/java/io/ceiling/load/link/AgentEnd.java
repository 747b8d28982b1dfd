package io.ceiling.load.link;

import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * The agent's end of its pipes: requests come over standard input, answers go out over standard output, one after the other.
 *
 * <p>Notes. Nothing but records may go over standard output, so {@link System#out} leads to standard error from the beginning.
 * The process lives as long as its input: a thread that does nothing but read ends it at once, whatever the others are doing,
 * and needs no memory, descriptor or thread for that.
 */
public final class AgentEnd {

    /** The exit status where standard input has ended, as it should. */
    public static final int EXIT_ENDED = 0;

    /** The exit status where something else than requests came over standard input, or the agent itself is broken. */
    public static final int EXIT_BROKEN = 3;

    private final InputStream in;
    private final OutputStream out;
    private final IntConsumer halt;
    private final BlockingQueue<Envelope.Asked> asked = new LinkedBlockingQueue<>();

    /** @param halt ends the process with a status, at once */
    AgentEnd(InputStream in, OutputStream out, IntConsumer halt) {
        this.in = in;
        this.out = out;
        this.halt = halt;
        // Not a daemon: it alone decides how long the process lives.
        new Thread(this::read, "requests").start();
    }

    /** Takes over standard input and output of this process, which ends with its input from now on. */
    public static AgentEnd ofThisProcess() {
        OutputStream records = new FileOutputStream(FileDescriptor.out);
        System.setOut(System.err);
        // Not exit(): at its ceiling a process may have no descriptor left for an orderly goodbye, and needs none.
        return new AgentEnd(
                new BufferedInputStream(new FileInputStream(FileDescriptor.in)), records, Runtime.getRuntime()::halt);
    }

    /** Works on one request after the other; returns only if the process cannot be ended. */
    public void serve(Function<Request<?>, Serializable> work) {
        try {
            while (true) {
                Envelope.Asked next = asked.take();
                out.write(RecordPipe.encode(answered(next, work)));
                out.flush();
            }
        } catch (IOException e) {
            // Nobody reads any more: so nobody asks either.
            halt.accept(EXIT_ENDED);
        } catch (InterruptedException e) {
            halt.accept(EXIT_ENDED);
        } catch (RuntimeException | Error e) {
            broken(e);
        }
    }

    private static Envelope.Answered answered(Envelope.Asked asked, Function<Request<?>, Serializable> work) {
        try {
            return new Envelope.Answered(asked.number(), work.apply(asked.request()), null);
        } catch (RuntimeException | OutOfMemoryError e) {
            return new Envelope.Answered(asked.number(), null, e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }

    private void read() {
        try {
            for (Object record = RecordPipe.read(in); record != null; record = RecordPipe.read(in)) {
                asked.add((Envelope.Asked) record);
            }
            halt.accept(EXIT_ENDED);
        } catch (RecordPipe.RecordException | RuntimeException | Error e) {
            broken(e);
        } catch (IOException e) {
            // A broken pipe is an end as well.
            halt.accept(EXIT_ENDED);
        }
    }

    private void broken(Throwable e) {
        try {
            System.err.println("ceiling agent: " + e.getMessage());
            System.err.flush();
        } finally {
            halt.accept(EXIT_BROKEN);
        }
    }
}
