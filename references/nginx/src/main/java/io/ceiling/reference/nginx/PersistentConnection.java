package io.ceiling.reference.nginx;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A persistent connection to nginx with one request at a time. Confined to the thread of its selector. */
final class PersistentConnection {

    private static final int LONGEST_ANSWER = 8 << 10;
    private static final String END_OF_HEAD = "\r\n\r\n";
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");
    private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d{1,5})\r\n");

    /** Receives the outcome of one request. */
    interface OutcomeListener {

        /** Called with the complete answer. */
        void onAnswer(int status, String body);

        /** Called if no answer came; whether the request was served is not known. */
        void onFailure(String why);
    }

    private final SocketAddress server;
    private final Selector selector;
    private final ByteBuffer in = ByteBuffer.allocate(LONGEST_ANSWER);
    private @Nullable SocketChannel channel;
    private @Nullable SelectionKey key;
    private @Nullable ByteBuffer out;
    private @Nullable OutcomeListener pendingListener;

    PersistentConnection(SocketAddress server, Selector selector) {
        this.server = server;
        this.selector = selector;
    }

    /** Connects; blocks until the kernel of this host has done so. */
    void open() throws IOException {
        SocketChannel opened = SocketChannel.open(server);
        channel = opened;
        opened.configureBlocking(false);
        key = opened.register(selector, SelectionKey.OP_READ, this);
        in.clear();
    }

    boolean isIdle() {
        return pendingListener == null;
    }

    /** Sends a request, and connects again if nginx has closed the connection. */
    void send(ByteBuffer request, OutcomeListener listener) {
        pendingListener = listener;
        out = request;
        try {
            if (channel == null) {
                open();
            }
            write();
        } catch (IOException e) {
            close(e);
        }
    }

    /** Continues reading and writing. Called when the selector has selected this connection. */
    void proceed() {
        try {
            if (out != null) {
                write();
            }
            read();
        } catch (IOException e) {
            close(e);
        }
    }

    private void write() throws IOException {
        ByteBuffer left = Objects.requireNonNull(out);
        int ignored = Objects.requireNonNull(channel).write(left);
        boolean complete = !left.hasRemaining();
        if (complete) {
            out = null;
        }
        Objects.requireNonNull(key)
                .interestOps(complete ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
    }

    private void read() throws IOException {
        if (Objects.requireNonNull(channel).read(in) < 0) {
            throw new EOFException("nginx closed the connection");
        }
        String text = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
        int head = text.indexOf(END_OF_HEAD);
        if (head < 0) {
            requireRoom();
            return;
        }
        int start = head + END_OF_HEAD.length();
        int end = start + Integer.parseInt(found(LENGTH, text.substring(0, start)));
        if (text.length() < end) {
            requireRoom();
            return;
        }
        OutcomeListener listener = pendingListener;
        if (listener == null || text.length() > end) {
            throw new IOException("nginx answered what was not asked");
        }
        int status = Integer.parseInt(found(STATUS, text));
        in.clear();
        pendingListener = null;
        listener.onAnswer(status, text.substring(start, end));
    }

    private void requireRoom() throws IOException {
        if (!in.hasRemaining()) {
            throw new IOException("answer of nginx is longer than %d bytes".formatted(LONGEST_ANSWER));
        }
    }

    private static String found(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("answer of nginx is not HTTP/1.1 with a length: "
                    + text.lines().findFirst().orElse(""));
        }
        return matcher.group(1);
    }

    private void close(IOException why) {
        SocketChannel broken = channel;
        channel = null;
        key = null;
        out = null;
        if (broken != null) {
            try {
                broken.close();
            } catch (IOException e) {
                // The connection is unusable anyway.
            }
        }
        OutcomeListener listener = pendingListener;
        pendingListener = null;
        if (listener != null) {
            listener.onFailure(String.valueOf(why.getMessage()));
        }
    }
}
