package io.ceiling.load.websocket;

import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.http.Statuses;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Compression;
import io.ceiling.load.socket.Input;

/** The upgrade of a connection to a WebSocket (RFC 6455, section 4), with a key made from a number. */
public final class WebSocketHandshake {

    private static final Statuses SWITCHING_PROTOCOLS = Statuses.of("101");

    private WebSocketHandshake() {}

    /**
     * Returns the header lines of the upgrade request.
     *
     * @param protocols subprotocols that are offered, separated by commas; empty for none
     * @param compression compression that is offered
     */
    static byte[] headers(long number, String protocols, Compression compression) {
        return Ascii.bytes(
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                        + WebSocketFrames.key(number) + "\r\n"
                        + (protocols.isEmpty() ? "" : "Sec-WebSocket-Protocol: " + protocols + "\r\n")
                        + CompressionOffer.header(compression));
    }

    /**
     * Reads the answer if its head is complete, and returns true; otherwise returns false and leaves the input
     * unchanged.
     *
     * @throws AnswerException if the upgrade was refused or the Sec-WebSocket-Accept is wrong
     */
    public static boolean readAnswer(Input in, ResponseHead head, long number) throws AnswerException {
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
