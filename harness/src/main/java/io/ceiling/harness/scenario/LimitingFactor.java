package io.ceiling.harness.scenario;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The limit that stopped the next connection; docs/limiting-factors.md has the evidence and the relief of each.
 *
 * <p>To add a factor, add a constant here, a detector in {@code verdict} and its place in the order of
 * {@code LimitAnalyst}. If a setting relieves it, add that to {@code Reliefs}, where {@code climb} finds it.
 */
public enum LimitingFactor {
    SERVER_THREADS("the request thread pool", Family.THREADS, Trait.LEAVES_NO_TRACE),
    /**
     * Something that the application shares among its requests: connections to a database, permits, work of a queue.
     */
    APPLICATION_POOL("a pool of the application", Family.THREADS, Trait.CAN_PASS),
    APPLICATION_LOCK("a lock of the application", Family.THREADS, Trait.CAN_PASS),
    PINNED_CARRIERS("the carriers, which virtual threads do not leave", Family.THREADS, Trait.CAN_PASS, Trait.PLURAL),
    UPSTREAM("another server that the application calls", Family.THREADS, Trait.CAN_PASS),
    /** A number of requests that are served at once, whatever limits it: nothing that can be read is full. */
    CONCURRENCY_LIMIT(
            "the number of requests that the server or application serves at once",
            Family.THREADS,
            Trait.LEAVES_NO_TRACE),
    /**
     * A limit of the rate: requests are refused or wait at one pace and are served at a slower one, with any number of
     * connections.
     */
    RATE_LIMIT("a limit of the rate of requests", Family.THREADS, Trait.LEAVES_NO_TRACE),
    /** A server or application that refuses what is too much for it, by a limit of its own that is not seen. */
    REFUSED_BY_SERVER("what the server or application refuses by itself", Family.CONNECTIONS, Trait.CAN_PASS),
    /**
     * A firewall, or a table of the kernel, that refuses or drops connections before the listening socket sees them.
     */
    BEFORE_LISTENER("something between the clients and the server's port", Family.KERNEL, Trait.CAN_PASS),
    SERVER_MAX_CONNECTIONS("maxConnections", Family.CONNECTIONS, Trait.LEAVES_NO_TRACE),
    ACCEPT_QUEUE("the listen queue", Family.CONNECTIONS, Trait.CAN_PASS),
    SERVER_FILE_DESCRIPTORS("file descriptors", Family.DESCRIPTORS, Trait.PLURAL),
    SERVER_HEAP("the heap", Family.MEMORY, Trait.CAN_HARM),
    SERVER_DIRECT_MEMORY("direct memory", Family.MEMORY, Trait.CAN_HARM),
    SERVER_NATIVE_THREADS("the limit of native threads", Family.THREADS, Trait.CAN_HARM),
    SERVER_MEMORY("the server's memory limit", Family.MEMORY, Trait.CAN_HARM),
    SERVER_IDLE_TIMEOUT("the idle timeout", Family.CONNECTIONS),
    /** Subscribers that the application closed because it could not write to them as fast as messages came. */
    MEMBERS_GIVEN_UP("members that the application gave up", Family.PROCESSOR, Trait.CAN_PASS, Trait.PLURAL),
    SERVER_CPU("the server's processors", Family.PROCESSOR, Trait.CAN_PASS, Trait.PLURAL),
    SERVER_GC("garbage collection", Family.PROCESSOR, Trait.CAN_PASS),
    SERVER_CRASH("a crash of the server", Family.PROCESSOR, Trait.CAN_HARM),
    /** A state, and no number of connections: without load, too, the server serves nobody any more. */
    SERVER_STUCK("a server that is stuck", Family.PROCESSOR),
    EPHEMERAL_PORTS("the server's local ports", Family.KERNEL, Trait.PLURAL),
    KERNEL_TCP_MEMORY("the kernel's TCP memory", Family.KERNEL),
    CONNTRACK_TABLE("the connection tracking table", Family.KERNEL),
    /**
     * Something besides descriptors and threads that the kernel counts for a user: epoll watches, inotify instances or
     * watches.
     */
    USER_LIMIT("a limit of the kernel for the server's user", Family.KERNEL),
    UNIX_QUEUE("the listen queue of a Unix socket", Family.CONNECTIONS, Trait.LEAVES_NO_TRACE),
    PROXY_WORKER_CONNECTIONS("worker_connections of the proxy", Family.CONNECTIONS, Trait.OF_PROXY, Trait.PLURAL),
    PROXY_MAX_CONNECTIONS(
            "a limit of connections of the proxy", Family.CONNECTIONS, Trait.OF_PROXY, Trait.LEAVES_NO_TRACE),
    PROXY_FILE_DESCRIPTORS("the proxy's file descriptors", Family.DESCRIPTORS, Trait.OF_PROXY, Trait.PLURAL),
    PROXY_CPU("the proxy's processors", Family.PROCESSOR, Trait.OF_PROXY, Trait.CAN_PASS, Trait.PLURAL),
    PROXY_UPSTREAM_PORTS("the proxy's local ports towards the server", Family.KERNEL, Trait.OF_PROXY, Trait.PLURAL),
    /** A refusal of the proxy itself, while the server behind it answers others as if it were idle. */
    PROXY_REFUSAL("a refusal of the proxy", Family.CONNECTIONS, Trait.OF_PROXY, Trait.LEAVES_NO_TRACE),
    /** A number that the proxy lets through at once, while the server behind it answers others as if it were idle. */
    PROXY_LIMIT("the number that the proxy lets through", Family.CONNECTIONS, Trait.OF_PROXY, Trait.LEAVES_NO_TRACE),
    /** A server behind the proxy that answers late or not at all, and shows no limit of its own; or the way to it. */
    PROXY_UPSTREAM("the server behind the proxy, or the way to it", Family.CONNECTIONS, Trait.CAN_PASS),
    LOAD_FILE_DESCRIPTORS("the load generator's file descriptors", Family.LOAD, Trait.INVALIDATES, Trait.PLURAL),
    LOAD_EPHEMERAL_PORTS("the load generator's local ports", Family.LOAD, Trait.INVALIDATES, Trait.PLURAL),
    LOAD_HEAP("the load generator's heap", Family.LOAD, Trait.INVALIDATES),
    LOAD_CPU("the load generator's processors", Family.LOAD, Trait.INVALIDATES, Trait.CAN_PASS, Trait.PLURAL),
    /** Whatever carries bytes between the server and the load agents, most often a network link. */
    LOAD_LINK("the link to the load generator", Family.LOAD, Trait.INVALIDATES, Trait.CAN_PASS),
    HOST_MEMORY("this host's memory", Family.LOAD, Trait.INVALIDATES),
    HOST_CPU("this host's processors", Family.LOAD, Trait.INVALIDATES, Trait.CAN_PASS, Trait.PLURAL),
    /** A limit without a name: the failure may pass, and it may have harmed the server. */
    UNKNOWN("an unknown limit", Family.UNKNOWN, Trait.CAN_PASS, Trait.CAN_HARM);

