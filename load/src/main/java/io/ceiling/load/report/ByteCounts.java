package io.ceiling.load.report;

/**
 * Bytes transferred over the sockets of an agent, headers included.
 *
 * @param read number of bytes read from sockets
 * @param written number of bytes accepted by sockets
 * @param answers number of answers over HTTP that were read to their end and left the connection open
 * @param bodyBytes bytes of their bodies
 * @param deviatingAnswers number of answers whose length differs widely from that of the first one of their event loop
 */
public record ByteCounts(long read, long written, long answers, long bodyBytes, long deviatingAnswers) {

    public static final ByteCounts NONE = new ByteCounts(0, 0);

    /** Creates counts without answers over HTTP. */
    public ByteCounts(long read, long written) {
        this(read, written, 0, 0, 0);
    }

    public ByteCounts plus(ByteCounts other) {
        return new ByteCounts(
                read + other.read,
                written + other.written,
                answers + other.answers,
                bodyBytes + other.bodyBytes,
                deviatingAnswers + other.deviatingAnswers);
    }

    public ByteCounts since(ByteCounts before) {
        return new ByteCounts(
                read - before.read,
                written - before.written,
                answers - before.answers,
                bodyBytes - before.bodyBytes,
                deviatingAnswers - before.deviatingAnswers);
    }
}
