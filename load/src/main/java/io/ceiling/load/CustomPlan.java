package io.ceiling.load;

import java.io.Serializable;
import java.util.regex.Pattern;

/**
 * What the connections of the workload CUSTOM ask an application that is not ours, of which only the form of its answers is
 * known.
 *
 * @param path behind the context path, with its query; begins with a slash
 * @param send text of a WebSocket message that is to be answered; empty if nothing is sent
 * @param expect regular expression that is found in the answer to it; empty for any
 */
public record CustomPlan(Kind kind, String path, String send, String expect) implements Serializable {

    private static final long serialVersionUID = 1;

    /** Of the text that is sent, in UTF-8: it has to fit into what an event loop writes at once. */
    public static final int MAX_SEND_BYTES = 8192;

    /** What is asked, and when it is served. */
    public enum Kind {
        /** A GET whose answer (2xx) is read to its end; then the connection is idle. */
        GET,
        /** A GET whose response stays open: served when its head (2xx) has come. */
        HOLD,
        /** The same, and the head says {@code text/event-stream}. */
        SSE,
        /** An upgrade; with a text to send, and the answer to it, which together are the first answer. */
        WEBSOCKET
    }

    public CustomPlan {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path must begin with a slash, was '%s'".formatted(path));
        }
        if (kind != Kind.WEBSOCKET && !(send.isEmpty() && expect.isEmpty())) {
            throw new IllegalArgumentException("only a WebSocket sends and expects text, was %s".formatted(kind));
        }
        if (send.isEmpty() && !expect.isEmpty()) {
            throw new IllegalArgumentException("nothing is sent that '%s' could answer".formatted(expect));
        }
        Pattern unused = Pattern.compile(expect);
    }

    /** Whether the first answer is all that is asked for. */
    boolean isHeld() {
        return kind == Kind.HOLD || kind == Kind.SSE || (kind == Kind.WEBSOCKET && send.isEmpty());
    }
}
