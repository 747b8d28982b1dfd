package io.ceiling.webapp.recursion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LevelReplyTest {

    private static final String BODY = "{\"reached\":3,\"failure\":null}";

    private final LevelReply reply = new LevelReply();

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 512})
    void passesTheBodyOnHoweverItComesIn(int part) throws Exception {
        String answer =
                "HTTP/1.1 200 \r\nX: " + "y".repeat(900) + "\r\nContent-Length: " + BODY.length() + "\r\n\r\n" + BODY;

        assertThat(feed(answer, part)).isTrue();

        assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo(BODY);
    }

    @Test
    void takesAnAnswerWithoutLengthToItsEnd() throws Exception {
        assertThat(feed("HTTP/1.1 200 OK\r\n\r\n" + BODY, 100)).isFalse();

        assertThat(reply.accept(-1)).isTrue();
        assertThat(new String(reply.body(), StandardCharsets.UTF_8)).isEqualTo(BODY);
    }

    @ParameterizedTest
    @CsvSource({
        "'', closed the connection before it answered",
        "'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{', closed the connection within its answer",
        "'HTTP/1.1 20', closed the connection within its answer",
        "'HTTP/1.1 503 Busy\r\n\r\n', answered HTTP 503",
        "'HTTP/1.1 500 \r\nTransfer-Encoding: chunked\r\n\r\n', answered HTTP 500",
        "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', answered in chunks",
        "'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n', answered with content length -1",
        "'SSH-2.0\r\n\r\n', answered something else than HTTP"
    })
    void tellsWhatTheNextLevelDid(String answer, String failure) {
        assertThatThrownBy(() -> {
                    feed(answer, 100);
                    reply.accept(-1);
                })
                .isInstanceOf(LevelFailureException.class)
                .hasMessage(failure);
    }

    @Test
    void readsNoEndlessAnswer() {
        assertThatThrownBy(() -> feed("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(100_000), 500))
                .isInstanceOf(LevelFailureException.class)
                .hasMessageContaining("more than 16384 bytes");
    }

    private boolean feed(String answer, int part) throws LevelFailureException {
        byte[] bytes = answer.getBytes(StandardCharsets.ISO_8859_1);
        boolean complete = false;
        for (int at = 0; at < bytes.length && !complete; ) {
            int count = Math.min(Math.min(part, bytes.length - at), reply.buffer().length - reply.size());
            System.arraycopy(bytes, at, reply.buffer(), reply.size(), count);
            complete = reply.accept(count);
            at += count;
        }
        return complete;
    }
}
