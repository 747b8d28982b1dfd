package io.ceiling.harness.run;

import io.ceiling.harness.model.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The one connection over which the harness itself asks a target, beside the load agents: opened when it is needed, kept, and
 * never a second one beside it, since the user has said how many there may be. A client that has a pool does not say when it
 * closes what is in it, so this has the protocol from a library and the connection in its own hands.
 *
 * <p>Thread-safe: one question at a time, {@link #close} at any.
 */
final class ControlConnection implements AutoCloseable {

    /** What is not HTTP may have no end of a line. */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(65_536)
            .setMaxHeaderCount(1_000)
            .build();

    private static final HttpRequestExecutor EXECUTOR = new HttpRequestExecutor();

    private final Target target;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Socket open;
    /** What is spoken over the open socket; guarded by the lock. */
    private @Nullable DefaultBHttpClientConnection http;

    /** Of that target; opens nothing yet. */
    ControlConnection(Target target) {
        this.target = target;
    }

    /** An answer, read to its end. */
    record Answer(int status, String body) {}

    /**
     * Asks, with the headers of the target, and blocks until the whole answer is there. What is asked over a connection that the
     * server has closed meanwhile is asked once more over a new one.
     *
     * @param patience for the connection, and for each piece of the answer; zero for ever
     * @throws IOException if there is no answer; then the connection is closed
     */
    Answer ask(String method, String path, Duration patience) throws IOException {
        lock.lock();
        try {
            if (open != null && http != null) {
                try {
                    return exchange(http, method, path, patience);
                } catch (NoHttpResponseException | SocketException e) {
                    // It had been idle for longer than the server keeps one.
                    close();
                }
            }
            DefaultBHttpClientConnection opened = connect(patience);
            http = opened;
            return exchange(opened, method, path, patience);
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private DefaultBHttpClientConnection connect(Duration patience) throws IOException {
        Socket socket = new Socket();
        open = socket;
        socket.connect(new InetSocketAddress(target.address(), target.port()), Math.toIntExact(patience.toMillis()));
        socket.setTcpNoDelay(true);
        if (target.tls()) {
            socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
            socket = TargetTls.over(target, socket);
            open = socket;
        }
        DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(
                LIMITS, StandardCharsets.ISO_8859_1.newDecoder(), StandardCharsets.ISO_8859_1.newEncoder());
        connection.bind(socket);
        return connection;
    }

    private Answer exchange(DefaultBHttpClientConnection connection, String method, String path, Duration patience)
            throws IOException {
        connection.setSocketTimeout(Timeout.of(patience));
        ClassicHttpRequest request = request(method, path);
        HttpCoreContext context = HttpCoreContext.create();
        try (ClassicHttpResponse response = EXECUTOR.execute(request, connection, context)) {
            boolean kept = DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context);
            String body = response.getEntity() == null
                    ? ""
                    : EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8);
            if (!kept) {
                close();
            }
            return new Answer(response.getCode(), body);
        } catch (HttpException e) {
            ProtocolException wrong = new ProtocolException(
                    "answered with something that is not HTTP/1.1 (%s)".formatted(e.getMessage()));
            wrong.initCause(e);
            throw wrong;
        }
    }

    private ClassicHttpRequest request(String method, String path) {
        ClassicHttpRequest request = new BasicClassicHttpRequest(method, target.contextPath() + path);
        String host = target.serverName().contains(":") ? "[" + target.serverName() + "]" : target.serverName();
        request.addHeader("Host", host + ":" + target.port());
        for (String header : target.headers()) {
            int colon = header.indexOf(':');
            request.addHeader(
                    header.substring(0, colon), header.substring(colon + 1).strip());
        }
        if (method.equals("POST")) {
            request.addHeader("Content-Length", "0");
        }
        return request;
    }

    /** Closes it, if it is open; the next question opens a new one. Whoever waits for an answer gets an exception. */
    @Override
    public void close() {
        Socket socket = open;
        open = null;
        if (socket != null) {
            try {
                socket.close();
            } catch (IOException e) {
                // Closed all the same.
            }
        }
    }
}
