package io.ceiling.load.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The values of placeholders in the requests of one event loop. Numbers are unique among all processes of a host: they
 * have the process id in them, of which Linux has fewer than 4 194 304. Confined to one thread.
 */
public final class PlaceholderValues {

    private static final long PROCESSES = 1 << 22;
    private static final long PROCESS = ProcessHandle.current().pid();
    private static final AtomicLong REQUESTS = new AtomicLong();
    private static final AtomicLong CONNECTIONS = new AtomicLong();

    // Not seeded by the plan, since every agent has the same seed.
    private final SplittableRandom random = new SplittableRandom();
    // Number of the next line of each file; each event loop begins at a random one.
    private final Map<String, Integer> next = new HashMap<>();

    private long number;
    private long connection;

    public static long newConnection() {
        return unique(CONNECTIONS);
    }

    private static long unique(AtomicLong counter) {
        return counter.incrementAndGet() * PROCESSES + PROCESS;
    }

    /** Begins another request of the same connection. */
    void nextRequest() {
        number = unique(REQUESTS);
    }

    /** Begins another request of this connection. */
    void nextRequest(long ofConnection) {
        nextRequest();
        connection = ofConnection;
    }

    long number() {
        return number;
    }

    long connection() {
        return connection;
    }

    String uuid() {
        long versioned = (random.nextLong() & ~0xf000L) | 0x4000L;
        long variant = (random.nextLong() >>> 2) | Long.MIN_VALUE;
        return new UUID(versioned, variant).toString();
    }

    long random(long from, long to) {
        return random.nextLong(from, to + 1);
    }

    byte[] next(String file, List<byte[]> lines) {
        int index = next.computeIfAbsent(file, name -> random.nextInt(lines.size()));
        next.put(file, (index + 1) % lines.size());
        return lines.get(index);
    }
}
