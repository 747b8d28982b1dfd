package io.ceiling.harness.run;

import io.ceiling.harness.model.Target;
import io.ceiling.load.TlsContext;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The one connection over which the harness itself asks a target, beside the load agents: opened when it is needed, kept, and
 * never a second one beside it, since the user has said how many there may be. A client that has a pool does not say when it
 * closes what is in it.
 *
 * <p>Thread-safe: one question at a time, {@link #close} at any.
 */
final class ControlConnection implements AutoCloseable {

    private static final int MOST_HEAD_BYTES = 65_536;
    private static final int OK = 200;
    private static final int NO_CONTENT = 204;

    private final Target target;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Socket open;

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
            Socket kept = open;
            if (kept != null) {
                try {
                    return exchange(kept, method, path, patience);
                } catch (EOFException | SocketException e) {
                    // It had been idle for longer than the server keeps one.
                    close();
                }
            }
            return exchange(connect(patience), method, path, patience);
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private Socket connect(Duration patience) throws IOException {
        Socket socket = new Socket();
        open = socket;
        socket.connect(new InetSocketAddress(target.address(), target.port()), Math.toIntExact(patience.toMillis()));
        socket.setTcpNoDelay(true);
        if (!target.tls()) {
            return socket;
        }
        socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        SSLSocket tls = (SSLSocket) TlsContext.of(target.unchecked())
                .getSocketFactory()
                .createSocket(socket, target.serverName(), target.port(), true);
        open = tls;
        if (!target.unchecked()) {
            SSLParameters parameters = tls.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            tls.setSSLParameters(parameters);
        }
        tls.startHandshake();
        return tls;
    }

    private Answer exchange(Socket socket, String method, String path, Duration patience) throws IOException {
        socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
        String host = target.serverName().contains(":") ? "[" + target.serverName() + "]" : target.serverName();
        StringBuilder head = new StringBuilder("%s %s%s HTTP/1.1\r\nHost: %s:%d\r\n"
                .formatted(method, target.contextPath(), path, host, target.port()));
        target.headers().forEach(header -> head.append(header).append("\r\n"));
        head.append(method.equals("POST") ? "Content-Length: 0\r\n\r\n" : "\r\n");
        socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return answer(socket.getInputStream());
    }

    private Answer answer(InputStream in) throws IOException {
        String[] status = line(in).split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/1.") || !status[1].matches("[1-5]\\d\\d")) {
            throw new ProtocolException("answered with something that is not HTTP/1.1");
        }
        int code = Integer.parseInt(status[1]);
        long length = -1;
        boolean chunked = false;
        boolean kept = status[0].equals("HTTP/1.1");
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            String lower = header.toLowerCase(Locale.ROOT);
            String value = lower.substring(lower.indexOf(':') + 1).strip();
            if (lower.startsWith("content-length:")) {
                length = length(value, 10);
            } else if (lower.startsWith("transfer-encoding:")) {
                chunked = value.endsWith("chunked");
            } else if (lower.startsWith("connection:")) {
                kept &= !value.contains("close");
            }
        }
        if (code < OK) {
            return answer(in);
        }
        byte[] body;
        if (chunked) {
            body = chunks(in);
        } else if (length >= 0) {
            body = exactly(in, length);
        } else if (code == NO_CONTENT) {
            body = new byte[0];
        } else {
            body = in.readAllBytes();
            kept = false;
        }
        if (!kept) {
            close();
        }
        return new Answer(code, new String(body, StandardCharsets.UTF_8));
    }

    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            long length = length(line(in).split(";", 2)[0].strip(), 16);
            if (length == 0) {
                while (!line(in).isEmpty()) {
                    // Trailers have nothing that is asked for.
                }
                return body.toByteArray();
            }
            body.write(exactly(in, length));
            String end = line(in);
            if (!end.isEmpty()) {
                throw new ProtocolException("answered with a chunk that does not end");
            }
        }
    }

    private static byte[] exactly(InputStream in, long length) throws IOException {
        byte[] bytes = in.readNBytes(Math.toIntExact(length));
        if (bytes.length < length) {
            throw new EOFException("the server closed the connection within its answer");
        }
        return bytes;
    }

    private static long length(String text, int radix) throws IOException {
        try {
            return Integer.parseUnsignedInt(text, radix);
        } catch (NumberFormatException e) {
            throw new ProtocolException("answered with a length that is none");
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server closed the connection without an answer");
            }
            if (line.length() == MOST_HEAD_BYTES) {
                throw new ProtocolException("answered with a line without an end");
            }
            line.append((char) next);
        }
        return line.toString().stripTrailing();
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
