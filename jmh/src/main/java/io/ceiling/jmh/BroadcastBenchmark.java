package io.ceiling.jmh;

import io.ceiling.container.Connector;
import io.ceiling.harness.container.ContainerVariant;
import io.ceiling.jmh.client.Subscribers;
import java.io.IOException;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Measures one message to one channel of Atmosphere, until every subscriber has received it over its WebSocket and the
 * publisher has its answer.
 */
public class BroadcastBenchmark extends ServerBenchmark {

    /** A server with subscribers that are connected and subscribed. */
    @State(Scope.Benchmark)
    public static class Channel extends ServerState {

        /** One server only, because this benchmark compares broadcasters; {@code -p server=...} selects others. */
        @Param("tomcat-nio-platform")
        public String server = "";

        @Param("default")
        public String buffer = "";

        /** The broadcaster: {@code channel} is the web application's own, the others are Atmosphere's. */
        @Param({"channel", "simple", "default"})
        public String broadcaster = "";

        @Param({"1", "100", "10000"})
        public int subscribers;

        @SuppressWarnings("NullAway.Init")
        private Subscribers subscriberClients;

        @Override
        ServerSpec spec() {
            return spec(server, buffer, broadcaster, subscribers);
        }

        static ServerSpec spec(String server, String buffer, String broadcaster, int subscribers) {
            ContainerVariant variant = ContainerVariant.of(server);
            return new ServerSpec(
                    variant,
                    buffer,
                    Optional.of(broadcaster),
                    // With BIO each WebSocket occupies a thread; 200 more threads serve requests.
                    variant.connector() == Connector.BIO ? subscribers + 200 : 0);
        }

        @Override
        void connect(int port) throws IOException {
            subscriberClients = closeAtEnd(Subscribers.connect(port, subscribers));
        }

        @Override
        boolean takesTurns() {
            return subscribers == 1;
        }

        @Override
        int operation() throws IOException {
            return subscriberClients.publishAndAwaitAll();
        }
    }

    @Benchmark
    public int messageToAll(Channel channel) throws IOException {
        return channel.operation();
    }
}
