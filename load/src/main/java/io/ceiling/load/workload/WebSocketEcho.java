package io.ceiling.load.workload;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.websocket.WebSocketStream;
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
final class WebSocketEcho implements Work {

    private static final byte[] MESSAGE = Ascii.bytes("hold the line, caller ........");
    private static final byte[] UPPER_CASE = new String(MESSAGE, StandardCharsets.US_ASCII)
            .toUpperCase(Locale.ROOT)
            .getBytes(StandardCharsets.US_ASCII);
    private static final int DRAWN_LETTERS = 8;

    private final LoadLoop loop;
    private final SplittableRandom random;
    private final WebSockets sockets;

    WebSocketEcho(LoadLoop loop, ServerAddress server, SplittableRandom random) {
        this.loop = loop;
        this.random = random;
        this.sockets = new WebSockets(loop, server, "/ws/upper", random);
    }

    @Override
    public Connection newConnection(int place) {
        return new Client(this);
    }

    private static final class Client extends Connection implements WebSockets.Client {

        private final WebSocketEcho work;
        private final WebSocketStream stream = new WebSocketStream();
        private boolean upgraded;
        /** Random number that the handshake key is made from, and later the letters of the outstanding message. */
        private int drawn;

        Client(WebSocketEcho work) {
            super(work.loop);
            this.work = work;
        }

        @Override
        protected void putFirst(ByteBuffer out) {
            drawn = work.random.nextInt();
            work.sockets.putUpgrade(out, this);
        }

        @Override
        protected void putNext(ByteBuffer out) {
            drawn = work.random.nextInt();
            work.sockets.putText(out, withDrawnLetters(MESSAGE, 'a'), MESSAGE.length);
        }

        private byte[] withDrawnLetters(byte[] template, char firstLetter) {
            byte[] text = template.clone();
            for (int i = 0; i < DRAWN_LETTERS; i++) {
                text[text.length - 1 - i] = (byte) (firstLetter + (drawn >>> (4 * i) & 0xf));
            }
            return text;
        }

        @Override
        protected void understand(Input in) throws AnswerException {
            work.sockets.understand(in, this);
        }

        @Override
        public long keyNumber() {
            return drawn;
        }

        @Override
        public boolean isUpgraded() {
            return upgraded;
        }

        @Override
        public void upgraded() {
            upgraded = true;
            ByteBuffer out = loop.output();
            putNext(out);
            reply(out);
        }

        @Override
        public WebSocketStream stream() {
            return stream;
        }

        @Override
        public Content content() {
            byte[] expected = withDrawnLetters(UPPER_CASE, 'A');
            return ExpectedContent.message(expected, awaitingAnswer() ? expected.length : 0);
        }

        @Override
        public void messageRead() throws AnswerException {
            if (!awaitingAnswer()) {
                throw AnswerException.wrong("message that nothing asked for");
            }
            answered();
        }
    }
}
