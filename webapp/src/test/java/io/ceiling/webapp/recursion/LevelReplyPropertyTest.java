package io.ceiling.webapp.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

class LevelReplyPropertyTest {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]";

    /** Returns the body, as the bytes come in pieces of that size and then end; null if it is not yet complete. */
    private static byte @Nullable [] read(byte[] answer, int piece) throws LevelFailureException {
        LevelReply reply = new LevelReply();
        int at = 0;
        while (at < answer.length) {
            int count = Math.min(Math.min(piece, answer.length - at), reply.buffer().length - reply.size());
            System.arraycopy(answer, at, reply.buffer(), reply.size(), count);
            at += count;
            if (reply.accept(count)) {
                return reply.body();
            }
        }
        return reply.accept(-1) ? reply.body() : null;
    }

    @Provide
    Arbitrary<String> answers() {
        Arbitrary<String> parts = Arbitraries.of(
                "HTTP/1.1 200 OK\r\n",
                "HTTP/1.1 503 Busy\r\n",
                "Content-Length: 5\r\n",
                "Content-Length: 99999\r\n",
                "Content-Length: 999999999999\r\n",
                "content-length:\u0661\r\n",
                "content-length:\n\u001b\r\n",
                "Transfer-Encoding: chunked\r\n",
                "\r\n",
                "\r\n\r\n",
                "hello",
                "x".repeat(5_000));
        Arbitrary<String> noise =
                Arbitraries.strings().withCharRange('\u0000', '\u00ff').ofMaxLength(6);
        return Arbitraries.frequencyOf(Tuple.of(9, parts), Tuple.of(1, noise))
                .list()
                .ofMaxSize(9)
                .map(list -> "HTTP/1.1 200 OK\r\n".repeat(list.size() % 2) + String.join("", list));
    }

    @Property
    void anyBytesAreAnAnswerOrOneLine(
            @ForAll("answers") String answer, @ForAll @IntRange(min = 1, max = 600) int piece) {
        try {
            assertThat(read(answer.getBytes(StandardCharsets.ISO_8859_1), piece))
                    .isNotNull();
        } catch (LevelFailureException e) {
            assertThat(e.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS).hasSizeLessThan(300);
        }
    }

    @Property
    void whatIsSentIsReadHoweverItArrives(
            @ForAll @Size(max = 2_000) byte[] body, @ForAll @IntRange(min = 1, max = 600) int piece)
            throws LevelFailureException {
        byte[] head = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n"
                .formatted(body.length)
                .getBytes(StandardCharsets.US_ASCII);
        byte[] answer = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, answer, head.length, body.length);

        assertThat(read(answer, piece)).isEqualTo(body);
    }
}
