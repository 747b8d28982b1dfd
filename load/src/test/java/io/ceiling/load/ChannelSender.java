package io.ceiling.load;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** How {@link ChannelServer} sends JSON texts to one client. Thread-safe; blocks while the client does not read. */
public interface ChannelSender {

    void send(String json) throws IOException;

    /** A message as it goes over the wire, if it can be sent unasked. */
    default byte[] frame(String json) {
        throw new IllegalStateException("this client has to ask for its messages");
    }

    /** Sends frames as they are. */
    default void sendFrames(byte[] frames) throws IOException {
        throw new IllegalStateException("this client has to ask for its messages");
    }

    /** Something that is no message. */
    default void sendSignOfLife() throws IOException {}

    /** Frames or chunks of this size while dripping. */
    int DRIP_BYTES = 5;

    /** Writes at once, or every byte alone. */
    static void write(OutputStream out, byte[] bytes, boolean drip) throws IOException {
        if (drip) {
            for (byte one : bytes) {
                out.write(one);
                out.flush();
            }
        } else {
            out.write(bytes);
        }
    }

    /** The text in pieces of that size. */
    static List<String> pieces(String text, int bytes) {
        List<String> pieces = new ArrayList<>();
        for (int i = 0; i < text.length(); i += bytes) {
            pieces.add(text.substring(i, Math.min(text.length(), i + bytes)));
        }
        return pieces;
    }

    /** Chunks of HTTP. */
    static String chunks(String text, boolean drip) {
        StringBuilder chunks = new StringBuilder();
        for (String piece : pieces(text, drip ? DRIP_BYTES : Integer.MAX_VALUE / 2)) {
            chunks.append(Integer.toHexString(piece.length()))
                    .append("\r\n")
                    .append(piece)
                    .append("\r\n");
        }
        return chunks.toString();
    }

    /** Text frames. */
    final class WebSocket implements ChannelSender {

        /** Payloads of the pongs that came. */
        public final Queue<String> pongs = new ConcurrentLinkedQueue<>();

        private final OutputStream out;
        private final boolean drip;

        WebSocket(OutputStream out, boolean drip) {
            this.out = out;
            this.drip = drip;
        }

        synchronized void write(byte[] bytes) throws IOException {
            ChannelSender.write(out, bytes, drip);
        }

        @Override
        public void sendFrames(byte[] frames) throws IOException {
            write(frames);
        }

        @Override
        public void send(String json) throws IOException {
            write(frame(json));
        }

        @Override
        public byte[] frame(String json) {
            StringBuilder frames = new StringBuilder();
            List<String> pieces = pieces(json, drip ? DRIP_BYTES : 60_000);
            for (int i = 0; i < pieces.size(); i++) {
                int opcode = i == 0 ? WebSocketFrames.TEXT : WebSocketFrames.CONTINUATION;
                int first = i == pieces.size() - 1 ? WebSocketFrames.FINAL | opcode : opcode;
                int length = pieces.get(i).length();
                frames.append((char) first);
                if (length < WebSocketFrames.LENGTH_16) {
                    frames.append((char) length);
                } else {
                    frames.append((char) WebSocketFrames.LENGTH_16)
                            .append((char) (length >> 8))
                            .append((char) (length & 0xff));
                }
                frames.append(pieces.get(i));
                if (drip && i == 0) {
                    frames.append("\u0089\u0002hi");
                }
            }
            return frames.toString().getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public void sendSignOfLife() throws IOException {
            write("\u0089\u0002hi".getBytes(StandardCharsets.ISO_8859_1));
        }

        public void sendClose() throws IOException {
            write("\u0088\u0002\u0003\u00e8".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** A response that does not end. */
    final class Stream implements ChannelSender {

        private final OutputStream out;
        private final boolean events;
        private final boolean drip;
        private boolean begun;

        Stream(OutputStream out, boolean events, boolean drip) {
            this.out = out;
            this.events = events;
            this.drip = drip;
        }

        @Override
        public void send(String json) throws IOException {
            sendFrames(frame(json));
        }

        @Override
        public byte[] frame(String json) {
            return Ascii.bytes(chunks(events ? "data:" + json + "\n\n" : json + "\n", drip));
        }

        @Override
        public void sendSignOfLife() throws IOException {
            sendFrames(Ascii.bytes(chunks(events ? ":\n\n" : "\n", drip)));
        }

        @Override
        public synchronized void sendFrames(byte[] frames) throws IOException {
            if (!begun) {
                begun = true;
                ChannelSender.write(out, Ascii.bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"), drip);
            }
            ChannelSender.write(out, frames, drip);
        }

        public synchronized void end() throws IOException {
            ChannelSender.write(out, Ascii.bytes("0\r\n\r\n"), drip);
        }
    }

    /** Responses to polls, the odd ones in chunks. */
    final class Polls implements ChannelSender {

        public final AtomicInteger polls = new AtomicInteger();
        public final Queue<Integer> ports = new ConcurrentLinkedQueue<>();
        private final BlockingQueue<String> kept = new LinkedBlockingQueue<>();

        Polls(int firstPort) {
            ports.add(firstPort);
        }

        @Override
        public void send(String json) {
            kept.add(json);
        }

        /** Answers with all that is there; waits for the first. */
        void answer(OutputStream out, int port, long pollMillis, boolean drip)
                throws IOException, InterruptedException {
            int number = polls.incrementAndGet();
            if (!ports.contains(port)) {
                ports.add(port);
            }
            StringBuilder body = new StringBuilder();
            String first = kept.poll(pollMillis, TimeUnit.MILLISECONDS);
            if (first != null) {
                List<String> more = new ArrayList<>(List.of(first));
                if (number > 1) {
                    kept.drainTo(more);
                }
                more.forEach(json -> body.append(json).append('\n'));
            }
            String answer = number % 2 == 1
                    ? "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks(body.toString(), drip)
                            + "0\r\n\r\n"
                    : "HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
            ChannelSender.write(out, Ascii.bytes(answer), drip);
        }
    }
}
