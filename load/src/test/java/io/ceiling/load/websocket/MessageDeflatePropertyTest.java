package io.ceiling.load.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Bytes;
import io.ceiling.load.http.Content;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MessageDeflatePropertyTest {

    private static final int TEXT = 1;
    private static final int COMPRESSED = 0x40;
    private static final int FINAL = 0x80;

    private final MessageDeflate codec = new MessageDeflate();

    /** A server that compresses, with or without its earlier messages. */
    private static final class Sender {

        private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        private final boolean takeover;

        Sender(boolean takeover) {
            this.takeover = takeover;
        }

        byte[] compress(byte[] message) {
            if (!takeover) {
                deflater.reset();
            }
            deflater.setInput(message);
            byte[] buffer = new byte[message.length * 2 + 1_000];
            int length = deflater.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
            return Arrays.copyOf(buffer, length - 4);
        }
    }

    private static final class Messages implements Content {

        private final List<byte[]> whole = new ArrayList<>();
        private final ByteArrayOutputStream current = new ByteArrayOutputStream();

        @Override
        public void checkAnnouncedLength(int length) {
            throw new IllegalStateException("a message has no head");
        }

        @Override
        public void checkPart(byte[] bytes, int from, int to, int before) {
            assertThat(before).isEqualTo(current.size());
            current.write(bytes, from, to - from);
        }

        @Override
        public void checkEnd(int length) {
            assertThat(length).isEqualTo(current.size());
            whole.add(current.toByteArray());
            current.reset();
        }
    }

    private static byte[] text(int length, int seed) {
        Random random = new Random(seed);
        byte[] text = new byte[length];
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('a' + random.nextInt(6));
        }
        return text;
    }

    private static void frame(ByteArrayOutputStream out, int first, byte[] payload, int from, int to) {
        out.write(first);
        if (to - from < 126) {
            out.write(to - from);
        } else {
            out.write(126);
            out.write((to - from) >> 8);
            out.write(to - from);
        }
        out.write(payload, from, to - from);
    }

    private static void read(WebSocketStream stream, Content content, byte[] frames, int... cuts)
            throws AnswerException {
        new Bytes(new String(frames, StandardCharsets.ISO_8859_1), cuts).feed(new Input(), in -> {
            while (stream.read(in, content) != WebSocketStream.Event.MORE) {
                // Messages are collected by the content.
            }
        });
    }

    private WebSocketStream stream(boolean takeover) {
        WebSocketStream stream = new WebSocketStream();
        stream.expandWith(new MessageDeflate.InflateState(codec, takeover));
        return stream;
    }

    @Property(tries = 300)
    void messagesOfAServerAreExpandedHoweverTheyAreCut(
            @ForAll @Size(max = 12) List<@IntRange(min = 1, max = 9_000) Integer> lengths,
            @ForAll @IntRange(min = 1, max = 5_000) int fragment,
            @ForAll @Size(max = 5) List<@IntRange(max = 30_000) Integer> cuts,
            @ForAll boolean takeover)
            throws AnswerException {
        Sender sender = new Sender(takeover);
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < lengths.size(); i++) {
            // Every second message is like an earlier one, so that it refers to it.
            byte[] message = text(lengths.get(i), i / 2);
            sent.add(message);
            byte[] payload = sender.compress(message);
            int from = 0;
            do {
                int to = Math.min(payload.length, from + fragment);
                int first = (from == 0 ? TEXT | COMPRESSED : 0) | (to == payload.length ? FINAL : 0);
                frame(frames, first, payload, from, to);
                from = to;
            } while (from < payload.length);
        }
        byte[] bytes = frames.toByteArray();
        int[] sorted = cuts.stream()
                .mapToInt(cut -> Math.min(cut, bytes.length))
                .sorted()
                .toArray();
        Messages messages = new Messages();

        read(stream(takeover), messages, bytes, sorted);

        assertThat(messages.whole).hasSameSizeAs(sent);
        for (int i = 0; i < sent.size(); i++) {
            assertThat(messages.whole.get(i)).isEqualTo(sent.get(i));
        }
    }

    @Property(tries = 200)
    void referencesReachBackByTheWholeWindow(@ForAll @IntRange(min = 1, max = 90_000) int between)
            throws AnswerException {
        Sender sender = new Sender(true);
        MessageDeflate.InflateState kept = new MessageDeflate.InflateState(codec, true);
        byte[] repeated = text(300, 1);

        for (byte[] message : List.of(repeated, text(between, 2), repeated)) {
            byte[] payload = sender.compress(message);
            kept.add(payload, 0, payload.length);
            int length = kept.expand();
            assertThat(Arrays.copyOf(kept.text(), length)).isEqualTo(message);
        }
    }

    @Property(tries = 300)
    void whatIsSentIsExpandedToTheSame(@ForAll @Size(max = 20_000) byte[] message) throws AnswerException {
        MessageDeflate.InflateState kept = new MessageDeflate.InflateState(new MessageDeflate(), true);

        for (int i = 0; i < 2; i++) {
            int length = codec.deflate(message, message.length);
            kept.add(codec.deflated(), 0, length);
            assertThat(Arrays.copyOf(kept.text(), kept.expand())).hasSize(message.length);
            assertThat(Arrays.copyOf(kept.text(), message.length)).isEqualTo(message);
        }
    }

    @Property(tries = 500)
    void anyBytesAreExpandedOrRefused(@ForAll @Size(max = 400) byte[] bytes, @ForAll boolean takeover)
            throws AnswerException {
        MessageDeflate.InflateState kept = new MessageDeflate.InflateState(codec, takeover);
        kept.add(bytes, 0, bytes.length);
        try {
            assertThat(kept.expand()).isBetween(0, MessageDeflate.MAX_MESSAGE_BYTES);
        } catch (AnswerException e) {
            assertThat(e.text()).matches("message that cannot be expanded: .*|message of more than .*");
        }
        byte[] good = new Sender(false).compress(text(50, 1));
        kept = new MessageDeflate.InflateState(codec, takeover);
        kept.add(good, 0, good.length);
        assertThat(kept.expand()).isEqualTo(50);
    }

    @Property(tries = 200)
    void aByteThatWasChangedHarmsNoOtherConnection(
            @ForAll @IntRange(max = 200) int position, @ForAll @IntRange(min = 1, max = 255) int change)
            throws AnswerException {
        byte[] payload = new Sender(false).compress(text(600, 5));
        payload[position % payload.length] ^= (byte) change;
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frame(frames, FINAL | TEXT | COMPRESSED, payload, 0, payload.length);
        try {
            read(stream(false), new Messages(), frames.toByteArray());
        } catch (AnswerException e) {
            assertThat(e.text()).startsWith("message ");
        }

        byte[] good = new Sender(false).compress(text(70, 1));
        MessageDeflate.InflateState other = new MessageDeflate.InflateState(codec, false);
        other.add(good, 0, good.length);
        assertThat(other.expand()).isEqualTo(70);
    }

    @Test
    void aMessageThatExpandsToTooMuchIsRefusedWithoutItsMemory() throws AnswerException {
        byte[] bomb = new Sender(false).compress(new byte[20 << 20]);
        assertThat(bomb.length).isLessThan(MessageDeflate.MAX_COMPRESSED_BYTES);
        MessageDeflate.InflateState kept = new MessageDeflate.InflateState(codec, true);
        kept.add(bomb, 0, bomb.length);

        assertThatThrownBy(kept::expand)
                .isInstanceOf(AnswerException.class)
                .hasMessage("message of more than 1048576 bytes");

        assertThat(kept.text()).hasSizeLessThanOrEqualTo(2 * MessageDeflate.MAX_MESSAGE_BYTES);
    }

    @Test
    void theLongestMessageIsExpanded() throws AnswerException {
        byte[] longest = new Sender(false).compress(new byte[MessageDeflate.MAX_MESSAGE_BYTES]);
        MessageDeflate.InflateState kept = new MessageDeflate.InflateState(codec, true);
        kept.add(longest, 0, longest.length);

        assertThat(kept.expand()).isEqualTo(MessageDeflate.MAX_MESSAGE_BYTES);
    }

    @Test
    void aCompressedMessageThatDoesNotEndIsRefused() {
        MessageDeflate.InflateState kept = new MessageDeflate.InflateState(codec, true);
        byte[] part = new byte[60_000];

        assertThatThrownBy(() -> {
                    for (int i = 0; i < 5; i++) {
                        kept.add(part, 0, part.length);
                    }
                })
                .isInstanceOf(AnswerException.class)
                .hasMessage("compressed message of more than 262144 bytes");
    }

    @Test
    void onlyTheFirstFrameOfAMessageIsMarked() {
        byte[] payload = new Sender(false).compress(text(100, 1));
        for (int first : new int[] {FINAL | COMPRESSED, FINAL | COMPRESSED | 9, FINAL | 0x20 | TEXT}) {
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            frame(frames, TEXT | COMPRESSED, payload, 0, 10);
            frame(frames, first, payload, 10, payload.length);

            assertThatThrownBy(() -> read(stream(true), new Messages(), frames.toByteArray()))
                    .isInstanceOf(AnswerException.class);
        }
    }

    @Test
    void aMessageThatIsNotMarkedIsNotExpanded() throws AnswerException {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        frame(frames, FINAL | TEXT, text(100, 1), 0, 100);
        byte[] payload = new Sender(false).compress(text(200, 2));
        frame(frames, FINAL | TEXT | COMPRESSED, payload, 0, payload.length);
        frame(frames, FINAL | TEXT, text(100, 3), 0, 100);
        Messages messages = new Messages();

        read(stream(true), messages, frames.toByteArray());

        assertThat(messages.whole).containsExactly(text(100, 1), text(200, 2), text(100, 3));
    }
}
