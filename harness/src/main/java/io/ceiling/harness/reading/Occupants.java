package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.List;

/**
 * What occupies a server when a step has failed, as the kernel sees it: connections of other clients, and threads that
 * are blocked in a write. Nothing is seen of a server on another host.
 *
 * @param sockets connections of its port
 * @param writers threads that are blocked in a write
 * @param countedUses use of other resources that the kernel counts and limits by a setting
 */
public record Occupants(Sockets sockets, List<BlockedWriters> writers, List<CountedUse> countedUses) {

    public static final Occupants NOT_SEEN = new Occupants(Sockets.NOT_SEEN, List.of(), List.of());

    /**
     * The connections of the server's port, by the kernel's table in the server's own network.
     *
     * @param accepted open connections that the server has accepted
     * @param waiting connections that it has not accepted yet
     * @param closedByClient connections that it has accepted and not closed although their clients have closed them (CLOSE_WAIT)
     * @param unreadByClient connections on which the server cannot send, since the peer's window is closed: it does not read
     * @param fromHarness open connections of the harness's own process
     * @param isListening true if a process is seen to listen on the port
     */
    public record Sockets(
            Observation accepted,
            Observation waiting,
            Observation closedByClient,
            Observation unreadByClient,
            Observation fromHarness,
            boolean isListening) {

        public static final Sockets NOT_SEEN = new Sockets(
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                Observation.NOT_SEEN,
                false);

        /** Returns true if a connection that was opened since an earlier reading has not come to the listening socket. */
        public boolean lacksOneSince(Sockets before) {
            return isListening
                    && !waiting.isAtLeast(1)
                    && accepted.since(before.accepted).orElse(1) < 1;
        }
    }

    /** The receiver of what a thread writes. */
    public enum WriteTarget {
        STANDARD_OUTPUT("its standard output, a pipe that nobody reads"),
        STANDARD_ERROR("its standard error, a pipe that nobody reads"),
        CLIENT("a connection whose peer does not read");

        private final String phrase;

        WriteTarget(String phrase) {
            this.phrase = phrase;
        }

        /** Returns true if it is the server's own output, which another program has to read. */
        public boolean isOutput() {
            return this != CLIENT;
        }

        public String phrase() {
            return phrase;
        }
    }

    /**
     * Threads that are blocked in a write to the same kind of thing.
     *
     * @param target what they write into
     * @param threadName their name, with {@code *} in place of numbers
     * @param count how many they are
     */
    public record BlockedWriters(WriteTarget target, String threadName, int count) {}

    /** A resource that the kernel counts for a user or a socket, and limits by a setting. */
    public enum CountedResource {
        EPOLL_WATCHES("descriptors that processes of the server's user watch with epoll", "fs.epoll.max_user_watches"),
        INOTIFY_INSTANCES("inotify instances of the server's user", "fs.inotify.max_user_instances"),
        INOTIFY_WATCHES("inotify watches of the server's user", "fs.inotify.max_user_watches"),
        UNIX_QUEUE(
                "places taken in the listen queue of a Unix socket",
                "the backlog of the server that listens on it and net.core.somaxconn");

        private final String phrase;
        private final String setting;

        CountedResource(String phrase, String setting) {
            this.phrase = phrase;
            this.setting = setting;
        }

        /** Returns what is counted, in the plural. */
        public String phrase() {
            return phrase;
        }

        /** Returns the setting that allows more. */
        public String setting() {
            return setting;
        }
    }

    /**
     * The use of such a resource.
     *
     * @param holder the socket that has it; empty for a user
     * @param ownUse how much the server has, or the load of this run
     * @param totalUse how much is used in all, by load agents of the same user, too
     * @param limit how much the kernel allows
     */
    public record CountedUse(CountedResource resource, String holder, long ownUse, long totalUse, Limit limit) {

        private CountedUse since(List<CountedUse> all) {
            long before = all.stream()
                    .filter(use -> resource == CountedResource.UNIX_QUEUE && use.holder.equals(holder))
                    .mapToLong(CountedUse::totalUse)
                    .sum();
            return new CountedUse(resource, holder, ownUse - before, totalUse, limit);
        }
    }

    public Occupants {
        writers = List.copyOf(writers);
        countedUses = List.copyOf(countedUses);
    }

    /** Returns the same with what was counted under more load. */
    public Occupants with(List<CountedUse> loaded) {
        return new Occupants(sockets, writers, loaded);
    }

    /** Returns what was counted under load, less the connections that were in a queue before. */
    public static List<CountedUse> since(List<CountedUse> before, List<CountedUse> loaded) {
        return loaded.stream().map(use -> use.since(before)).toList();
    }
}
