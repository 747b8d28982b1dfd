package io.ceiling.load.websocket;

import static io.ceiling.load.fixtures.AnyBytes.BREAKS_OR_CONTROLS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Bytes;
import io.ceiling.load.http.AnyContent;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.ExpectedContent;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebSocketStreamPropertyTest {

    private static final int TEXT = 1;
    private static final Content ANY = new AnyContent(false, "");

    private static List<WebSocketStream.Event> read(Content content, byte[] frames, int... cuts)
            throws AnswerException {
        WebSocketStream stream = new WebSocketStream();
        List<WebSocketStream.Event> events = new ArrayList<>();
        Input in = new Input();
        new Bytes(new String(frames, StandardCharsets.ISO_8859_1), cuts).feed(in, i -> {
            WebSocketStream.Event event = stream.read(i, content);
            while (event != WebSocketStream.Event.MORE) {
                events.add(event);
                event = stream.read(i, content);
            }
        });
        return events;
    }

    /** Returns the header of a frame as a server sends it, with the shortest form of the length. */
    private static byte[] header(int opcode, boolean last, long length) {
        ByteBuffer out = ByteBuffer.allocate(10).put((byte) (opcode | (last ? 0x80 : 0)));
        if (length >= 0 && length <= 125) {
            out.put((byte) length);
        } else if (length >= 0 && length <= 0xffff) {
            out.put((byte) 126).putShort((short) length);
        } else {
            out.put((byte) 127).putLong(length);
        }
        byte[] header = new byte[out.flip().remaining()];
        out.get(header);
        return header;
    }

    private static byte[] frame(int opcode, boolean last, byte[] payload) {
        byte[] header = header(opcode, last, payload.length);
        return ByteBuffer.allocate(header.length + payload.length)
                .put(header)
                .put(payload)
                .array();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 127, 0x7fff, 0x8000, 0xffff, 0x10000, 0x10001})
    void aMessageOfAnyLengthIsReadToItsLastByte(int length) throws AnswerException {
        byte[] payload = new byte[length];
        for (int i = 0; i < length; i++) {
            payload[i] = (byte) (i * 31);
        }
        byte[] frame = frame(TEXT, true, payload);
        Content content = ExpectedContent.message(payload, length);

        for (int cut = 1; cut < Math.min(frame.length, 20); cut++) {
            assertThat(read(content, frame, cut, Math.max(cut, 40_000))).containsExactly(WebSocketStream.Event.MESSAGE);
        }
        assertThat(read(content, Arrays.copyOf(frame, frame.length - 1), Math.min(40_000, frame.length - 1)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0x7fff_ffffL, 0x7fff_fffeL})
    void theLongestFrameIsAwaitedAndNotAllocated(long length) throws AnswerException {
        assertThat(read(ANY, header(TEXT, true, length))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1L << 31, 1L << 32, Long.MAX_VALUE, Long.MIN_VALUE, -1, -2, -126})
    void aFrameThatIsTooLongIsRefusedByItsHeaderAlone(long length) {
        byte[] header = header(TEXT, true, length);

        for (int cut = 1; cut < header.length; cut++) {
            int at = cut;
            assertThatThrownBy(() -> read(ANY, header, at))
                    .isInstanceOf(AnswerException.class)
                    .hasMessage("frame of %s bytes", Long.toUnsignedString(length));
        }
    }

    @Property
    void anyLengthIsReadOrRefused(@ForAll long length) throws AnswerException {
        byte[] header = header(TEXT, true, length);
        if (length < 0 || length > Integer.MAX_VALUE) {
            assertThatThrownBy(() -> read(ANY, header)).isInstanceOf(AnswerException.class);
        } else {
            assertThat(read(ANY, header)).hasSize(length == 0 ? 1 : 0);
        }
    }

    @Property
    void theLengthsOfFramesThatAreSentAreThoseThatAreRead(
            @ForAll @Size(max = 700) byte[] payload, @ForAll @Size(max = 4) List<@IntRange(max = 700) Integer> ends)
            throws AnswerException {
        int[] sorted = ends.stream()
                .mapToInt(end -> Math.min(end, payload.length))
                .sorted()
                .toArray();
        ByteBuffer out = ByteBuffer.allocate(payload.length + 10 * (sorted.length + 1));
        int from = 0;
        for (int i = 0; i <= sorted.length; i++) {
            int to = i < sorted.length ? sorted[i] : payload.length;
            out.put(frame(i == 0 ? TEXT : 0, i == sorted.length, Arrays.copyOfRange(payload, from, to)));
            from = to;
        }
        byte[] frames = Arrays.copyOf(out.array(), out.position());

        assertThat(read(ExpectedContent.message(payload, payload.length), frames, sorted))
                .containsExactly(WebSocketStream.Event.MESSAGE);
    }

    @Provide
    Arbitrary<byte[]> frames() {
        Arbitrary<Byte> likely = Arbitraries.of(0x00, 0x01, 0x80, 0x81, 0x88, 0x89, 0x8a, 0x7d, 0x7e, 0x7f, 0xff, 0x61)
                .map(value -> (byte) (int) value);
        return Arbitraries.frequencyOf(Tuple.of(4, likely), Tuple.of(1, Arbitraries.bytes()))
                .array(byte[].class)
                .ofMaxSize(200);
    }

    @Property
    void anyBytesAreEventsOrOneLineHoweverTheyArrive(
            @ForAll("frames") byte[] frames, @ForAll @IntRange(min = 1, max = 199) int cut) {
        assertThat(outcome(frames, cut)).isEqualTo(outcome(frames));
    }

    private static String outcome(byte[] frames, int... cuts) {
        try {
            return read(ANY, frames, cuts.length > 0 && cuts[0] < frames.length ? cuts : new int[0])
                    .toString();
        } catch (AnswerException e) {
            assertThat(e.text()).doesNotContainPattern(BREAKS_OR_CONTROLS);
            return e.text();
        }
    }
}
