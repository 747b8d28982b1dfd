package io.ceiling.harness.model;

import java.util.Locale;

/** The limit that stopped the next connection (docs/limiting-factors.md has evidence and relief of each). */
public enum LimitingFactor {
    SERVER_THREADS,
    SERVER_MAX_CONNECTIONS,
    ACCEPT_QUEUE,
    SERVER_FILE_DESCRIPTORS,
    SERVER_HEAP,
    SERVER_DIRECT_MEMORY,
    SERVER_NATIVE_THREADS,
    SERVER_MEMORY,
    SERVER_IDLE_TIMEOUT,
    /** Subscribers that the application closed since it could not write to them as fast as messages came. */
    MEMBERS_GIVEN_UP,
    SERVER_CPU,
    SERVER_GC,
    SERVER_CRASH,
    EPHEMERAL_PORTS,
    KERNEL_TCP_MEMORY,
    CONNTRACK_TABLE,
    LOAD_FILE_DESCRIPTORS,
    LOAD_EPHEMERAL_PORTS,
    LOAD_HEAP,
    LOAD_CPU,
    HOST_MEMORY,
    HOST_CPU,
    UNKNOWN;

    /** The name in files and tables, such as {@code server-file-descriptors}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Whether the load generator or this host was the limit, so that nothing is learnt about the server. */
    public boolean invalidates() {
        return this == LOAD_FILE_DESCRIPTORS
                || this == LOAD_EPHEMERAL_PORTS
                || this == LOAD_HEAP
                || this == LOAD_CPU
                || this == HOST_MEMORY
                || this == HOST_CPU;
    }

    /** Whether it limits a rate rather than a number, so that the same connections may be held a moment later. */
    public boolean canPass() {
        return this == SERVER_CPU
                || this == SERVER_GC
                || this == MEMBERS_GIVEN_UP
                || this == ACCEPT_QUEUE
                || this == LOAD_CPU
                || this == HOST_CPU
                || this == UNKNOWN;
    }

    /**
     * Whether a server that met it may be broken in a way that nothing shows, such as a poller thread that ended with an
     * OutOfMemoryError; what nobody can name may be that as well.
     */
    public boolean canHarmServer() {
        return this == SERVER_HEAP
                || this == SERVER_DIRECT_MEMORY
                || this == SERVER_NATIVE_THREADS
                || this == SERVER_MEMORY
                || this == SERVER_CRASH
                || this == UNKNOWN;
    }

    /** Whether connections just wait at it, so that a server that met it is as it was before once they are gone. */
    public boolean leavesNoTrace() {
        return this == SERVER_THREADS || this == SERVER_MAX_CONNECTIONS;
    }
}
