package io.ceiling.reference;

import io.ceiling.container.ContainerReadingsMXBean;
import java.util.concurrent.atomic.LongAdder;

/**
 * The live readings of a reference in a JVM. Thread-safe; nothing blocks.
 *
 * <p>Its event loops run the handlers, so they are its request threads. No platform reports which loops wait for
 * sockets, so busy threads cannot be read.
 */
public final class ReferenceReadings implements ContainerReadingsMXBean {

    private static final int UNREADABLE = -1;

    private final LongAdder connections = new LongAdder();
    private final int eventLoops;

    public ReferenceReadings(int eventLoops) {
        this.eventLoops = eventLoops;
    }

    /** Counts a connection that was accepted. */
    public void countOpen() {
        connections.increment();
    }

    /** Counts a connection that has ended. */
    public void countClose() {
        connections.decrement();
    }

    @Override
    public long getConnectionCount() {
        return connections.sum();
    }

    @Override
    public long getMaxConnections() {
        return UNREADABLE;
    }

    @Override
    public int getPoolThreads() {
        return eventLoops;
    }

    @Override
    public int getBusyThreads() {
        return UNREADABLE;
    }

    @Override
    public int getMaxThreads() {
        return eventLoops;
    }

    @Override
    public int getQueuedRequests() {
        return 0;
    }
}
