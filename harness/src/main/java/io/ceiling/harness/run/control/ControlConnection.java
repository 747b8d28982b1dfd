package io.ceiling.harness.run.control;

import io.ceiling.harness.model.Target;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
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
public final class ControlConnection implements AutoCloseable {

    /** What is not HTTP may have no end of a line. */
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(65_536)
            .setMaxHeaderCount(1_000)
            .build();

    private static final int MOST_CHARACTERS = 65_536;

    private static final HttpRequestExecutor EXECUTOR = new HttpRequestExecutor();

    private final Target target;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable DeadlineSocket open;
    /** What is spoken over the open socket; guarded by the lock. */
    private @Nullable DefaultBHttpClientConnection http;
    /** How often it was closed from outside: a question that this happens to is not asked again. */
    private final AtomicInteger closings = new AtomicInteger();

    /** Of that target; opens nothing yet. */
    public ControlConnection(Target target) {
        this.target = target;
    }

    /** An answer, read to its end. */
    public record Answer(int status, String body) {}

    /**
     * Asks, with the headers of the target, and blocks until the whole answer is there. What is asked over a connection that the
     * server has closed meanwhile is asked over a new one, unless it is an order that may have been carried out.
     *
     * @param patience for the connection, and then for the whole answer; zero for ever
     * @return of a body that is longer than any that is awaited no more than its beginning
     * @throws IOException if there is no answer; then the connection is closed
     */
    public Answer ask(String method, String path, Duration patience) throws IOException {
        lock.lock();
        try {
            int closedBefore = closings.get();
            ClassicHttpRequest request = request(method, path);
            HttpCoreContext context = HttpCoreContext.create();
            ClassicHttpResponse response = overTheKept(request, context, patience);
            if (response == null) {
                drop();
                response = EXECUTOR.execute(request, connect(patience, closedBefore), context);
            }
            return read(request, response, context);
        } catch (HttpException e) {
            drop();
            ProtocolException wrong = new ProtocolException(
                    "answered with something that is not HTTP/1.1 (%s)".formatted(e.getMessage()));
            wrong.initCause(e);
            throw wrong;
        } catch (IOException e) {
            drop();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    /** Null if there is none that the server has kept as well. */
    private @Nullable ClassicHttpResponse overTheKept(
            ClassicHttpRequest request, HttpCoreContext context, Duration patience) throws IOException, HttpException {
        DeadlineSocket socket = open;
        DefaultBHttpClientConnection kept = http;
        if (socket == null || kept == null) {
            return null;
        }
        socket.allow(patience);
        kept.setSocketTimeout(Timeout.of(patience));
        if (kept.isStale()) {
            return null;
        }
        try {
            return EXECUTOR.execute(request, kept, context);
        } catch (NoHttpResponseException | SocketException e) {
            // The server has closed it in the same moment. It may have read the request all the same.
            if (request.getMethod().equals("GET")) {
                return null;
            }
            throw e;
        }
    }

    private DefaultBHttpClientConnection connect(Duration patience, int closedBefore) throws IOException {
        DeadlineSocket socket = new DeadlineSocket();
        open = socket;
        if (closings.get() != closedBefore) {
            throw new SocketException("closed before the answer had come");
        }
        socket.connect(
                new InetSocketAddress(
                        target.endpoint().address(), target.endpoint().port()),
                Math.toIntExact(patience.toMillis()));
        socket.setTcpNoDelay(true);
        socket.allow(patience);
        DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(
                LIMITS, StandardCharsets.ISO_8859_1.newDecoder(), StandardCharsets.ISO_8859_1.newEncoder());
        connection.bind(target.endpoint().tls() ? TargetTls.over(target, socket) : socket);
        connection.setSocketTimeout(Timeout.of(patience));
        http = connection;
        return connection;
    }

    private Answer read(ClassicHttpRequest request, ClassicHttpResponse response, HttpCoreContext context)
            throws IOException, HttpException {
        try (response) {
            boolean kept = DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context);
            String body = response.getEntity() == null
                    ? ""
                    : EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8, MOST_CHARACTERS);
            if (!kept) {
                drop();
            }
            return new Answer(response.getCode(), body);
        }
    }

    private ClassicHttpRequest request(String method, String path) {
        ClassicHttpRequest request =
                new BasicClassicHttpRequest(method, target.endpoint().contextPath() + path);
        String host = target.endpoint().serverName().contains(":")
                ? "[" + target.endpoint().serverName() + "]"
                : target.endpoint().serverName();
        request.addHeader("Host", host + ":" + target.endpoint().port());
        for (String header : target.endpoint().headers()) {
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
        closings.incrementAndGet();
        drop();
    }

    private void drop() {
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
