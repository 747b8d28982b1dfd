package io.ceiling.webapp;

/** A daemon thread that runs the same task repeatedly until it is closed. It survives every exception. */
public final class Loop implements AutoCloseable {

    private static final long CLOSING_MILLIS = 1000;

    /** One turn, which waits by itself. */
    public interface Task {
        void runOnce() throws InterruptedException;
    }

    private final Task turn;
    private final Thread thread;
    private volatile boolean closed;

    /** Starts the thread. */
    public Loop(String name, Task turn) {
        this.turn = turn;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!closed) {
            try {
                turn.runOnce();
            } catch (InterruptedException e) {
                // Closed, or else the next turn comes early.
            } catch (Throwable t) {
                // Most likely out of memory, at the very ceiling that is being looked for. The next turn tries again.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
