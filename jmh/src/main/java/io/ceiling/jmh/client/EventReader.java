package io.ceiling.jmh.client;

import io.ceiling.load.channels.Identifier;
import io.ceiling.load.channels.MessageCheck;
import io.ceiling.load.channels.MessageLines;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;

/** Reads the messages of one channel as server-sent events, without the response around them. */
public final class EventReader extends Reader {

    private final MessageCheck check = new MessageCheck();
    private final Identifier identifier = new Identifier();
    private final MessageLines lines = new MessageLines(true);

    /** Creates a reader of the messages of this channel. */
    public EventReader(Input.Source source, int identifier) {
        super(source);
        this.identifier.set(identifier);
    }

    /** Begins the next published message. */
    public void next() {
        check.next();
    }

    /** Returns true if the current message was read to its end. */
    public boolean isComplete() {
        return lines.messageRead();
    }

    /** Returns the number of the last message within its channel. */
    public long number() {
        return check.number();
    }

    @Override
    void parse(Input in, ResponseHead head) throws AnswerException {
        in.position = lines.read(in.bytes, in.position, in.limit, check, identifier);
    }
}
