package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.http.RequestTemplate;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;

/**
 * A client of a channel over plain HTTP. Messages arrive in one response that never ends; with long polling in many,
 * each requested as soon as the previous one has ended.
 */
final class ChannelStream extends ChannelConnection implements Content {

    private final HttpResponse response = new HttpResponse();
    private final MessageLines lines;

    ChannelStream(LoadLoop loop, ChannelWork work, int client, int serial) {
        super(loop, work, client, serial);
        this.lines = new MessageLines(work.plan.transport() == ChannelTransport.SSE);
    }

    @Override
    protected void putFirst(ByteBuffer out) {
        response.expect();
        work.request.putStart(out);
        Ascii.putDecimal(out, work.plan.identifier(client));
        work.request.putMiddle(out);
        work.putTracking(out, client, serial);
        RequestTemplate.putEndOfHead(out);
    }

    private boolean polls() {
        return work.plan.transport() == ChannelTransport.LONG_POLLING;
    }

    @Override
    protected void parseMessages(Input in) throws AnswerException {
        response.read(in, work.head, this);
        if (!reads() || !response.complete()) {
            return;
        }
        in.checkNothingFollows();
        if (polls()) {
            // A poll does not count as awaiting an answer: its connection is as idle as one whose response never ends.
            ByteBuffer out = loop.output();
            putFirst(out);
            reply(out);
        } else {
            onEnd();
        }
    }

    @Override
    public void checkAnnouncedLength(int length) throws AnswerException {
        if (!polls()) {
            throw AnswerException.wrong("Content-Length is %d, expected chunks without end".formatted(length));
        }
    }

    @Override
    public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
        int position = from;
        while (position < to && reads()) {
            position = lines.read(bytes, position, to, check, work.identifier);
            if (lines.messageRead()) {
                onMessage();
            }
        }
    }

    @Override
    public void checkEnd(int length) throws AnswerException {
        if (!reads()) {
            return;
        }
        if (!lines.betweenMessages() || (polls() && !served())) {
            // Reports what is missing: the rest of this message, or the answer to the subscription.
            check.end(work.identifier);
            throw AnswerException.wrong("response ended within the line of a message");
        }
    }
}
