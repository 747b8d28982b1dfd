package io.ceiling.jmh.client;

import io.ceiling.load.http.Content;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.websocket.WebSocketStream;

/** Reads text messages of a WebSocket; anything else that a server sends is refused. */
public sealed class FrameReader extends Reader permits ChannelReader {

    private final WebSocketStream stream = new WebSocketStream();
    private final Content content;
    private int messages;

    public FrameReader(Input.Source source, Content content) {
        super(source);
        this.content = content;
    }

    /** Returns the number of messages read to their end since the last call. */
    public final int takeMessages() {
        int taken = messages;
        messages = 0;
        return taken;
    }

    @Override
    void parse(Input in, ResponseHead head) throws AnswerException {
        while (in.hasRemaining()) {
            WebSocketStream.Event event = stream.read(in, content);
            if (event == WebSocketStream.Event.MORE) {
                return;
            }
            if (event != WebSocketStream.Event.MESSAGE) {
                throw AnswerException.wrong("%s where a message is awaited".formatted(event));
            }
            messages++;
        }
    }
}
