package io.ceiling.load;

/** What the agent's connections do. */
public enum LoadWorkload {
    /** {@code GET /length?length=n}, then idle until the next exchange. */
    KEEP_ALIVE,
    /** {@code GET /hold/blocking}: the first line is the answer, the rest of the response stays open. */
    HOLD_BLOCKING,
    /** {@code GET /hold/async}: the same. */
    HOLD_ASYNC,
    /**
     * {@code /ws/upper}: upgrade and one text message out, its upper case back, are the first answer; then one message for
     * every exchange.
     */
    WEBSOCKET,
    /**
     * {@code /channels}: the confirmed subscription to a channel is the first answer; then every message that comes is
     * checked. {@link LoadPlan#channels} says more.
     */
    CHANNELS,
    /** A request to an application that is not ours; {@link LoadPlan#custom} says which. */
    CUSTOM;

    /** Whether the first answer is all that is asked for, so that exchanges do nothing; of CUSTOM its plan says so. */
    public boolean isHeld() {
        return this == HOLD_BLOCKING || this == HOLD_ASYNC || this == CHANNELS;
    }
}
