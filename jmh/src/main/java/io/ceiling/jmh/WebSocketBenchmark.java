package io.ceiling.jmh;

import io.ceiling.jmh.client.Answer;
import io.ceiling.jmh.client.Exchange;
import io.ceiling.jmh.client.Frames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import org.openjdk.jmh.annotations.Benchmark;

/** Measures one text over a WebSocket and its answer, the same text in upper case. */
public class WebSocketBenchmark extends ServerBenchmark {

    private static final String TEXT = "hold the line until it is free";

    /** A connection that is upgraded to a WebSocket, with its frame and the expected answer. */
    public static class Upgraded extends EveryServer {

        private final ByteBuffer frame = Exchange.requestBuffer(Frames.text(TEXT));

        @SuppressWarnings("NullAway.Init")
        private Exchange exchange;

        @SuppressWarnings("NullAway.Init")
        private Answer answer;

        @Override
        void connect(int port) throws IOException {
            exchange = closeAtEnd(Exchange.connect(port));
            exchange.send(Exchange.requestBuffer(Frames.upgrade("/ceiling/ws/upper", 1)));
            exchange.receiveFirst("HTTP/1.1 101", "\r\n\r\n");
            exchange.send(frame);
            answer = exchange.receiveFirst(Frames.serverText(TEXT.toUpperCase(Locale.ROOT)), "");
        }

        @Override
        int operation() throws IOException {
            exchange.send(frame);
            exchange.receive(answer);
            return answer.length();
        }
    }

    @Benchmark
    public int echo(Upgraded socket) throws IOException {
        return socket.operation();
    }
}
