package io.ceiling.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/** What the connections of one event loop to an application that is not ours have in common. */
final class CustomScript {

    private static final String EVENT_STREAM = "text/event-stream";
    private static final byte[] ACCEPT_EVENTS = Ascii.bytes("Accept: text/event-stream\r\nCache-Control: no-cache\r\n");
    private static final byte[] NOTHING = new byte[0];

    final Content content;
    private final CustomPlan plan;
    private final byte[] text;
    private final Pattern expected;

    CustomScript(CustomPlan plan) {
        this.plan = plan;
        this.content = new Answer(plan.kind());
        this.text = plan.send().getBytes(StandardCharsets.UTF_8);
        this.expected = Pattern.compile(plan.expect(), Pattern.DOTALL);
    }

    Connection newConnection(LoadLoop loop, Script script) {
        return switch (plan.kind()) {
            case GET -> new GetConnection(loop, script);
            case HOLD, SSE -> new OpenResponseConnection(loop, script);
            case WEBSOCKET -> new CustomSocket(loop, script);
        };
    }

    void putRequest(ByteBuffer out, Script script) {
        script.putRequestStart(out);
        script.putRequestEnd(out, plan.kind() == CustomPlan.Kind.SSE ? ACCEPT_EVENTS : NOTHING);
    }

    boolean sends() {
        return text.length > 0;
    }

    void putMessage(ByteBuffer out, int maskKey) {
        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, text, 0, text.length, maskKey);
    }

    /** Whether that message is the answer to the one that was sent. */
    boolean isAnswer(String message) {
        return expected.matcher(message).find();
    }

    /** A body of which nothing is known before. */
    private record Answer(CustomPlan.Kind kind) implements Content {

        @Override
        public int expectedStatus() {
            return ResponseHead.ANY_SUCCESS;
        }

        @Override
        public boolean mayEndWithConnection() {
            return kind != CustomPlan.Kind.GET;
        }

        @Override
        public void head(ResponseHead head) throws AnswerException {
            if (kind == CustomPlan.Kind.SSE
                    && !head.contentType().toLowerCase(Locale.ROOT).startsWith(EVENT_STREAM)) {
                throw AnswerException.wrong(
                        "Content-Type is '%s', expected '%s'".formatted(head.contentType(), EVENT_STREAM));
            }
        }

        @Override
        public void announced(int length) {}

        @Override
        public void part(byte[] bytes, int from, int to, int before) {}

        @Override
        public void end(int length) {}
    }
}
