package io.ceiling.load.workload;

import io.ceiling.load.http.Content;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.websocket.WebSocketConnection;
import io.ceiling.load.websocket.WebSockets;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/**
 * WebSockets to the user's own application. A connection is served when it is upgraded, or when the text to send was
 * answered; every exchange sends that text again. Other messages of the application are ignored.
 */
final class CustomSocket extends WebSockets implements ClientWorkload {

    private static final int LONGEST_SHOWN = 60;

    // Text to send, in UTF-8; empty if nothing is sent.
    private final byte[] text;

    private final Pattern expected;

    CustomSocket(LoadLoop loop, ServerAddress server, CustomPlan plan, SplittableRandom random) {
        super(loop, server, plan.first(), "", random);
        this.text = plan.textToSend().getBytes(StandardCharsets.UTF_8);
        this.expected = plan.expectedAnswer().pattern();
    }

    @Override
    public Connection newConnection(int place) {
        return new CustomSocketClient(this);
    }

    private static final class CustomSocketClient extends WebSocketConnection<CustomSocket> implements Content {

        // Bytes of the current message.
        private final ByteArrayOutputStream message = new ByteArrayOutputStream(0);

        // Beginning of the last message that did not match while an answer was awaited; empty if there was none.
        private String unmatchedText = "";

        CustomSocketClient(CustomSocket work) {
            super(work);
        }

        @Override
        public void onUpgrade() {
            if (work.text.length > 0) {
                super.onUpgrade();
            } else {
                recordAnswer();
            }
        }

        @Override
        protected void putNext(ByteBuffer out) {
            unmatchedText = "";
            work.putText(out, work.text, work.text.length);
        }

        @Override
        public Content content() {
            return this;
        }

        @Override
        public void onMessage() {
            String received = message.toString(StandardCharsets.UTF_8);
            message.reset();
            if (!awaitingAnswer()) {
                return;
            }
            if (work.expected.matcher(received).find()) {
                recordAnswer();
            } else {
                unmatchedText =
                        received.length() <= LONGEST_SHOWN ? received : received.substring(0, LONGEST_SHOWN) + "...";
            }
        }

        @Override
        protected String unexpectedText() {
            return unmatchedText.isEmpty() ? "" : ", but '%s', which is not expected".formatted(unmatchedText);
        }

        @Override
        public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
            // Messages that no request asked for are not kept.
            if (!awaitingAnswer()) {
                return;
            }
            if (before + to - from > Input.MAX_CARRIED_BYTES) {
                throw AnswerException.wrong("message of more than %d bytes".formatted(Input.MAX_CARRIED_BYTES));
            }
            message.write(bytes, from, to - from);
        }
    }
}
