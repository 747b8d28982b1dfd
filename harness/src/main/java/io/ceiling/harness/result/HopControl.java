package io.ceiling.harness.result;

import io.ceiling.harness.reading.BusiestThread;
import io.ceiling.harness.reading.TargetSockets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Answers to the requests that the harness itself sends while a server has more load than it takes: from the address of the
 * load agents, from another one, and, if it is behind a proxy, past that one.
 *
 * @param idle answers of both hops without load
 * @param through answers to requests that go the way of the load, from an address of the load agents
 * @param direct answers of the server behind, past the proxy; none without a proxy
 * @param otherClient answers to requests that go the way of the load, from another client address
 * @param sockets connections of both hops at that moment, at each level of load, the lower one first
 * @param skipped why no request was sent; empty if one was
 */
public record HopControl(
        IdleAnswers idle,
        List<HopAnswer> through,
        List<HopAnswer> direct,
        OtherClient otherClient,
        List<Sockets> sockets,
        String skipped) {

    /** No request was sent. */
    public static final HopControl NONE = skipped("no proxy is known");

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
     * The answers to a client that is none of the load agents.
     *
     * @param answers answers to requests from another client address; none if there is no other
     * @param addresses number of addresses from which clients are connected
     */
    public record OtherClient(List<HopAnswer> answers, long addresses) {

        /** No other client asked. */
        public static final OtherClient NONE = new OtherClient(List.of(), 0);

        public OtherClient {
            answers = List.copyOf(answers);
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
     * @param busiest thread of the proxy that used most processor time while the hops were asked
     */
    public record Sockets(TargetSockets front, TargetSockets behind, BusiestThread busiest) {

        /** Connections of which nothing was seen. */
        public static final Sockets NOT_SEEN =
                new Sockets(TargetSockets.NOT_SEEN, TargetSockets.NOT_SEEN, BusiestThread.NOT_SEEN);
    }

    /** Returns a control without requests. */
    public static HopControl skipped(String why) {
        HopAnswer none = new HopAnswer(HopAnswer.LATE, 0);
        return new HopControl(new IdleAnswers(none, none), List.of(), List.of(), OtherClient.NONE, List.of(), why);
    }

    /** Returns the same control with the connections that were seen before, at a lower level of load. */
    public HopControl withLowerLevel(HopControl lower) {
        List<Sockets> both =
                Stream.concat(lower.sockets.stream(), sockets.stream()).toList();
        return new HopControl(idle, through, direct, otherClient, both, skipped);
    }
}
