package io.ceiling.load.report;

/**
 * Bytes transferred over the sockets of an agent, headers included.
 *
 * @param read number of bytes read from sockets
 * @param written number of bytes accepted by sockets
 */
public record ByteCounts(long read, long written) {

    public static final ByteCounts NONE = new ByteCounts(0, 0);

    public ByteCounts plus(ByteCounts other) {
        return new ByteCounts(read + other.read, written + other.written);
    }

    public ByteCounts since(ByteCounts before) {
        return new ByteCounts(read - before.read, written - before.written);
    }
}
