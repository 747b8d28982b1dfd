package io.ceiling.container;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntConsumer;

/**
 * Waits for the end of standard input, with which the parent asks this process to end, and ensures that it ends.
 *
 * <p>This must work in a JVM that is out of memory, threads and descriptors: the one thread exists before the container
 * does, and nothing is allocated when the end comes.
 */
final class EndOfInput {

    private static final long PATIENCE_MILLIS = 500;

    private final CountDownLatch ended = new CountDownLatch(1);

    private EndOfInput() {}

    /**
     * Starts to watch the input.
     *
     * @param halt ends the process; called with exit code 0 if it has not ended 500 ms after the end of the input
     */
    static EndOfInput watch(InputStream input, IntConsumer halt) {
        EndOfInput endOfInput = new EndOfInput();
        // Not a daemon thread: some containers have only daemon threads, and the server must live as long as its input.
        new Thread(() -> endOfInput.watchThenHalt(input, halt), "ceiling-end-of-input").start();
        return endOfInput;
    }

    /** Blocks until the input has ended. */
    void await() throws InterruptedException {
        ended.await();
    }

    private void watchThenHalt(InputStream input, IntConsumer halt) {
        while (!atEnd(input)) {
            // Bytes from the parent have no meaning; only the end of the input has.
        }
        ended.countDown();
        try {
            Thread.sleep(PATIENCE_MILLIS);
        } catch (InterruptedException e) {
            // An interrupt only shortens the wait.
        }
        halt.accept(0);
    }

    private static boolean atEnd(InputStream input) {
        try {
            return input.read() < 0;
        } catch (IOException e) {
            // A broken pipe is an end of the input as well.
            return true;
        } catch (OutOfMemoryError e) {
            // The server is at its ceiling, as intended; the next read may succeed.
            return false;
        }
    }
}
