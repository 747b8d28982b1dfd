package io.ceiling.jmh;

import io.ceiling.jmh.client.Answer;
import io.ceiling.jmh.client.Exchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Measures requests that are suspended, a hundred at a time, and released by one event. The result of interest is
 * {@code server.alloc.norm}: the bytes that the server allocates for one suspended request from its first byte to its
 * last, including a hundredth of the request that releases them.
 */
public class SuspendedBenchmark extends ServerBenchmark {

    private static final int REQUESTS = 100;
    private static final String END_OF_CHUNK = "\r\n";
    // Content of a chunk without its size: containers write sizes with or without leading zeros.
    private static final String HELD = "\r\nheld\n";

    private static final String RELEASED = "\r\nreleased\n\r\n0\r\n\r\n";

    /** Connections with one suspended request each, and one more connection that releases them. */
    public static class Holds extends EveryServer {

        private final ByteBuffer hold =
                Exchange.requestBuffer("GET /ceiling/hold/async HTTP/1.1\r\nHost: localhost\r\n\r\n");
        private final ByteBuffer release = Exchange.requestBuffer(
                "POST /ceiling/hold/release HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
        private final List<Exchange> heldExchanges = new ArrayList<>();

        @SuppressWarnings("NullAway.Init")
        private Exchange control;

        @SuppressWarnings("NullAway.Init")
        private Answer heldAnswer;

        @SuppressWarnings("NullAway.Init")
        private Answer releasedAnswer;

        @SuppressWarnings("NullAway.Init")
        private Answer controlAnswer;

        @Override
        void connect(int port) throws IOException {
            control = closeAtEnd(Exchange.connect(port));
            for (int i = 0; i < REQUESTS; i++) {
                Exchange exchange = closeAtEnd(Exchange.connect(port));
                heldExchanges.add(exchange);
                exchange.send(hold);
                // Some containers send the end of a chunk with the next chunk.
                heldAnswer = exchange.receiveFirst("HTTP/1.1 200", HELD + END_OF_CHUNK, HELD);
            }
            control.send(release);
            controlAnswer = control.receiveFirst("HTTP/1.1 200", "\r\n\r\n{\"released\":" + REQUESTS + "}");
            String rest = heldAnswer.endsWith(END_OF_CHUNK) ? "" : END_OF_CHUNK;
            for (Exchange exchange : heldExchanges) {
                releasedAnswer = exchange.receiveFirst(rest, RELEASED);
            }
        }

        @Override
        boolean takesTurns() {
            return false;
        }

        @Override
        int operation() throws IOException {
            for (int i = 0; i < REQUESTS; i++) {
                heldExchanges.get(i).send(hold);
            }
            for (int i = 0; i < REQUESTS; i++) {
                heldExchanges.get(i).receive(heldAnswer);
            }
            control.send(release);
            control.receive(controlAnswer);
            for (int i = 0; i < REQUESTS; i++) {
                heldExchanges.get(i).receive(releasedAnswer);
            }
            return REQUESTS;
        }
    }

    @Benchmark
    @OperationsPerInvocation(REQUESTS)
    public int suspendedRequest(Holds holds) throws IOException {
        return holds.operation();
    }
}
