package io.ceiling.webapp;

import java.util.concurrent.atomic.LongAdder;

/** Counts the threads that are in a request of this WAR, by their kind. Thread-safe, does not block. */
final class InFlight {

    private final LongAdder platform = new LongAdder();
    private final LongAdder virtual = new LongAdder();

    void enter(boolean inVirtualThread) {
        (inVirtualThread ? virtual : platform).increment();
    }

    void leave(boolean inVirtualThread) {
        (inVirtualThread ? virtual : platform).decrement();
    }

    /** Returns the number of platform threads in a request. */
    long platformThreads() {
        return platform.sum();
    }

    /** Returns the number of virtual threads in a request. */
    long virtualThreads() {
        return virtual.sum();
    }
}
