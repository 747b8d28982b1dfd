package io.ceiling.load.channels;

import io.ceiling.load.loop.OpeningOrder;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Sends each message over the WebSocket of a member drawn at random. */
final class MemberOutlet implements Publisher.Outlet {

    /** Number of draws of members that cannot send, after which the next member that can send is taken. */
    private static final int MOST_DRAWS = 16;

    private final OpeningOrder connections;
    private final SplittableRandom random;
    private final ChannelTally tally;

    /** @param connections connections of this event loop */
    MemberOutlet(OpeningOrder connections, SplittableRandom random, ChannelTally tally) {
        this.connections = connections;
        this.random = random;
        this.tally = tally;
    }

    @Override
    public boolean send(PublishText text, long nowNanos) {
        for (ChannelSocket member = draw(); member != null; member = draw()) {
            member.publish(text);
            if (!member.closed()) {
                // There is no answer, so the send is all that is known.
                tally.publishAnswered++;
                return true;
            }
        }
        return false;
    }

    private @Nullable ChannelSocket draw() {
        int slots = connections.slots();
        if (slots == 0) {
            return null;
        }
        for (int i = 0; i < MOST_DRAWS; i++) {
            ChannelSocket member = sender(random.nextInt(slots));
            if (member != null) {
                return member;
            }
        }
        int first = random.nextInt(slots);
        for (int i = 0; i < slots; i++) {
            ChannelSocket member = sender((first + i) % slots);
            if (member != null) {
                return member;
            }
        }
        return null;
    }

    private @Nullable ChannelSocket sender(int slot) {
        return connections.at(slot) instanceof ChannelSocket member && member.maySend() ? member : null;
    }

    @Override
    public void awaited(long messages, long nowNanos) {
        // A member that connects, or that can send again, will be found.
    }

    @Override
    public boolean mayExpire() {
        return false;
    }

    @Override
    public void expire(long nowNanos) {}

    @Override
    public void close() {
        // The members belong to the event loop.
    }
}
