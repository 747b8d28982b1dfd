package io.ceiling.jmh;

import io.ceiling.container.Connector;
import io.ceiling.harness.container.ContainerVariant;
import java.io.IOException;
import java.util.Optional;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One message to one channel of Atmosphere, until every subscriber has it over its WebSocket and the publisher has its answer. */
public class BroadcastBenchmark extends ServerBenchmark {

    /** Connected and subscribed. */
    @State(Scope.Benchmark)
    public static class Channel extends ServerState {

        /** One, since it is Atmosphere that is compared; others with {@code -p server=...}. */
        @Param("tomcat-nio-platform")
        public String server = "";

        @Param("default")
        public String buffer = "";

        /** 3 is Atmosphere 3.1, 4 is 4.0. */
        @Param({"3", "4"})
        public String atmosphere = "";

        /** The web application's own Broadcaster, or one of Atmosphere's two. */
        @Param({"channel", "simple", "default"})
        public String broadcaster = "";

        @Param({"1", "100", "10000"})
        public int subscribers;

        @SuppressWarnings("NullAway.Init")
        private Subscribers connected;

        @Override
        ServerSpec spec() {
            return spec(server, buffer, atmosphere, broadcaster, subscribers);
        }

        static ServerSpec spec(String server, String buffer, String atmosphere, String broadcaster, int subscribers) {
            ContainerVariant variant = ContainerVariant.of(server);
            return new ServerSpec(
                    variant,
                    buffer,
                    atmosphere,
                    Optional.of(broadcaster),
                    // There a WebSocket has a thread for itself; the rest are for requests.
                    variant.connector() == Connector.BIO ? subscribers + 200 : 0);
        }

        @Override
        void connect(int port) throws IOException {
            connected = closedAtEnd(Subscribers.connect(port, subscribers));
        }

        @Override
        int operation() throws IOException {
            return connected.publishAndAwaitAll();
        }
    }

    @Benchmark
    public int messageToAll(Channel channel) throws IOException {
        return channel.operation();
    }
}
