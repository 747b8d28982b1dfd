package io.ceiling.load.http;

import static io.ceiling.load.fixtures.AnyBytes.BREAKS_OR_CONTROLS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.AnyBytes;
import io.ceiling.load.fixtures.Bytes;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;

class HttpResponsePropertyTest {

    private static final byte[] BODY = "abcdefghijklm".getBytes(StandardCharsets.US_ASCII);

    private final Input in = new Input();
    private final ResponseHead head = new ResponseHead(true);
    private final HttpResponse response = new HttpResponse();

    /** Returns how the response ended: an error in one line, or what is known of it. */
    private String read(String text, Content content, int... cuts) {
        response.expect();
        in.position = 0;
        in.limit = 0;
        try {
            new Bytes(text, cuts).feed(in, i -> {
                response.read(i, head, content);
                if (response.complete()) {
                    i.position = i.limit;
                }
            });
        } catch (AnswerException e) {
            assertThat(e.text()).doesNotContainPattern(BREAKS_OR_CONTROLS);
            return "refused, " + e.failure();
        }
        return response.complete()
                ? "complete, %d bytes".formatted(response.bodyBytes())
                : response.headRead() ? "head" : "begun";
    }

    @Provide
    Arbitrary<String> answers() {
        return AnyBytes.of(
                        12,
                        "HTTP/1.1 200 OK\r\n",
                        "HTTP/1.1 204 \r\n",
                        "HTTP/1.1 101 Switching\r\n",
                        "HTTP/1.1 20",
                        "Content-Length: ",
                        "content-length:13\r\n",
                        "Transfer-Encoding: chunked\r\n",
                        "Content-Type: text/plain\u001b[31m\r\n",
                        "abcdefghijklm",
                        "d\r\nabcdefghijklm\r\n",
                        "0\r\n",
                        "\r\n",
                        "\n",
                        "\r",
                        " ",
                        "7fffffff",
                        "ffffffff\r\n",
                        "2147483647",
                        "2147483648",
                        "-1")
                .map(list -> "HTTP/1.1 200 OK\r\n".repeat(list.size() % 2) + String.join("", list));
    }

    @Property
    void anyBytesAreAResponseOrOneLine(@ForAll("answers") String answer, @ForAll @IntRange(min = 1, max = 60) int cut) {
        for (Content content : List.of(
                ExpectedContent.body(BODY, BODY.length), new AnyContent(true, ""), new AnyContent(false, "text/"))) {
            assertThat(read(answer, content, cut)).isNotEmpty();
        }
    }

    @Property
    void whoRefusesIsOneShortLineOfTheHead(@ForAll @StringLength(max = 300) String server) {
        String sent = "HTTP/1.1 502 Bad Gateway\r\nServer: %s\r\n\r\nVia: of the body\r\n"
                .formatted(server.replace('\n', ' '));
        response.expect();
        in.position = 0;
        in.limit = 0;

        assertThatThrownBy(() ->
                        new Bytes(sent, new int[0]).feed(in, i -> response.read(i, head, new AnyContent(false, ""))))
                .isInstanceOfSatisfying(AnswerException.class, e -> assertThat(e.text())
                        .startsWith("expected status 2xx, got: HTTP/1.1 502 Bad Gateway")
                        .doesNotContain("of the body")
                        .doesNotContainPattern(BREAKS_OR_CONTROLS)
                        .hasSizeLessThan(200));
    }

    @Property
    void howTheBytesArriveChangesNothing(
            @ForAll("answers") String answer, @ForAll @Size(max = 3) List<@IntRange(min = 1, max = 100) Integer> cuts) {
        int[] sorted = cuts.stream()
                .mapToInt(Integer::intValue)
                .sorted()
                .filter(cut -> cut < answer.length())
                .toArray();
        Content content = ExpectedContent.body(BODY, BODY.length);

        assertThat(read(answer, content, sorted)).isEqualTo(read(answer, content));
    }

    @Property
    void aStatusIsThreeDigits(@ForAll @StringLength(3) @CharRange(from = '\u0001', to = '\u00ff') String status) {
        String answer = "HTTP/1.1 %s OK\r\nContent-Length: 0\r\n\r\n".formatted(status);

        if (!status.matches("2[0-9]{2}")) {
            assertThat(read(answer, new AnyContent(false, ""))).startsWith("refused");
        }
    }

    /** 1 * 100 + 10 * 10 + 0, where the colon is the character after 9. */
    @Example
    void aColonIsNoDigit() {
        assertThat(read("HTTP/1.1 1:0 OK\r\nContent-Length: 0\r\n\r\n", new AnyContent(false, "")))
                .startsWith("refused");
    }

    @Property
    void whatIsSentIsRead(
            @ForAll @Size(max = 3_000) byte[] body,
            @ForAll @Size(max = 6) List<@IntRange(min = 1, max = 400) Integer> chunks,
            @ForAll @IntRange(min = 1, max = 4_000) int cut) {
        String text = new String(body, StandardCharsets.ISO_8859_1);
        Content content = ExpectedContent.body(body, body.length);
        String complete = "complete, %d bytes".formatted(body.length);
        String sized = "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s".formatted(body.length, text);

        assertThat(read(sized, content, Math.min(cut, sized.length() - 1))).isEqualTo(complete);
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(text, chunks);
        assertThat(read(chunked, content, Math.min(cut, chunked.length() - 1))).isEqualTo(complete);
    }

    private static String chunked(String text, List<Integer> sizes) {
        StringBuilder chunks = new StringBuilder();
        int from = 0;
        for (int i = 0; from < text.length(); i++) {
            int size = Math.min(i < sizes.size() ? sizes.get(i) : text.length(), text.length() - from);
            chunks.append(Integer.toHexString(size))
                    .append("\r\n")
                    .append(text, from, from + size)
                    .append("\r\n");
            from += size;
        }
        return chunks.append("0\r\n\r\n").toString();
    }

    @Provide
    Arbitrary<String> lengths() {
        return Combinators.combine(
                        Arbitraries.of("", " ", "+", "-", "0x"),
                        Arbitraries.longs()
                                .edgeCases(edges -> edges.add(0L, 1L << 31, (1L << 31) - 1, -1L, Long.MAX_VALUE)),
                        Arbitraries.of("", " ", "9", ",1"))
                .as((before, number, after) -> before + number + after);
    }

    @Property
    void aDeclaredLengthIsCheckedBeforeTheBodyComes(@ForAll("lengths") String length) {
        boolean isNumber = length.strip().matches("[0-9]{1,10}");
        long number = isNumber ? Long.parseLong(length.strip()) : Long.MAX_VALUE;
        String ended =
                read("HTTP/1.1 200 OK\r\nContent-Length:%s\r\n\r\n".formatted(length), new AnyContent(false, ""));

        assertThat(ended)
                .isEqualTo(
                        number > Integer.MAX_VALUE
                                ? "refused, WRONG_ANSWER"
                                : number == 0 ? "complete, 0 bytes" : "head");
    }

    @Property
    void aChunkSizeIsCheckedBeforeTheChunkComes(
            @ForAll @IntRange(min = 0) int size, @ForAll @IntRange(max = 20) int zeros) {
        String digits = "0".repeat(zeros) + Integer.toHexString(size);
        String ended = read(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + digits + "\r\n", new AnyContent(false, ""));

        assertThat(ended).isEqualTo(Integer.toHexString(size).length() > 7 ? "refused, WRONG_ANSWER" : "head");
    }
}
