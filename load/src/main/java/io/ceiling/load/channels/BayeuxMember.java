package io.ceiling.load.channels;

import io.ceiling.load.bayeux.BayeuxAnswer;
import io.ceiling.load.bayeux.BayeuxMessage;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A member of a room over Bayeux: handshake, connect, subscription, and then polls, each sent as soon as the one before
 * was answered. It publishes over other connections, whose answers may also contain messages for it.
 */
final class BayeuxMember extends ChannelConnection implements BayeuxAnswer.Receiver {

    // The requests of a member in their order; the last one is repeated.
    private enum Step {
        HANDSHAKE("/meta/handshake"),
        CONNECT("/meta/connect"),
        SUBSCRIBE("/meta/subscribe"),
        POLL("/meta/connect");

        private final String label;
        // Nobody writes into it.
        @SuppressWarnings("ImmutableEnumChecker")
        private final byte[] channel;

        Step(String label) {
            this.label = label;
            this.channel = Ascii.bytes(label);
        }
    }

    private static final byte[] NONE = new byte[0];

    private final HttpResponse response = new HttpResponse();
    private Step step = Step.HANDSHAKE;
    private byte[] clientId = NONE;
    // Received part of an incomplete body; null if there is none.
    private byte @Nullable [] partialBody;
    // True if the answer that is being read has the reply to this member's request.
    private boolean replied;

    BayeuxMember(LoadLoop loop, ChannelWork work, int client, int serial) {
        super(loop, work, client, serial);
    }

    byte[] clientId() {
        return clientId;
    }

    /** Returns true if this member polls, and so may publish as well. */
    @Override
    boolean maySend() {
        return idle() && reads();
    }

    @Override
    protected void putFirst(ByteBuffer out) {
        response.expect();
        work.bayeux.putHandshake(out, this);
    }

    @Override
    protected void parseMessages(Input in) throws AnswerException {
        BayeuxAnswer answer = work.bayeuxAnswer;
        answer.begin(partialBody);
        partialBody = null;
        response.read(in, work.head, answer);
        if (!response.complete()) {
            partialBody = answer.rest();
            return;
        }
        in.checkNothingFollows();
        replied = false;
        answer.read(this);
        if (!replied) {
            throw AnswerException.wrong("Bayeux answer without the reply to %s".formatted(step.label));
        }
        advance();
    }

    @Override
    public void onMessage(BayeuxMessage message) throws AnswerException {
        if (!message.isMeta()) {
            deliver(message);
            return;
        }
        if (replied || !message.isOn(step.channel, step.channel.length)) {
            throw message.unexpected(replied ? "messages of a room alone" : "'" + step.label + "'");
        }
        message.requireSuccess();
        replied = true;
        if (step == Step.HANDSHAKE) {
            clientId = message.clientId();
        }
    }

    /** Checks a message of this member's room, every byte of its data. */
    void deliver(BayeuxMessage message) throws AnswerException {
        work.bayeux.requireRoom(message, work.identifier);
        check.next();
        int end = check.read(message.bytes(), message.dataStart(), message.dataEnd(), work.identifier);
        check.end(work.identifier);
        if (end < message.dataEnd()) {
            throw AnswerException.wrong("data is longer than its %d bytes of JSON".formatted(check.length()));
        }
        recordDelivery();
    }

    // Sends the next request; this member is served once its subscription was confirmed.
    private void advance() {
        ByteBuffer out = loop.output();
        switch (step) {
            case HANDSHAKE -> {
                step = Step.CONNECT;
                work.bayeux.putConnect(out, this);
            }
            case CONNECT -> {
                step = Step.SUBSCRIBE;
                work.bayeux.putSubscribe(out, this, work.identifier);
            }
            case SUBSCRIBE -> {
                step = Step.POLL;
                recordSubscription();
                if (!reads()) {
                    return;
                }
                work.bayeux.putPoll(loop.output(), this);
            }
            case POLL -> work.bayeux.putPoll(out, this);
        }
        response.expect();
        // A poll does not count as awaiting an answer: its member is as idle as one whose response never ends.
        reply(out);
    }
}
