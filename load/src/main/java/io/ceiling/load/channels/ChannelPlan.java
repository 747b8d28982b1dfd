package io.ceiling.load.channels;

/**
 * The channels that the clients of one agent subscribe to.
 *
 * <p>The k-th connection that the agent opens (k = 0, 1, ...) is client {@code firstClient + k * clientStep} and
 * subscribes to the channel {@code client mod identifiers}. Clients closed by {@code trim} are opened again under the
 * same numbers; a connection that failed leaves a gap.
 *
 * @param transport transport of the messages
 * @param identifiers number of channels
 * @param firstClient number of this agent's first client
 * @param clientStep difference between the numbers of two successive clients, so that several agents can share one
 *     numbering
 * @param slowEvery clients whose number is {@code slowEvery - 1} mod {@code slowEvery} stop reading and polling for
 *     good once they are served; 0 for none
 * @param stamps clock of the stamps in the messages
 * @param protocol protocol of the messages
 */
public record ChannelPlan(
        ChannelTransport transport,
        int identifiers,
        int firstClient,
        int clientStep,
        int slowEvery,
        Stamps stamps,
        Protocol protocol) {

    /**
     * The clock of the stamps in the messages, which may be that of another host.
     *
     * @param byMembers true if members of channels stamp the messages, by one common clock; false if the server stamps
     *     them
     * @param aheadNanos time by which the clock of this agent is ahead of the clock of the stamps, in ns
     */
    public record Stamps(boolean byMembers, long aheadNanos) {

        /** Stamps of a server on the same host. */
        public static final Stamps OF_THE_SERVER = new Stamps(false, 0);

        /** Stamps of members on the same host. */
        public static final Stamps OF_MEMBERS = new Stamps(true, 0);
    }

    /** The protocol in which a client subscribes, receives and publishes. */
    public enum Protocol {
        /** Protocol of this project's web application, over every transport. */
        WEB_APPLICATION,
        /** Bayeux over long polling, as CometD speaks it. */
        BAYEUX,
        /**
         * WebSockets whose URL names the channel, {@code /channels?channel=7}: an open WebSocket is a subscription, and
         * publishes nothing.
         */
        CHANNEL_IN_URL
    }

    /** Creates channels in the protocol of this project's web application. */
    public ChannelPlan(
            ChannelTransport transport,
            int identifiers,
            int firstClient,
            int clientStep,
            int slowEvery,
            Stamps stamps) {
        this(transport, identifiers, firstClient, clientStep, slowEvery, stamps, Protocol.WEB_APPLICATION);
    }

    /** Creates the channels of a server on the same host that stamps its messages itself. */
    public ChannelPlan(ChannelTransport transport, int identifiers, int firstClient, int clientStep, int slowEvery) {
        this(transport, identifiers, firstClient, clientStep, slowEvery, Stamps.OF_THE_SERVER);
    }

    public ChannelPlan {
        if (identifiers < 1) {
            throw new IllegalArgumentException("identifiers must be >= 1, were %d".formatted(identifiers));
        }
        if (firstClient < 0 || clientStep < 1) {
            throw new IllegalArgumentException(
                    "first client must be >= 0 and the step >= 1, were %d and %d".formatted(firstClient, clientStep));
        }
        if (slowEvery < 0) {
            throw new IllegalArgumentException(
                    "slow clients must be every 0 (none) or more, were %d".formatted(slowEvery));
        }
        if (protocol == Protocol.BAYEUX && transport != ChannelTransport.LONG_POLLING) {
            throw new IllegalArgumentException(
                    "transport must be long-polling with Bayeux, was %s".formatted(transport.label()));
        }
        if (protocol == Protocol.CHANNEL_IN_URL && transport != ChannelTransport.WEBSOCKET) {
            throw new IllegalArgumentException(
                    "transport must be websocket if the URL names the channel, was %s".formatted(transport.label()));
        }
    }

    public ChannelPlan in(Protocol other) {
        return new ChannelPlan(transport, identifiers, firstClient, clientStep, slowEvery, stamps, other);
    }

    /** Returns the number of the client that is opened after {@code place} others. */
    int client(int openingIndex) {
        return firstClient + openingIndex * clientStep;
    }

    /** Returns how many clients the agent opens before this one; the inverse of {@link #client}. */
    int openingIndex(int client) {
        return (client - firstClient) / clientStep;
    }

    int identifier(int client) {
        return client % identifiers;
    }

    boolean slow(int client) {
        return slowEvery > 0 && client % slowEvery == slowEvery - 1;
    }
}
