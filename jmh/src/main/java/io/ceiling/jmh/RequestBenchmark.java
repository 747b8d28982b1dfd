package io.ceiling.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * One request over one keep-alive connection, and its answer: the way through a container that has nothing else to do. What it is not: how
 * many of them a server answers in a second.
 */
public class RequestBenchmark extends ServerBenchmark {

    /** A connection and what goes over it. */
    @State(Scope.Benchmark)
    public abstract static class Request extends EveryServer {

        private final ByteBuffer request;

        @SuppressWarnings("NullAway.Init")
        private Exchange exchange;

        @SuppressWarnings("NullAway.Init")
        private Answer answer;

        Request(String path) {
            request = Exchange.prepared("GET /ceiling" + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        }

        @Override
        final void connect(int port) throws IOException {
            exchange = closedAtEnd(Exchange.connect(port));
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

    /** Answered in the thread of the request. */
    public static class Synchronous extends Request {
        public Synchronous() {
            super("/answer");
        }
    }

    /** An AsyncContext that the same thread completes at once. */
    public static class AsyncAtOnce extends Request {
        public AsyncAtOnce() {
            super("/answer/async");
        }
    }

    /** An AsyncContext that a thread of the application completes. */
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
