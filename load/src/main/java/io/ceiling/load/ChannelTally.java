package io.ceiling.load;

/** The counts of one event loop about channels, changed by its thread alone; {@link ChannelCounts} says what each means. */
final class ChannelTally {

    long messages;
    long messageBytes;
    long missing;
    long duplicates;
    long outOfOrder;

    ChannelCounts counts() {
        return new ChannelCounts(messages, messageBytes, missing, duplicates, outOfOrder);
    }
}
