package io.ceiling.load.testkit;

import io.ceiling.load.channels.PublishText;

/**
 * The text of a message as the agent publishes it, in a buffer that is overwritten for each message. Not thread-safe.
 */
public final class PublishedMessage {

    private final PublishText text;

    /**
     * Creates the buffer, whose content is undefined before {@link #set}.
     *
     * @param elementsBytes size of the elements in bytes, >= 32
     */
    public PublishedMessage(int elementsBytes) {
        text = new PublishText(elementsBytes);
    }

    /**
     * Sets the next message.
     *
     * @param identifier channel of the message
     * @param intended when the message is intended to be sent, as {@link System#nanoTime}
     * @param sent when the message is sent, as {@link System#nanoTime}
     */
    public void set(int identifier, long intended, long sent) {
        text.set(identifier, intended, sent);
    }

    /** Returns the buffer, which begins with the text. */
    public byte[] bytes() {
        return text.bytes();
    }

    /** Returns the length of the text in bytes. */
    public int length() {
        return text.length();
    }
}
