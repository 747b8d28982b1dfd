package io.ceiling.harness.engine.control;

import io.ceiling.harness.scenario.Target;
import io.ceiling.load.http.HttpRequest;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * The single connection over which the harness itself sends requests to an external server. It is opened on demand and
 * kept. There is never a second one, because the user has limited the number of connections. A pooling HTTP client does
 * not say when it closes its connections, so this class uses a library for the protocol and owns the socket itself.
 *
 * <p>Thread-safe: requests are serialised, and {@link #close} may be called at any time.
 */
public final class ControlConnection implements AutoCloseable {

    // Bounds on a response's line and headers: a peer that does not speak HTTP may never end a line.
    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(65_536)
            .setMaxHeaderCount(1_000)
            .build();

    private static final int MAX_CHARACTERS = 65_536;

    private static final HttpRequestExecutor EXECUTOR = new HttpRequestExecutor();

    private final Target target;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable DeadlineSocket open;
    // The HTTP state of the open socket; guarded by lock.
    private @Nullable DefaultBHttpClientConnection http;
    // Number of calls of close. A request that such a call interrupts is not repeated.
    private final AtomicInteger closings = new AtomicInteger();

    /** Creates a control connection without opening it. */
    public ControlConnection(Target target) {
        this.target = target;
    }

    /**
     * A complete response.
     *
     * @param status HTTP status
     * @param reason reason of the status; may be empty
     * @param location target of a redirection; empty if there is none
     * @param body body, at most 65 536 characters of it
     */
    public record HttpAnswer(int status, String reason, String location, String body) {

        public HttpAnswer(int status, String body) {
            this(status, "", "", body);
        }

        /** Returns true for a status of 200 to 299. */
        public boolean isSuccess() {
            return status >= 200 && status < 300;
        }
    }

    /**
     * Sends a request without a body, as {@link #send(HttpRequest, Duration)} does.
     */
    public HttpAnswer send(String method, String path, Duration patience) throws IOException {
        return send(new HttpRequest(method, path, "", "", 1), patience);
    }

    /**
     * Sends a request with the headers of the server and blocks until the whole response has arrived. A request that
     * fails because the server has closed the kept connection is sent again over a new one. If the server may have
     * carried it out, this holds only for a GET.
     *
     * @param patience time limit for the connect, and again for the response; zero for none
     * @return the response, with at most 65 536 characters of its body
     * @throws IOException if there is no response; the connection is closed then
     */
    public HttpAnswer send(HttpRequest httpRequest, Duration patience) throws IOException {
        lock.lock();
        try {
            int closedBefore = closings.get();
            ClassicHttpRequest request = request(httpRequest);
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

    // Sends the request over the kept connection. Returns null if none is open, or the server has closed it.
    private @Nullable ClassicHttpResponse overTheKept(
            ClassicHttpRequest request, HttpCoreContext context, Duration patience) throws IOException, HttpException {
        DeadlineSocket socket = open;
        DefaultBHttpClientConnection kept = http;
        if (socket == null || kept == null) {
            return null;
        }
        socket.setDeadline(patience);
        kept.setSocketTimeout(Timeout.of(patience));
        if (kept.isStale()) {
            return null;
        }
        try {
            return EXECUTOR.execute(request, kept, context);
        } catch (NoHttpResponseException | SocketException e) {
            // The server closed the connection at the same moment, and may have read the request nevertheless.
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
        socket.setDeadline(patience);
        DefaultBHttpClientConnection connection = new DefaultBHttpClientConnection(
                LIMITS, StandardCharsets.ISO_8859_1.newDecoder(), StandardCharsets.ISO_8859_1.newEncoder());
        connection.bind(target.endpoint().tls() ? TargetTls.over(target, socket) : socket);
        connection.setSocketTimeout(Timeout.of(patience));
        http = connection;
        return connection;
    }

    private HttpAnswer read(ClassicHttpRequest request, ClassicHttpResponse response, HttpCoreContext context)
            throws IOException, HttpException {
        try (response) {
            boolean kept = DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context);
            String body = response.getEntity() == null
                    ? ""
                    : EntityUtils.toString(response.getEntity(), StandardCharsets.UTF_8, MAX_CHARACTERS);
            if (!kept) {
                drop();
            }
            return answer(response, body);
        }
    }

    private static HttpAnswer answer(ClassicHttpResponse response, String body) {
        Header location = response.getFirstHeader("Location");
        return new HttpAnswer(
                response.getCode(),
                response.getReasonPhrase() == null ? "" : response.getReasonPhrase(),
                location == null ? "" : location.getValue(),
                body);
    }

    private ClassicHttpRequest request(HttpRequest httpRequest) {
        ClassicHttpRequest request = new BasicClassicHttpRequest(
                httpRequest.method(), target.endpoint().contextPath() + httpRequest.path());
        String host = target.endpoint().serverName().contains(":")
                ? "[" + target.endpoint().serverName() + "]"
                : target.endpoint().serverName();
        request.addHeader("Host", host + ":" + target.endpoint().port());
        httpRequest.mergedHeaders(target.endpoint().headers()).forEach(header -> {
            int colon = header.indexOf(':');
            request.addHeader(
                    header.substring(0, colon), header.substring(colon + 1).strip());
        });
        if (!httpRequest.body().isEmpty()) {
            request.addHeader(
                    "Content-Length", Integer.toString(httpRequest.body().length()));
            request.setEntity(new ByteArrayEntity(httpRequest.bodyBytes(), null));
        } else if (Set.of("POST", "PUT", "PATCH").contains(httpRequest.method())) {
            request.addHeader("Content-Length", "0");
        }
        return request;
    }

    /**
     * Closes the connection if it is open; the next request opens a new one. A thread that waits for a response gets an
     * IOException.
     */
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
                // The socket counts as closed in any case.
            }
        }
    }
}
