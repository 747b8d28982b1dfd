package io.ceiling.load.channels;

import io.ceiling.load.bayeux.BayeuxAnswer;
import io.ceiling.load.bayeux.BayeuxMessage;
import io.ceiling.load.http.Content;
import io.ceiling.load.socket.AnswerException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Posts messages to a Bayeux server, each in the name of a member drawn at random. The answer contains the reply, and
 * all messages that wait for that member.
 */
final class BayeuxPosting implements Posting, Content, BayeuxAnswer.Receiver {

    private final ChannelWork work;
    private final MemberDraw<BayeuxMember> members;
    private final BayeuxAnswer answer = new BayeuxAnswer();
    private final Identifier room = new Identifier();
    private @Nullable BayeuxMember member;
    private @Nullable PublishText text;
    private boolean replied;

    BayeuxPosting(ChannelWork work, MemberDraw<BayeuxMember> members) {
        this.work = work;
        this.members = members;
    }

    @Override
    public boolean take(PublishText message) {
        member = members.next();
        text = message;
        room.set(message.identifier());
        answer.begin(null);
        return member != null;
    }

    @Override
    public void put(ByteBuffer out) {
        work.bayeux.putPublish(out, sender(), Objects.requireNonNull(text));
    }

    private BayeuxMember sender() {
        return Objects.requireNonNull(member);
    }

    @Override
    public Content answer() {
        return this;
    }

    @Override
    public void checkAnnouncedLength(int length) throws AnswerException {
        answer.checkAnnouncedLength(length);
    }

    @Override
    public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
        answer.checkPart(bytes, from, to, before);
    }

    @Override
    public void checkEnd(int length) throws AnswerException {
        replied = false;
        work.beginRead(sender().client);
        answer.read(this);
        if (!replied) {
            throw AnswerException.wrong("Bayeux answer without the reply to a message for room " + room);
        }
    }

    @Override
    public void onMessage(BayeuxMessage message) throws AnswerException {
        if (message.isReply()) {
            if (replied) {
                throw message.unexpected("one reply");
            }
            work.bayeux.requireRoom(message, room);
            message.requireSuccess();
            replied = true;
        } else if (!sender().closed()) {
            sender().deliver(message);
        }
    }
}
