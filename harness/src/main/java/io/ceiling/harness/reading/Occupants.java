package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.List;

/**
 * What occupies a server when a step has failed, as the kernel sees it: connections of other clients, and threads that
 * are blocked in a write. Nothing is seen of a server on another host.
 *
 * @param sockets connections of its port
 * @param writers threads that are blocked in a write
 * @param watches descriptors that processes of its user watch with epoll
 */
public record Occupants(Sockets sockets, List<Writers> writers, Watches watches) {

    public static final Occupants NOT_SEEN = new Occupants(Sockets.NOT_SEEN, List.of(), Watches.NOT_SEEN);

    /**
     * The connections of the server's port, by the kernel's table in the server's own network.
     *
     * @param accepted open connections that the server has accepted
     * @param waiting connections that it has not accepted yet
     * @param left connections that it has accepted and not closed although their clients have closed them (CLOSE_WAIT)
     * @param unread connections on which the server cannot send, since the peer's window is closed: it does not read
     * @param ofHarness open connections of the harness's own process
     * @param listens true if a process is seen to listen on the port
     */
    public record Sockets(Seen accepted, Seen waiting, Seen left, Seen unread, Seen ofHarness, boolean listens) {

        public static final Sockets NOT_SEEN = new Sockets(Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT, false);

        /** Returns true if a connection that was opened since an earlier reading has not come to the listening socket. */
        public boolean lacksOneSince(Sockets before) {
            return listens
                    && !waiting.isAtLeast(1)
                    && accepted.since(before.accepted).orElse(1) < 1;
        }
    }

    /** The receiver of what a thread writes. */
    public enum Into {
        STANDARD_OUTPUT("its standard output, a pipe that nobody reads"),
        STANDARD_ERROR("its standard error, a pipe that nobody reads"),
        CLIENT("a connection whose peer does not read");

        private final String phrase;

        Into(String phrase) {
            this.phrase = phrase;
        }

        /** Returns it in a sentence. */
        public String phrase() {
            return phrase;
        }
    }

    /**
     * Threads that are blocked in a write to the same kind of thing.
     *
     * @param into what they write into
     * @param threads their name, with {@code *} in place of numbers
     * @param count how many they are
     */
    public record Writers(Into into, String threads, int count) {}

    /**
     * The descriptors that epoll watches for the processes of one user.
     *
     * @param used how many there are; not seen if they are too few to matter
     * @param most limit of the user, fs.epoll.max_user_watches
     */
    public record Watches(Seen used, Limit most) {

        public static final Watches NOT_SEEN = new Watches(Seen.NOT, Limit.NOT_SEEN);
    }

    public Occupants {
        writers = List.copyOf(writers);
    }
}
