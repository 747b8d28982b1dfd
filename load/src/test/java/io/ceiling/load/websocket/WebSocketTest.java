package io.ceiling.load.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Bytes;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebSocketTest {

    private static final String TEXT = "HOLD THE LINE";
    /** Ping "hi", text in three frames with a pong in between, one of them empty, one with a 16-bit length. */
    private static final String FRAGMENTED = "\u0089\u0002hi" + "\u0001\u0005HOLD " + "\u008a\u0000" + "\u0000\u0000"
            + "\u0080~\u0000\u0008THE LINE" + "\u0088\u0002\u0003\u00e8";

    private final Input in = new Input();

    private List<WebSocketStream.Event> read(String frames, String expected, int... cuts) throws AnswerException {
        WebSocketStream stream = new WebSocketStream();
        List<WebSocketStream.Event> events = new ArrayList<>();
        byte[] text = expected.getBytes(StandardCharsets.ISO_8859_1);
        new Bytes(frames, cuts).feed(in, i -> {
            WebSocketStream.Event event = WebSocketStream.Event.PONG;
            while (event != WebSocketStream.Event.MORE) {
                event = stream.read(i, ExpectedContent.message(text, text.length));
                if (event != WebSocketStream.Event.MORE) {
                    events.add(event);
                }
            }
        });
        return events;
    }

    @Test
    void readsTheSameEventsWhereverTheFramesAreCut() throws AnswerException {
        for (int first = 1; first < FRAGMENTED.length(); first++) {
            for (int second = first; second < FRAGMENTED.length(); second++) {
                assertThat(read(FRAGMENTED, TEXT, first, second))
                        .as("cut at %d and %d", first, second)
                        .containsExactly(
                                WebSocketStream.Event.PING, WebSocketStream.Event.PONG,
                                WebSocketStream.Event.MESSAGE, WebSocketStream.Event.CLOSE);
            }
        }
        assertThat(read(
                        FRAGMENTED,
                        TEXT,
                        IntStream.range(1, FRAGMENTED.length()).toArray()))
                .hasSize(4);
    }

    @ParameterizedTest
    @CsvSource({
        "81 0d 484f4c4420544845204c494e65, byte 12 of the message",
        "81 0c 484f4c4420544845204c494e, message ended after 12 bytes",
        "81 0e 484f4c4420544845204c494e4521, longer than",
        "81 8d 00000000, neither masks",
        "c1 0d 48, neither masks",
        "80 0d 48, expected a text",
        "82 0d 48, expected a text",
        "01 01 48 81 0c 4f, expected a continuation",
        "89 7e 0080, control frame",
        "8b 00, control frame",
        "81 7f ffffffffffffffff, frame of",
    })
    void namesWhatIsWrong(String hex, String message) {
        StringBuilder frames = new StringBuilder();
        String digits = hex.replace(" ", "");
        for (int i = 0; i < digits.length(); i += 2) {
            frames.append((char) Integer.parseInt(digits.substring(i, i + 2), 16));
        }

        assertThatThrownBy(() -> read(frames.toString(), TEXT))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({"0,6", "1,6", "125,6", "126,8", "65535,8"})
    void masksFramesThatItSends(int length, int headerBytes) {
        byte[] payload = new byte[length + 3];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) (i * 7);
        }
        ByteBuffer out = ByteBuffer.allocate(length + 20);

        WebSocketFrames.putFrame(out, WebSocketFrames.TEXT, payload, 3, length, 0xA1B2C3D4);

        assertThat(out.flip().remaining()).isEqualTo(headerBytes + length);
        assertThat(out.get(0) & 0xff).isEqualTo(0x81);
        assertThat(out.get(1) & 0x80).isEqualTo(0x80);
        int[] mask = {0xA1, 0xB2, 0xC3, 0xD4};
        for (int i = 0; i < length; i++) {
            assertThat(out.get(headerBytes + i)).isEqualTo((byte) (payload[3 + i] ^ mask[i % 4]));
        }
    }

    @Test
    void acceptIsTheOneOfTheRfc() {
        assertThat(WebSocketFrames.accept("dGhlIHNhbXBsZSBub25jZQ==")).isEqualTo("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        assertThat(WebSocketFrames.key(1)).hasSize(24).isNotEqualTo(WebSocketFrames.key(2));
    }
}
