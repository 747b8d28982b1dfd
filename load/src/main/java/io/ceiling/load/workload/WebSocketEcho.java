package io.ceiling.load.workload;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.report.Counts;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.websocket.WebSocketConnection;
import io.ceiling.load.websocket.WebSockets;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * The workload WEBSOCKET, {@code /ws/upper}: the first answer is an upgrade and the answer to one text message; then
 * one message for each exchange.
 *
 * <p>Messages differ from each other, so that an answer meant for another connection is noticed.
 */
final class WebSocketEcho extends WebSockets implements ClientWorkload {

    private static final byte[] MESSAGE = Ascii.bytes("hold the line, caller ........");
    private static final byte[] UPPER_CASE = new String(MESSAGE, StandardCharsets.US_ASCII)
            .toUpperCase(Locale.ROOT)
            .getBytes(StandardCharsets.US_ASCII);
    private static final int DRAWN_LETTERS = 8;

    WebSocketEcho(LoadLoop loop, ServerAddress server, SplittableRandom random) {
        super(loop, server, "/ws/upper", "", random);
    }

    @Override
    public Connection newConnection(int place) {
        return new EchoClient(this);
    }

    @Override
    public Counts counts() {
        return Counts.of(compressed());
    }

    // A WebSocket whose drawn number becomes the letters of the outstanding message.
    private static final class EchoClient extends WebSocketConnection<WebSocketEcho> {

        EchoClient(WebSocketEcho work) {
            super(work);
        }

        @Override
        protected void putNext(ByteBuffer out) {
            drawnNumber = work.draw();
            work.putText(out, withDrawnLetters(MESSAGE, 'a'), MESSAGE.length);
        }

        private byte[] withDrawnLetters(byte[] template, char firstLetter) {
            byte[] text = template.clone();
            for (int i = 0; i < DRAWN_LETTERS; i++) {
                text[text.length - 1 - i] = (byte) (firstLetter + (drawnNumber >>> (4 * i) & 0xf));
            }
            return text;
        }

        @Override
        public Content content() {
            byte[] expected = withDrawnLetters(UPPER_CASE, 'A');
            return ExpectedContent.message(expected, awaitingAnswer() ? expected.length : 0);
        }

        @Override
        public void onMessage() throws AnswerException {
            if (!awaitingAnswer()) {
                throw AnswerException.wrong("message that nothing asked for");
            }
            recordAnswer();
        }
    }
}
