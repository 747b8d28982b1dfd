package io.ceiling.jmh;

import io.ceiling.jmh.client.Answer;
import io.ceiling.jmh.client.Exchange;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures one request over one keep-alive connection and its answer: the time of a container that has nothing else to
 * do. It does not measure how many requests a server answers in a second.
 */
public class RequestBenchmark extends ServerBenchmark {

    /** A connection with its request and the expected answer. */
    @State(Scope.Benchmark)
    public abstract static class Request extends EveryServer {

        private final ByteBuffer request;

        @SuppressWarnings("NullAway.Init")
        private Exchange exchange;

        @SuppressWarnings("NullAway.Init")
        private Answer answer;

        Request(String path) {
            request = Exchange.requestBuffer("GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        final void connect(int port) throws IOException {
            exchange = closeAtEnd(Exchange.connect(port));
            exchange.send(request);
            answer = exchange.receiveFirst("HTTP/1.1 200", "\r\n\r\nanswered\n");
        }

        @Override
        final int operation() throws IOException {
            exchange.send(request);
            exchange.receive(answer);
            return answer.length();
        }
    }

    /** A request that is answered in its own thread. */
    public static class Synchronous extends Request {
        public Synchronous() {
            super("/answer");
        }
    }

    /** A request with an AsyncContext that the same thread completes at once. */
    public static class AsyncAtOnce extends Request {
        public AsyncAtOnce() {
            super("/answer/async");
        }
    }

    /** A request with an AsyncContext that a thread of the application completes. */
    public static class AsyncThread extends Request {
        public AsyncThread() {
            super("/answer/async-thread");
        }
    }

    @Benchmark
    public int synchronous(Synchronous request) throws IOException {
        return request.operation();
    }

    @Benchmark
    public int asyncCompletedAtOnce(AsyncAtOnce request) throws IOException {
        return request.operation();
    }

    @Benchmark
    public int asyncCompletedByAnotherThread(AsyncThread request) throws IOException {
        return request.operation();
    }
}
