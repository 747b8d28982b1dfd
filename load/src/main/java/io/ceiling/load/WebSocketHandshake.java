package io.ceiling.load;

import java.nio.ByteBuffer;

/** The upgrade of a connection to a WebSocket (RFC 6455, section 4); its key is made from a number. */
final class WebSocketHandshake {

    private static final int SWITCHING_PROTOCOLS = 101;

    private WebSocketHandshake() {}

    /** Puts what follows the path of the request that asks for it. */
    static void putRequestEnd(ByteBuffer out, Script script, long number) {
        script.putRequestEnd(
                out,
                Ascii.bytes(
                        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                                + WebSocketFrames.key(number) + "\r\n"));
    }

    /** Reads the answer if it is there completely; else the input stays as it is. */
    static boolean readAnswer(Input in, ResponseHead head, long number) throws AnswerException {
        if (!head.read(in, SWITCHING_PROTOCOLS)) {
            return false;
        }
        String accept = WebSocketFrames.accept(WebSocketFrames.key(number));
        if (!accept.equals(head.webSocketAccept())) {
            throw AnswerException.wrong(
                    "Sec-WebSocket-Accept is '%s', expected '%s'".formatted(head.webSocketAccept(), accept));
        }
        return true;
    }
}
