package io.ceiling.jmh.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExchangeTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nDate: ";
    private static final String END = "\r\n\r\nanswered\n";
    private static final String FIRST = HEAD + "Sun" + END;

    /** A server that answers each request, one byte long, with the next of the given answers, and then closes. */
    private static void withServer(List<String> answers, Check check) throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            Thread server = new Thread(() -> answer(listener, answers));
            server.setDaemon(true);
            server.start();
            try (Exchange exchange = Exchange.connect(listener.getLocalPort())) {
                check.run(exchange);
            }
            server.join();
        }
    }

    private interface Check {
        void run(Exchange exchange) throws Exception;
    }

    private static void answer(ServerSocket listener, List<String> answers) {
        try (Socket socket = listener.accept()) {
            InputStream in = socket.getInputStream();
            for (String answer : answers) {
                if (in.read() < 0) {
                    return;
                }
                socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final ByteBuffer REQUEST = Exchange.requestBuffer("?");

    @Test
    void takesAnswersThatDifferInTheirDateAlone() throws Exception {
        withServer(List.of(FIRST, HEAD + "Mon" + END, HEAD + "Tue" + END), exchange -> {
            exchange.send(REQUEST);
            Answer answer = exchange.receiveFirst("HTTP/1.1 200", END);
            for (int i = 0; i < 2; i++) {
                exchange.send(REQUEST);
                exchange.receive(answer);
            }
            assertThat(answer.length()).isEqualTo(FIRST.length());
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Another status, another body, and more bytes than there were.
                "HTTP/1.1 500 OK\r\nContent-Length: 9\r\nDate: Sun\r\n\r\nanswered\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nDate: Sun\r\n\r\nanswere?\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nDate: Sun\r\n\r\nanswered!\n"
            })
    void refusesAnotherAnswer(String second) throws Exception {
        withServer(List.of(FIRST, second), exchange -> {
            exchange.send(REQUEST);
            Answer answer = exchange.receiveFirst("HTTP/1.1 200", END);
            exchange.send(REQUEST);

            assertThatThrownBy(() -> exchange.receive(answer))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("another answer than the first: expected %d bytes from 'HTTP/1.1 200'"
                            .formatted(FIRST.length()));
        });
    }

    @Test
    void refusesAServerThatClosesTheConnection() throws Exception {
        withServer(List.of(FIRST, "HTTP/1.1"), exchange -> {
            exchange.send(REQUEST);
            Answer answer = exchange.receiveFirst("HTTP/1.1 200", END);
            exchange.send(REQUEST);

            assertThatThrownBy(() -> exchange.receive(answer))
                    .hasMessageStartingWith("the server closed the connection")
                    .hasMessageEndingWith("got 'HTTP/1.1'");
        });
    }

    @Test
    void refusesAFirstAnswerThatIsNone() throws Exception {
        withServer(List.of("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"), exchange -> {
            exchange.send(REQUEST);

            assertThatThrownBy(() -> exchange.receiveFirst("HTTP/1.1 200", END))
                    .hasMessageStartingWith("no such answer: expected one from 'HTTP/1.1 200' to '")
                    .hasMessageContaining("got 'HTTP/1.1 404 Not Found");
        });
    }
}
