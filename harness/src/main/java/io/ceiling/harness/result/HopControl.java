package io.ceiling.harness.result;

import io.ceiling.harness.reading.TargetSockets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Answers to the requests that the harness itself sends while a server behind a proxy has more load than it takes: through
 * the proxy, and past it to the server behind.
 *
 * @param idle answers of both hops without load
 * @param through answers through the proxy
 * @param direct answers of the server behind, past the proxy
 * @param sockets connections of both hops at that moment, at each level of load, the lower one first
 * @param notAsked why nobody was asked; empty if somebody was
 */
public record HopControl(
        IdleAnswers idle, List<HopAnswer> through, List<HopAnswer> direct, List<Sockets> sockets, String notAsked) {

    /** No request was sent. */
    public static final HopControl NONE = notAsked("no proxy is known");

    public HopControl {
        through = List.copyOf(through);
        direct = List.copyOf(direct);
        sockets = List.copyOf(sockets);
    }

    /**
     * An answer to one request on a connection of its own.
     *
     * @param status HTTP status; {@link #LATE} or {@link #CLOSED} if there was none
     * @param nanos time from the connect to the status, in ns
     */
    public record HopAnswer(int status, long nanos) {

        /** No status came in time. */
        public static final int LATE = 0;

        /** The connection was refused, reset, or closed without a status. */
        public static final int CLOSED = -1;

        /** Returns the answer in words, such as {@code 503 after 2 ms}. */
        public String words() {
            long millis = (nanos + 500_000) / 1_000_000;
            return switch (status) {
                case LATE -> "none within %d ms".formatted(millis);
                case CLOSED -> "closed after %d ms".formatted(millis);
                default -> "%d after %d ms".formatted(status, millis);
            };
        }
    }

    /**
     * The answers without load.
     *
     * @param through answer through the proxy
     * @param direct answer of the server behind
     */
    public record IdleAnswers(HopAnswer through, HopAnswer direct) {}

    /**
     * The connections of both hops.
     *
     * @param front connections of clients with the proxy
     * @param behind connections of the proxy with the server behind
     */
    public record Sockets(TargetSockets front, TargetSockets behind) {}

    /** Returns a control without requests. */
    public static HopControl notAsked(String why) {
        HopAnswer none = new HopAnswer(HopAnswer.LATE, 0);
        return new HopControl(new IdleAnswers(none, none), List.of(), List.of(), List.of(), why);
    }

    /** Returns the same control with the connections that were seen before, at a lower level of load. */
    public HopControl after(HopControl lower) {
        List<Sockets> both =
                Stream.concat(lower.sockets.stream(), sockets.stream()).toList();
        return new HopControl(idle, through, direct, both, notAsked);
    }
}
