package io.ceiling.load.channels;

/** Sends each message over the WebSocket of a member drawn at random. */
final class MemberOutlet implements Publisher.Outlet {

    private final MemberDraw<ChannelSocket> members;
    private final ChannelTally tally;

    MemberOutlet(MemberDraw<ChannelSocket> members, ChannelTally tally) {
        this.members = members;
        this.tally = tally;
    }

    @Override
    public boolean send(PublishText text, long nowNanos) {
        for (ChannelSocket member = members.next(); member != null; member = members.next()) {
            member.publish(text);
            if (!member.closed()) {
                // There is no answer, so the send is all that is known.
                tally.publishAnswered++;
                return true;
            }
        }
        return false;
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
