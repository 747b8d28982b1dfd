package io.ceiling.load.websocket;

import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Compression;
import java.util.Locale;

/** The offer of permessage-deflate in an upgrade request, and the answer to it (RFC 7692, section 7.1). */
final class CompressionOffer {

    private static final String NAME = "permessage-deflate";
    private static final String SERVER_NO_TAKEOVER = "server_no_context_takeover";
    private static final String CLIENT_NO_TAKEOVER = "client_no_context_takeover";
    private static final String SERVER_BITS = "server_max_window_bits";

    private CompressionOffer() {}

    /** Returns the header line of an upgrade request; empty if nothing is offered. */
    static String header(Compression offered) {
        return switch (offered) {
            case NONE -> "";
            case TAKEOVER -> "Sec-WebSocket-Extensions: " + NAME + "\r\n";
            case NO_TAKEOVER ->
                "Sec-WebSocket-Extensions: %s; %s; %s\r\n".formatted(NAME, SERVER_NO_TAKEOVER, CLIENT_NO_TAKEOVER);
        };
    }

    /**
     * Checks that the server has accepted what was offered and nothing else.
     *
     * @param answer Sec-WebSocket-Extensions of the response; empty if there was none
     * @throws AnswerException if the answer differs: a figure would belong to another setting
     */
    static void check(Compression offered, String answer) throws AnswerException {
        if (offered == Compression.NONE) {
            if (!answer.isEmpty()) {
                throw AnswerException.wrong("Sec-WebSocket-Extensions is '%s', but none was offered".formatted(answer));
            }
            return;
        }
        String[] parts = answer.toLowerCase(Locale.ROOT).split(";", -1);
        if (!parts[0].strip().equals(NAME)) {
            throw refused(offered, answer);
        }
        boolean takeover = true;
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip();
            if (parameter.equals(SERVER_NO_TAKEOVER)) {
                takeover = false;
            } else if (!parameter.equals(CLIENT_NO_TAKEOVER) && !isWindow(parameter)) {
                throw refused(offered, answer);
            }
        }
        if (takeover != (offered == Compression.TAKEOVER)) {
            throw refused(offered, answer);
        }
    }

    private static boolean isWindow(String parameter) {
        return parameter.matches(SERVER_BITS + "\\s*=\\s*\"?([89]|1[0-5])\"?");
    }

    private static AnswerException refused(Compression offered, String answer) {
        return AnswerException.wrong("Sec-WebSocket-Extensions is '%s', offered was '%s'"
                .formatted(answer, header(offered).strip().replaceFirst("[^:]*: ", "")));
    }
}
