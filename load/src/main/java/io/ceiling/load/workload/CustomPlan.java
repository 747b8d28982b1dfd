package io.ceiling.load.workload;

import io.ceiling.load.loop.LoadLoop;
import io.ceiling.load.loop.Work;
import io.ceiling.load.socket.ServerAddress;
import java.io.Serializable;
import java.util.SplittableRandom;
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
        GET((loop, server, plan, random) -> new CustomGet(loop, server, plan.path())),
        /** A GET whose response stays open: served when its head (2xx) has come. */
        HOLD((loop, server, plan, random) -> CustomHold.anything(loop, server, plan.path())),
        /** The same, and the head says {@code text/event-stream}. */
        SSE((loop, server, plan, random) -> CustomHold.events(loop, server, plan.path())),
        /** An upgrade; with a text to send, and the answer to it, which together are the first answer. */
        WEBSOCKET(CustomSocket::new);

        /** A function without state, which Error Prone cannot see. */
        @SuppressWarnings("ImmutableEnumChecker")
        private final Maker maker;

        Kind(Maker maker) {
            this.maker = maker;
        }
    }

    /** Makes what the connections of one event loop do. */
    @FunctionalInterface
    private interface Maker {
        Work make(LoadLoop loop, ServerAddress server, CustomPlan plan, SplittableRandom random);
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

    /** Returns what the connections of that event loop do by this plan. */
    Work work(LoadLoop loop, ServerAddress server, SplittableRandom random) {
        return kind.maker.make(loop, server, this, random);
    }

    /** Returns true if the first answer is all that is asked for. */
    boolean isHeld() {
        return kind == Kind.HOLD || kind == Kind.SSE || (kind == Kind.WEBSOCKET && send.isEmpty());
    }
}
