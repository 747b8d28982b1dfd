package io.ceiling.harness.matrix;

/**
 * How far a climb may raise settings.
 *
 * @param nofileHard hard limit of open descriptors that a child process can get
 * @param heapBudgetBytes largest heap, and largest direct memory, of a server
 * @param somaxconn the kernel's limit of a listen queue; -1 if not to be seen
 * @param capConnections no ramp goes beyond
 */
public record Headroom(int nofileHard, long heapBudgetBytes, long somaxconn, int capConnections) {

    public Headroom {
        if (heapBudgetBytes < 8L << 20) {
            throw new IllegalArgumentException("heap budget must be >= 8 MiB, was %d bytes".formatted(heapBudgetBytes));
        }
    }
}
