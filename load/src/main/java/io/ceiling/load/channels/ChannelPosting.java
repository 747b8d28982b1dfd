package io.ceiling.load.channels;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.RequestTemplate;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Posts messages to the web application of this project, which does not ask who sends them. */
final class ChannelPosting implements Posting {

    private static final byte[] TYPE_AND_LENGTH = Ascii.bytes("Content-Type: application/json\r\nContent-Length: ");
    private static final byte[] END_OF_LENGTH = Ascii.bytes("\r\n");

    private final RequestTemplate request;
    private final PublishAnswer answer = new PublishAnswer();
    private @Nullable PublishText text;

    ChannelPosting(RequestTemplate request) {
        this.request = request;
    }

    @Override
    public boolean take(PublishText message) {
        text = message;
        answer.expect(message.identifier());
        return true;
    }

    @Override
    public void put(ByteBuffer out) {
        PublishText message = Objects.requireNonNull(text);
        request.putStart(out);
        request.putMiddle(out);
        out.put(TYPE_AND_LENGTH);
        Ascii.putDecimal(out, message.length());
        out.put(END_OF_LENGTH);
        RequestTemplate.putEndOfHead(out);
        out.put(message.bytes(), 0, message.length());
    }

    @Override
    public Content answer() {
        return answer;
    }
}
