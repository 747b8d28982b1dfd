package io.ceiling.webapp.recursion;

import io.ceiling.protocol.RefusedException;
import io.ceiling.webapp.Endpoint;
import io.ceiling.webapp.JsonAnswer;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * Serves a level of the blocking recursion, which holds its connection, its thread and the connection of its call to
 * the next level.
 *
 * <p>The call is made on a plain socket. HttpURLConnection silently repeats a GET whose first attempt broke off, and
 * would thus enter a level twice. A client with a pool or with threads of its own would add limits that are not those
 * of the server.
 */
public final class RecursiveServlet extends Endpoint {

    /** Common prefix of the paths of both recursions. */
    public static final String PATH = "/recursive";

    private static final long serialVersionUID = 1L;

    public RecursiveServlet() {
        super("GET");
    }

    @Override
    protected void answer(HttpServletRequest request, HttpServletResponse response)
            throws IOException, RefusedException {
        Chains chains = webapp().chains();
        Level level = chains.level(request);
        byte[] answer;
        if (chains.enter(level)) {
            try {
                answer = level.isLast() ? RecursionAnswer.answer(level.number(), null) : call(level);
            } finally {
                chains.leave(level);
            }
        } else {
            answer = level.chain().answer();
        }
        JsonAnswer.send(response, HttpServletResponse.SC_OK, answer);
    }

    // Returns the answer of the next level; if there is none, the answer with the reason. Catches everything, errors
    // included.
    private static byte[] call(Level level) {
        PendingCall call = null;
        try (Socket socket = new Socket()) {
            LevelReply reply = new LevelReply();
            call = new PendingCall(level.number(), socket);
            level.chain().push(call);
            return level.chain().passUp(exchange(level, socket, reply));
        } catch (Throwable t) {
            return level.failChain(call, t);
        } finally {
            end(level, call);
        }
    }

    private static byte[] exchange(Level level, Socket socket, LevelReply reply) throws IOException {
        SelfCall selfCall = level.chain().selfCall();
        socket.connect(selfCall.address());
        socket.getOutputStream().write(selfCall.request(level.number() + 1));
        InputStream in = socket.getInputStream();
        boolean complete = false;
        while (!complete) {
            complete = reply.accept(in.read(reply.buffer(), reply.size(), reply.buffer().length - reply.size()));
        }
        return reply.body();
    }

    private static void end(Level level, @Nullable PendingCall call) {
        if (call != null) {
            level.chain().pop(call);
        }
    }
}
