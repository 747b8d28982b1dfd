package io.ceiling.load.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.socket.ServerAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceholdersTest {

    private static final ServerAddress SERVER = ServerAddress.local(8080, "/app");

    private static HttpRequest post(String path, String headers, String body) {
        return new HttpRequest("POST", path, headers, body, 1);
    }

    private static String put(RequestTemplate template, long connection) {
        ByteBuffer out = ByteBuffer.allocate(32 << 10);
        template.put(out, RequestTemplate.NO_HEADERS, null, connection);
        return new String(out.array(), 0, out.position(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void aRequestHasOneNumberInAllItsPartsAndTheNextAnother() {
        HttpRequest request = post("/orders/{{n}}?c={{ connection }}", "X-Id: {{n}}\r\n", "{\"id\":{{n}}}");
        RequestTemplate template = RequestTemplate.of(SERVER, request, Map.of(), new PlaceholderValues());
        Set<String> numbers = new HashSet<>();

        for (int i = 0; i < 100; i++) {
            String sent = put(template, 42);
            String number = sent.replaceFirst("(?s)POST /app/orders/(\\d+)\\?c=42 .*", "$1");
            String body = "{\"id\":%s}".formatted(number);
            assertThat(sent)
                    .isEqualTo(
                            "POST /app/orders/%s?c=42 HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nX-Id: %<s\r\nContent-Length: %d\r\n\r\n%s"
                                    .formatted(number, body.length(), body));
            numbers.add(number);
        }

        assertThat(numbers).hasSize(100);
    }

    @Test
    void linesOfAFileComeInTheirOrderAndAgain() {
        HttpRequest request = post("/", "", "{{line ids.txt}}");
        RequestTemplate template =
                RequestTemplate.of(SERVER, request, Map.of("ids.txt", "a\nb\nc"), new PlaceholderValues());
        StringBuilder sent = new StringBuilder();
        for (int i = 0; i < 7; i++) {
            String all = put(template, 0);
            sent.append(all.charAt(all.length() - 1));
        }

        assertThat("abcabcabcabc").contains(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "{{random 3..5}}, [345]",
        "{{random -2..-2}}, -2",
        "{{uuid}}, [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}",
        "a{{ n }}b, a\\d+b"
    })
    void aValueIsOfItsKind(String text, String pattern) {
        PlaceholderValues values = new PlaceholderValues();
        for (int i = 0; i < 50; i++) {
            assertThat(Placeholders.filled(post("/", "", text), Map.of(), values)
                            .body())
                    .matches(pattern);
        }
    }

    /** JSON and templates of others have braces too. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":{\"b\":{}}}", "{{", "}}{{n", "{{name}}", "{ {n} }"})
    void otherBracesStayAsTheyAre(String text) {
        HttpRequest request = post("/", "", text);

        assertThat(request.hasPlaceholders()).isFalse();
        assertThat(put(RequestTemplate.of(SERVER, request, Map.of(), new PlaceholderValues()), 0))
                .doesNotContain(text.isEmpty() ? "x" : text)
                .contains("Content-Length: " + text.length());
    }

    @Test
    void whatLooksLikeAPlaceholderAndIsNoneIsRefusedWhereItIsTyped() {
        assertThatThrownBy(() -> Placeholders.require("/{{numbr}}"))
                .hasMessageStartingWith("'{{numbr}}' is none of {{n}}");
        assertThatThrownBy(() -> Placeholders.require("{{random 5..1}}"))
                .hasMessage("'{{random 5..1}}' must have the smaller number first");
        assertThatCode(() -> Placeholders.require("{\"a\":{\"b\":{{n}}}}")).doesNotThrowAnyException();
    }

    @Test
    void filesAreThoseThatAreNamed() {
        assertThat(Placeholders.filesIn("{{line a.txt}}{{n}} {{ line b/c d.txt }}"))
                .isEqualTo(List.of("a.txt", "b/c d.txt"));
    }

    @Test
    void aRequestWithPlaceholdersMustFitIntoTheBufferOfAnEventLoop() {
        assertThatThrownBy(() -> post("/", "", "{{n}}" + "x".repeat(8 << 10))).hasMessageContaining("8 KiB");
        assertThatThrownBy(() -> post("/", "", "{{n}}".repeat(9))).hasMessageContaining("at most 8 of them");
    }
}