    /** A group of factors that share one colour in charts. */
    public enum Family {
        THREADS,
        DESCRIPTORS,
        CONNECTIONS,
        MEMORY,
        PROCESSOR,
        KERNEL,
        LOAD,
        UNKNOWN;

        /** Returns the name in charts, such as {@code descriptors}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private enum Trait {
        INVALIDATES,
        CAN_PASS,
        CAN_HARM,
        LEAVES_NO_TRACE,
        OF_PROXY,
        PLURAL
    }

    private final String phrase;
    private final Family family;
    // Set.of is immutable, which its type does not show.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Set<Trait> traits;

    LimitingFactor(String phrase, Family family, Trait... traits) {
        this.phrase = phrase;
        this.family = family;
        this.traits = Set.of(traits);
    }

    /** Returns the factor of that label; empty if there is none, as in results of a newer version. */
    public static Optional<LimitingFactor> find(String label) {
        return Arrays.stream(values())
                .filter(factor -> factor.label().equals(label))
                .findFirst();
    }

    /** Returns the name in files and tables, such as {@code server-file-descriptors}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the name in a sentence, such as {@code file descriptors}. */
    public String phrase() {
        return phrase;
    }

    /** Returns true if the phrase takes a plural verb. */
    public boolean isPlural() {
        return traits.contains(Trait.PLURAL);
    }

    /** Returns the group of the factor in charts. */
    public Family family() {
        return family;
    }

    /** Returns true if the load agents or this host were the limit, so that the step says nothing about the server. */
    public boolean invalidates() {
        return traits.contains(Trait.INVALIDATES);
    }

    /** Returns true if nothing else explained the failure, so that evidence of another one says more. */
    public boolean isByElimination() {
        return this == UNKNOWN || this == REFUSED_BY_SERVER;
    }

    /** Returns true if it is a limit of the proxy before the server, not of the server itself. */
    public boolean isOfProxy() {
        return traits.contains(Trait.OF_PROXY);
    }

    /**
     * Returns true if the factor limits a rate rather than a number: the same connections may be held a moment later.
     */
    public boolean isTransient() {
        return traits.contains(Trait.CAN_PASS);
    }

    /**
     * Returns true if a server that reached the limit may be broken in a way that no reading shows, such as a poller
     * thread that ended with an OutOfMemoryError.
     */
    public boolean canHarmServer() {
        return traits.contains(Trait.CAN_HARM);
    }

    /** Returns true if connections only wait at the limit, so that the server is as before once they are gone. */
    public boolean leavesNoTrace() {
        return traits.contains(Trait.LEAVES_NO_TRACE);
    }
}
