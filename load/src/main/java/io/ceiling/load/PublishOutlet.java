package io.ceiling.load;

/** How the messages of one event loop are sent; used by its thread alone. */
interface PublishOutlet {

    /** Sends a message; false if nobody can take it now, and then the caller keeps it. */
    boolean send(PublishText text, long nowNanos);

    /** So many messages wait to be taken. */
    void awaited(long messages, long nowNanos);

    /** Whether something is going on that may {@link #expire}. */
    boolean mayExpire();

    /** Fails what has waited too long. */
    void expire(long nowNanos);

    /** Closes what this outlet opened itself. */
    void close();
}
