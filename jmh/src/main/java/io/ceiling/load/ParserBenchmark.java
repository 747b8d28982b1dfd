package io.ceiling.load;

import java.io.IOException;
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
 * What the load agent does with one answer, every byte of it compared, from the buffer that the socket is read into on; not the system call
 * itself. In this package because these classes are the agent's own.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ParserBenchmark {

    /** What the workload keep-alive asks for on average. */
    private static final int BODY_BYTES = 2048;
    /** As broadcast messages are by default. */
    private static final int MESSAGE_BYTES = 1462;

    private static final String UPPER = "HOLD THE LINE UNTIL IT IS FREE";

    /** How many reads of the socket it takes to have the answer. */
    @Param({"1", "4"})
    public int reads;

    private final Input in = new Input();
    private final ResponseHead head = new ResponseHead();
    private final HttpResponse response = new HttpResponse();
    private final WebSocketStream stream = new WebSocketStream();
    private final ExpectedContent upper = ExpectedContent.message(Ascii.bytes(UPPER), UPPER.length());
    private final ExpectedContent body = ExpectedContent.body(Ascii.bytes(letters(BODY_BYTES)), BODY_BYTES);
    private final ChannelContent message = new ChannelContent();
    private final MessageLines lines = new MessageLines(true);

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes httpBytes;

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes upperBytes;

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes messageBytes;

    @SuppressWarnings("NullAway.Init")
    private PreparedBytes eventBytes;

    @Setup
    public void prepare() {
        httpBytes = new PreparedBytes(
                "HTTP/1.1 200 \r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: " + BODY_BYTES
                        + "\r\nDate: Sun, 22 Nov 2026 09:00:00 GMT\r\n\r\n" + letters(BODY_BYTES),
                reads);
        upperBytes = new PreparedBytes("\u0081" + (char) UPPER.length() + UPPER, reads);
        String json = message();
        messageBytes = new PreparedBytes(
                "\u0081~" + (char) (json.length() >> 8) + (char) (json.length() & 0xff) + json, reads);
        eventBytes = new PreparedBytes("data:" + json + "\n\n", reads);
    }

    private static String letters(int count) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < count; i++) {
            letters.append((char) ('a' + i % 26));
        }
        return letters.toString();
    }

    /** A message of a channel, as the server's publisher makes it. */
    private static String message() {
        String start =
                "{\"request\":1203,\"timestamp\":1763716500000,\"identifier\":\"74\",\"elements\":\"00c0ffee1234567800c0ffee12345678";
        String padding = letters(MESSAGE_BYTES + 32).substring(32);
        return start + padding.substring(0, MESSAGE_BYTES - start.length() - 2) + "\"}";
    }

    /** An answer of the workload keep-alive: head and a body of 2048 bytes. */
    @Benchmark
    public int httpAnswer() throws AnswerException, IOException {
        response.expect();
        httpBytes.fill();
        byte[] carried = null;
        while (in.read(httpBytes, carried) > 0) {
            response.read(in, head, body);
            carried = in.rest();
        }
        if (!response.complete()) {
            throw new IllegalStateException("answer is not complete");
        }
        return response.bodyBytes();
    }

    /** An answer of the workload websocket: a frame with a text of 30 characters. */
    @Benchmark
    public int webSocketMessage() throws AnswerException, IOException {
        return frame(upperBytes, upper);
    }

    /** A message of a channel over WebSocket, 1462 bytes. */
    @Benchmark
    public long channelMessage() throws AnswerException, IOException {
        message.check.next();
        return frame(messageBytes, message) + message.check.number();
    }

    /** The same message as a server-sent event. */
    @Benchmark
    public long channelEvent() throws AnswerException, IOException {
        message.check.next();
        eventBytes.fill();
        while (in.read(eventBytes, null) > 0) {
            // As ChannelStream does: lines keep no bytes.
            in.position = lines.read(in.bytes, in.position, in.limit, message.check, message.identifier);
        }
        if (!lines.messageRead()) {
            throw new IllegalStateException("event is not complete");
        }
        return message.check.number();
    }

    private int frame(PreparedBytes frame, Content content) throws AnswerException, IOException {
        frame.fill();
        int messages = 0;
        byte[] carried = null;
        while (in.read(frame, carried) > 0) {
            while (stream.read(in, content) == WebSocketStream.Event.MESSAGE) {
                messages++;
            }
            carried = in.rest();
        }
        if (messages != 1) {
            throw new IllegalStateException("frame is not complete");
        }
        return messages;
    }
}
