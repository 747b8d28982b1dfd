package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.ceiling.harness.result.HopControl;
import io.ceiling.harness.result.HopControl.HopAnswer;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Tomcats;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HopProbeTest {

    /** A server whose first answers have these statuses, and all further ones the last of them. */
    private static HttpServer answering(int... statuses) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(statuses[Math.min(asked.getAndIncrement(), statuses.length - 1)], -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static Target target(HttpServer server) {
        int port = server.getAddress().getPort();
        return Tomcats.target(port);
    }

    /** Squid answers 502 once after its start, and after more than it takes. */
    @Test
    void aProxyThatRefusesOnlyItsFirstRequestIsAskedAgain() throws IOException {
        HttpServer proxy = answering(502, 200, 200, 502);
        HttpServer behind = answering(200);
        try {
            HopProbe questions = new HopProbe(target(proxy), Optional.of(target(behind)), Optional.empty());

            questions.askIdle();
            HopControl control = questions.ask(() -> HopControl.Sockets.NOT_SEEN, () -> 1);

            assertThat(control.idle().through().status()).isEqualTo(200);
            assertThat(control.direct()).extracting(HopAnswer::status).containsOnly(200);
            assertThat(control.through()).extracting(HopAnswer::status).containsOnly(502);
        } finally {
            proxy.stop(0);
            behind.stop(0);
        }
    }

    @Test
    void whatOneClientAddressIsRefusedAnotherOneGets() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean ofLoad =
                    exchange.getRemoteAddress().getAddress().getHostAddress().equals("127.0.0.2");
            exchange.sendResponseHeaders(ofLoad ? 503 : 200, -1);
            exchange.close();
        });
        server.start();
        try {
            HopProbe questions = new HopProbe(target(server), Optional.empty(), Optional.empty());

            questions.askIdle();
            HopControl control = questions.ask(() -> HopControl.Sockets.NOT_SEEN, () -> 3);

            assertThat(control.through()).extracting(HopAnswer::status).containsOnly(503);
            assertThat(control.otherClient().answers())
                    .hasSize(control.through().size())
                    .extracting(HopAnswer::status)
                    .containsOnly(200);
            assertThat(control.otherClient().addresses()).isEqualTo(3);
            assertThat(control.direct()).isEmpty();
        } finally {
            server.stop(0);
        }
    }

    @Test
    void noMoreIsAskedOfAServerThatRefusesEverybody() throws IOException {
        HttpServer server = answering(200, 200, 503);
        try {
            HopProbe questions = new HopProbe(target(server), Optional.empty(), Optional.empty());

            questions.askIdle();
            HopControl control = questions.ask(() -> HopControl.Sockets.NOT_SEEN, () -> 3);

            assertThat(control.otherClient().answers()).hasSize(1);
            assertThat(control.through()).isEmpty();
        } finally {
            server.stop(0);
        }
    }
}
