package io.ceiling.load.testkit;

import io.ceiling.load.channels.PublishText;

/** A message as the agent publishes it, made anew in place each time. */
public final class PublishedMessage {

    private final PublishText text;

    /**
     * Makes the place of a message, which is none before {@link #set}.
     *
     * @param elementsBytes size of its elements, 32 or more
     */
    public PublishedMessage(int elementsBytes) {
        text = new PublishText(elementsBytes);
    }

    /**
     * Makes the next message.
     *
     * @param intended when it is meant to be sent
     * @param sent when it is
     */
    public void set(int identifier, long intended, long sent) {
        text.set(identifier, intended, sent);
    }

    /** Returns bytes that begin with the text. */
    public byte[] bytes() {
        return text.bytes();
    }

    /** Returns how many of the bytes are the text. */
    public int length() {
        return text.length();
    }
}
