package io.ceiling.load.channels;

import java.io.Serializable;

/**
 * Which channels the clients of one agent subscribe to.
 *
 * <p>The k-th connection that the agent opens (k = 0, 1, ...) is client {@code firstClient + k * clientStep} and subscribes to the
 * channel {@code client mod identifiers}. What {@code trim} closes is opened again under the same numbers; a
 * connection that failed leaves a hole.
 *
 * @param transport how messages travel
 * @param identifiers how many channels there are
 * @param firstClient number of this agent's first client
 * @param clientStep what its next client's number is higher by, so that several agents can share one numbering
 * @param slowEvery every client whose number mod this is the highest stops reading for good once it is served, and so does not
 *     poll again either; 0 for none
 */
public record ChannelPlan(ChannelTransport transport, int identifiers, int firstClient, int clientStep, int slowEvery)
        implements Serializable {

    private static final long serialVersionUID = 1;

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
    }

    /** Number of the client that is opened after so many others. */
    int client(int place) {
        return firstClient + place * clientStep;
    }

    /** The inverse of {@link #client}. */
    int place(int client) {
        return (client - firstClient) / clientStep;
    }

    int identifier(int client) {
        return client % identifiers;
    }

    boolean slow(int client) {
        return slowEvery > 0 && client % slowEvery == slowEvery - 1;
    }
}
