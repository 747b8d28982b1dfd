package io.ceiling.load.workload;

import io.ceiling.load.http.Content;
import io.ceiling.load.loop.ClientWorkload;
import io.ceiling.load.loop.Connection;
import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.report.ChannelCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.ServerAddress;
import io.ceiling.load.websocket.WebSocketConnection;
import io.ceiling.load.websocket.WebSockets;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Subscriptions over STOMP 1.2 or 1.1 in a WebSocket of the user's own application: CONNECT, CONNECTED, SUBSCRIBE, and
 * then MESSAGE frames, which are counted. A connection is served when CONNECTED has arrived; its SUBSCRIBE is sent at
 * once.
 *
 * <p>Notes. A subscription itself is not confirmed, since simple brokers answer no receipt. Heart-beats are declined,
 * as a client may. Each WebSocket message of the server has one frame, as with Spring; line ends alone are ignored.
 */
final class StompSubscription extends WebSockets implements ClientWorkload {

    private static final String PROTOCOLS = "v12.stomp, v11.stomp";

    // Number of bytes of a frame that are kept until its end, for its command and the message of an ERROR.
    private static final int KEPT_BYTES = 200;

    private final byte[] connect;
    private final byte[] subscribe;
    private long messages;
    private long messageBytes;

    StompSubscription(LoadLoop loop, ServerAddress server, CustomPlan plan, SplittableRandom random) {
        super(loop, server, plan.first(), PROTOCOLS, random);
        this.connect =
                frame("CONNECT\naccept-version:1.2,1.1\nhost:%s\nheart-beat:0,0".formatted(escaped(server.host())));
        this.subscribe = frame("SUBSCRIBE\nid:0\nack:auto\ndestination:%s".formatted(escaped(plan.textToSend())));
    }

    private static byte[] frame(String head) {
        return (head + "\n\n\0").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the value of a header in the form of STOMP 1.1 and 1.2. */
    static String escaped(String value) {
        return value.replace("\\", "\\\\").replace(":", "\\c").replace("\n", "\\n");
    }

    @Override
    public Connection newConnection(int place) {
        return new StompClient(this);
    }

    @Override
    public Counts counts() {
        return Counts.of(new ChannelCounts(messages, messageBytes, 0, 0, 0));
    }

    private static final class StompClient extends WebSocketConnection<StompSubscription> implements Content {

        // Beginning of the current frame; empty between two frames.
        private String frameStart = "";

        StompClient(StompSubscription work) {
            super(work);
        }

        @Override
        public void onUpgrade() {
            work.sendText(this, work.connect, work.connect.length);
        }

        @Override
        public Content content() {
            return this;
        }

        @Override
        public void checkPart(byte[] bytes, int from, int to, int before) {
            int kept = Math.min(to - from, KEPT_BYTES - frameStart.length());
            frameStart += new String(bytes, from, kept, StandardCharsets.ISO_8859_1);
        }

        @Override
        public void checkEnd(int length) {
            if (command().equals("MESSAGE")) {
                work.messages++;
                work.messageBytes += length;
            }
        }

        @Override
        public void onMessage() throws AnswerException {
            String command = command();
            String error = header("message");
            frameStart = "";
            switch (command) {
                case "CONNECTED" -> connected();
                case "ERROR" -> throw AnswerException.wrong("STOMP frame ERROR: " + error);
                case "MESSAGE", "RECEIPT", "" -> {}
                default -> throw AnswerException.wrong("STOMP frame expected, got: " + command);
            }
        }

        private void connected() throws AnswerException {
            if (!awaitingAnswer()) {
                throw AnswerException.wrong("a second STOMP frame CONNECTED");
            }
            work.sendText(this, work.subscribe, work.subscribe.length);
            recordAnswer();
        }

        private String command() {
            return frameStart.stripLeading().lines().findFirst().orElse("").strip();
        }

        private String header(String name) {
            return frameStart
                    .lines()
                    .filter(line -> line.startsWith(name + ":"))
                    .map(line -> line.substring(name.length() + 1))
                    .findFirst()
                    .orElse("without a message");
        }
    }
}
