package io.ceiling.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Bytes;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpResponseTest {

    private static final String BODY = "abcdefghijklm";
    /** Responses with {@code ~} for the end of a line. */
    private static final String SIZED =
            "HTTP/1.1 200 OK~Date: today~content-LENGTH:  13 ~Connection: keep-alive~~abcdefghijklm";

    private static final String CHUNKED =
            "HTTP/1.1 200 OK~Transfer-Encoding: Chunked~X: y~~3~abc~0A;ext=\"1\"~defghijklm~0~Trailer: t~~";

    private static final String AFTER_INFORMATION =
            "HTTP/1.1 100 Continue~~HTTP/1.1 103 Early Hints~Link: </a.css>~Content-Length: 5~~" + SIZED;

    private static final String IN_TWO_CODINGS =
            "HTTP/1.1 200 OK~Transfer-Encoding: gzip, chunked~~00000003~abc~0000000A~defghijklm~0~~";

    private static final Content EXPECTED =
            ExpectedContent.body(BODY.getBytes(StandardCharsets.US_ASCII), BODY.length());

    private final Input in = new Input();
    private final ResponseHead head = new ResponseHead();
    private final HttpResponse response = new HttpResponse();

    private void read(String text, int... cuts) throws AnswerException {
        response.expect();
        new Bytes(text, cuts).feed(in, i -> response.read(i, head, EXPECTED));
    }

    @ParameterizedTest
    @ValueSource(strings = {SIZED, CHUNKED, AFTER_INFORMATION, IN_TWO_CODINGS})
    void isCompleteWhereverItIsCutInThree(String lines) throws AnswerException {
        String text = lines.replace("~", "\r\n");
        for (int first = 1; first < text.length(); first++) {
            for (int second = first; second < text.length(); second++) {
                read(text, first, second);

                assertThat(response.complete())
                        .as("cut at %d and %d", first, second)
                        .isTrue();
                assertThat(response.bodyBytes()).isEqualTo(BODY.length());
                assertThat(in.hasRemaining()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIZED, CHUNKED, AFTER_INFORMATION, IN_TWO_CODINGS})
    void isIncompleteUntilItsLastByte(String lines) throws AnswerException {
        String text = lines.replace("~", "\r\n");
        for (int end = 0; end < text.length(); end++) {
            read(text.substring(0, end));

            assertThat(response.complete()).as("first %d bytes", end).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SIZED, CHUNKED})
    void noticesAnyByteOfTheBodyThatDiffers(String lines) {
        String text = lines.replace("~", "\r\n");
        for (int i = 0; i < BODY.length(); i++) {
            int at = text.indexOf(BODY.charAt(i), text.indexOf("\r\n\r\n"));
            String wrong = text.substring(0, at) + "#" + text.substring(at + 1);
            if (Character.isLetter(text.charAt(at)) && !wrong.contains("0A;#")) {
                assertThatThrownBy(() -> read(wrong)).hasMessageContaining("0x23");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 200 OK~Content-Length: 13~~ | false",
                "HTTP/1.1 200 OK~connection: Close~Content-Length: 13~~ | true",
                "HTTP/1.0 200 OK~Content-Length: 13~~ | true",
                "HTTP/1.0 200 OK~Content-Length: 13~Connection: keep-alive~~ | false",
            })
    void knowsWhetherTheServerEndsTheConnection(String text, boolean ends) throws AnswerException {
        read(text.replace("~", "\r\n") + BODY);

        assertThat(response.complete()).isTrue();
        assertThat(head.closesConnection()).isEqualTo(ends);
    }

    @Test
    void aBodyWithoutALengthEndsWithTheConnection() throws AnswerException {
        read("HTTP/1.0 200 OK\r\n\r\n" + BODY);
        assertThat(response.complete()).isFalse();

        assertThat(response.end(EXPECTED)).isTrue();
        assertThat(response.complete()).isTrue();

        read("HTTP/1.0 200 OK\r\n\r\nabc");
        assertThatThrownBy(() -> response.end(EXPECTED)).hasMessageContaining("ended after 3 bytes");

        read(SIZED.replace("~", "\r\n").replace("klm", ""));
        assertThat(response.end(EXPECTED)).isFalse();
    }

    @Test
    void leavesWhatFollowsTheResponse() throws AnswerException {
        response.expect();
        in.position = 0;
        new Bytes(SIZED.replace("~", "\r\n") + "more").feed(in, i -> {
            response.read(i, head, EXPECTED);
            assertThat(i.remaining()).isEqualTo(4);
            i.position = i.limit;
        });

        assertThat(response.complete()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 503 Busy~~ | UNEXPECTED_STATUS | HTTP/1.1 503 Busy",
                "HTTP/1.1 429 Slow down~Date: x~retry-after: 3~~ | UNEXPECTED_STATUS | HTTP/1.1 429 Slow down, Retry-After: 3",
                "HTTP/1.1 502 Bad Gateway~Server: nginx/1.2~Via: 1.1 edge~~Server: body | UNEXPECTED_STATUS | HTTP/1.1 502 Bad Gateway, Server: nginx/1.2, Via: 1.1 edge",
                "HTTP/1.1 200 OK~Content-Length: 12~~ | WRONG_ANSWER | Content-Length is 12, expected 13",
                "HTTP/1.1 200 OK~Content-Length: 1x~~ | WRONG_ANSWER | not a number",
                "HTTP/1.1 200 OK~Content-Length: 99999999999~~ | WRONG_ANSWER | not a number",
                "HTTP/1.1 200 OK~Server: x~~ | WRONG_ANSWER | neither",
                "SSH-2.0-OpenSSH_9.2~ | WRONG_ANSWER | not an HTTP/1.1 status line",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~zz~ | WRONG_ANSWER | chunk size",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~10000000~ | WRONG_ANSWER | chunk of 256 MiB",
                "HTTP/1.1 103 Early Hints~~HTTP/1.1 503 Busy~~ | UNEXPECTED_STATUS | HTTP/1.1 503 Busy",
                "HTTP/1.1 101 Switching Protocols~~ | UNEXPECTED_STATUS | HTTP/1.1 101",
                "HTTP/1.1 200 OK~Transfer-Encoding: unchunked~~ | WRONG_ANSWER | neither",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~3~abcd~ | WRONG_ANSWER | longer than its size",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~3~abc~0~~ | WRONG_ANSWER | ended after 3 bytes",
                "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~e~abcdefghijklmn | WRONG_ANSWER | longer than the",
            })
    void namesWhatIsWrong(String text, FailureCause cause, String message) {
        assertThatThrownBy(() -> read(text.replace("~", "\r\n")))
                .isInstanceOfSatisfying(
                        AnswerException.class, e -> assertThat(e.failure()).isEqualTo(cause))
                .hasMessageContaining(message);
    }

    @Test
    void refusesALineWithoutEnd() {
        assertThatThrownBy(() -> read("HTTP/1.1 200 OK\r\nX: " + "y".repeat(20_000)))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining("more than 16384 bytes");
    }
}
