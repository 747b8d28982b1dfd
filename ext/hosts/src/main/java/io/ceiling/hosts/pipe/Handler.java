package io.ceiling.hosts.pipe;

/** The work of a node for the harness. Several threads call it at once. */
public interface Handler {

    /**
     * Executes a request of the harness and returns the answer. May block; every call has a thread of its own.
     *
     * @throws Exception if the request cannot be executed; the message becomes the failure that the harness sees, as one
     *     line
     */
    // Any failure becomes an answer to the harness.
    byte[] answer(byte[] request) throws Exception;

    /**
     * Called once, when the harness has ended the run, has ended itself or is silent.
     *
     * @param why the reason, in words that follow the name of the harness
     */
    void harnessGone(String why);
}
