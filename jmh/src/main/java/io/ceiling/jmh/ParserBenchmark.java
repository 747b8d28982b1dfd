package io.ceiling.jmh;

import io.ceiling.jmh.client.ChannelReader;
import io.ceiling.jmh.client.EventReader;
import io.ceiling.jmh.client.FrameReader;
import io.ceiling.jmh.client.HttpReader;
import io.ceiling.jmh.client.Reader;
import io.ceiling.jmh.client.Subscribers;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.http.ExpectedContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures how long the load agent takes to parse one answer and compare every byte of it, from the buffer that the
 * socket is read into; without the system call.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(10)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ParserBenchmark {

    // Average body length of the workload keep-alive, in bytes.
    private static final int BODY_BYTES = 2048;
    // Default length of a broadcast message, in bytes.
    private static final int MESSAGE_BYTES = 1462;

    private static final String UPPER = "HOLD THE LINE UNTIL IT IS FREE";

    /** Number of reads of the socket that the answer takes. */
    @Param({"1", "4"})
    public int reads;

    private final Reader.Buffer buffer = new Reader.Buffer();

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes httpBytes;

    @SuppressWarnings("NullAway.Init")
    private HttpReader response;

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes upperBytes;

    @SuppressWarnings("NullAway.Init")
    private FrameReader upper;

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes messageBytes;

    @SuppressWarnings("NullAway.Init")
    private ChannelReader message;

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes eventBytes;

    @SuppressWarnings("NullAway.Init")
    private EventReader event;

    @Setup
    public void prepare() {
        httpBytes = new PreparedBytes(
                "HTTP/1.1 200 \r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: " + BODY_BYTES
                        + "\r\nDate: Sun, 22 Nov 2026 09:00:00 GMT\r\n\r\n" + letters(BODY_BYTES),
                reads);
        response = new HttpReader(httpBytes, ExpectedContent.body(Ascii.letters(BODY_BYTES), BODY_BYTES));
        upperBytes = new PreparedBytes("\u0081" + (char) UPPER.length() + UPPER, reads);
        upper = new FrameReader(upperBytes, ExpectedContent.message(Ascii.bytes(UPPER), UPPER.length()));
        String json = message();
        messageBytes = new PreparedBytes(
                "\u0081~" + (char) (json.length() >> 8) + (char) (json.length() & 0xff) + json, reads);
        message = new ChannelReader(messageBytes, Subscribers.IDENTIFIER);
        eventBytes = new PreparedBytes("data:" + json + "\n\n", reads);
        event = new EventReader(eventBytes, Subscribers.IDENTIFIER);
    }

    private static String letters(int count) {
        return new String(Ascii.letters(count), StandardCharsets.US_ASCII);
    }

    private static String message() {
        String start =
                "{\"request\":1203,\"timestamp\":1763716500000,\"identifier\":\"74\",\"elements\":\"00c0ffee1234567800c0ffee12345678";
        String padding = letters(MESSAGE_BYTES + 32).substring(32);
        return start + padding.substring(0, MESSAGE_BYTES - start.length() - 2) + "\"}";
    }

    /** An answer of the workload keep-alive: head, and a body of 2048 bytes. */
    @Benchmark
    public int httpAnswer() throws IOException {
        response.expect();
        readAll(httpBytes, response);
        if (!response.isComplete()) {
            throw new IllegalStateException("answer is not complete");
        }
        return response.bodyBytes();
    }

    /** An answer of the workload websocket: a frame with a text of 30 characters. */
    @Benchmark
    public int webSocketMessage() throws IOException {
        return frame(upperBytes, upper);
    }

    /** A message of a channel over WebSocket, 1462 bytes. */
    @Benchmark
    public long channelMessage() throws IOException {
        message.next();
        return frame(messageBytes, message) + message.number();
    }

    /** The same message as a server-sent event. */
    @Benchmark
    public long channelEvent() throws IOException {
        event.next();
        readAll(eventBytes, event);
        if (!event.isComplete()) {
            throw new IllegalStateException("event is not complete");
        }
        return event.number();
    }

    private int frame(PreparedBytes bytes, FrameReader reader) throws IOException {
        readAll(bytes, reader);
        int messages = reader.takeMessages();
        if (messages != 1) {
            throw new IllegalStateException("frame is not complete");
        }
        return messages;
    }

    private void readAll(PreparedBytes bytes, Reader reader) throws IOException {
        bytes.fill();
        while (reader.read(buffer) > 0) {
            // Each call reads the next piece.
        }
    }
}
