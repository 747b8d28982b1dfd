package io.ceiling.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/**
 * Waits for the end of standard input, which is the parent's sign to end, and sees to it that the process does.
 *
 * <p>It must work in a JVM that is out of memory, threads and descriptors: its one thread exists before the container
 * does, and nothing is allocated when the end comes.
 */
final class EndOfInput {

    private static final long PATIENCE_MILLIS = 500;

    private final CountDownLatch ended = new CountDownLatch(1);

    private EndOfInput() {}

    /**
     * Starts to watch.
     *
     * @param halt ends the process; called with 0 some time after the end if nobody else has ended it by then
     */
    static EndOfInput watch(InputStream input, IntConsumer halt) {
        EndOfInput endOfInput = new EndOfInput();
        // Not a daemon: some containers have daemon threads alone, and the server lives as long as its input.
        new Thread(() -> endOfInput.watchThenHalt(input, halt), "ceiling-end-of-input").start();
        return endOfInput;
    }

    /** Blocks until the input has ended. */
    void await() throws InterruptedException {
        ended.await();
    }

    private void watchThenHalt(InputStream input, IntConsumer halt) {
        while (!atEnd(input)) {
            // Whatever the parent writes has no meaning; only the end of it has.
        }
        ended.countDown();
        try {
            Thread.sleep(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            // Somebody is in a hurry.
        }
        halt.accept(0);
    }

    private static boolean atEnd(InputStream input) {
        try {
            return input.read() < 0;
        } catch (IOException e) {
            // A broken pipe is an end as well.
            return true;
        } catch (OutOfMemoryError e) {
            // The server is at its ceiling; that is what it is here for.
            return false;
        }
    }
}
