package io.ceiling.harness.cluster;

/** The work of a node for the founder. Several threads call it at once. */
public interface Handler {

    /**
     * Executes a request of the founder and returns the answer. May block; every call has a thread of its own.
     *
     * @throws Exception if the request cannot be executed; the message becomes the failure that the founder sees, as
     *     one line
     */
    // Whatever goes wrong is told to the founder.
    byte[] answer(byte[] request) throws Exception;

    /** Called once, when the founder has left, has ended or cannot be reached any more; not after {@link Joined#close}. */
    void founderGone();
}
