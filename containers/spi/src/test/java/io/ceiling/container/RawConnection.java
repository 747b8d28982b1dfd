package io.ceiling.container;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** One keep-alive connection, so that a test knows how many there are. */
final class RawConnection implements Closeable {

    private final Socket socket;
    private final InputStream in;
    private final String contextPath;

    RawConnection(RunningSettings server) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        in = new BufferedInputStream(socket.getInputStream());
        contextPath = server.contextPath();
    }

    String get(String path) throws IOException {
        send(path);
        return receive();
    }

    void send(String path) throws IOException {
        String request = "GET %s%s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(contextPath, path);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    String receive() throws IOException {
        String status = line();
        int length = 0;
        for (String header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        header.substring(header.indexOf(':') + 1).trim());
            }
        }
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return status.startsWith("HTTP/1.1 200") ? body : status;
    }

    /** Blocks until the server closes the connection. */
    boolean closedByServer() throws IOException {
        return in.read() < 0;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                throw new IOException("the server closed the connection");
            }
            line.write(b);
        }
        return line.toString(StandardCharsets.US_ASCII).trim();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
