package io.ceiling.sample.apps;

import java.util.ArrayDeque;
import java.util.Deque;

/** A semaphore for code without a thread of its own: what waits is an entry of a queue. */
final class AsyncGate {

    static final AsyncGate ONLY = new AsyncGate(Asked.SIZE);

    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int free;

    private AsyncGate(int size) {
        free = size;
    }

    void enter(Runnable inside) {
        synchronized (this) {
            if (free == 0) {
                waiting.add(inside);
                return;
            }
            free--;
        }
        inside.run();
    }

    void leave() {
        Runnable next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                free++;
                return;
            }
        }
        next.run();
    }
}
