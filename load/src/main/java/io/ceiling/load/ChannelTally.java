package io.ceiling.load;

/** The counts of one event loop about channels, changed by its thread alone; {@link ChannelCounts} says what each means. */
final class ChannelTally {

    long messages;
    long messageBytes;
    long missing;
    long duplicates;
    long outOfOrder;
    long slowClients;
    long slowClosed;

    void add(ChannelTally other) {
        messages += other.messages;
        messageBytes += other.messageBytes;
        missing += other.missing;
        duplicates += other.duplicates;
        outOfOrder += other.outOfOrder;
        slowClients += other.slowClients;
        slowClosed += other.slowClosed;
    }

    ChannelCounts counts() {
        return new ChannelCounts(messages, messageBytes, missing, duplicates, outOfOrder, slowClients, slowClosed);
    }
}
