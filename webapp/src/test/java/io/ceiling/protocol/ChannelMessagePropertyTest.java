package io.ceiling.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class ChannelMessagePropertyTest {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}]";

    private static void readOrRefused(String text) {
        Throwable thrown =
                catchThrowable(() -> assertThat(ChannelMessage.parse(text)).isNotNull());

        if (thrown != null) {
            assertThat(thrown).isInstanceOf(RefusedException.class);
            assertThat(thrown.getMessage())
                    .doesNotContainPattern(BREAKS_OR_CONTROLS)
                    .hasSizeLessThan(400);
        }
    }

    @Provide
    Arbitrary<String> messages() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "{", "}", "[", "]",
            ":", ",", "\"", "\\",
            "\\u", "\\ud800", "null", "true",
            "-1e9", "\n", "\u0000", "NaN",
            "/*", "\"action\"", "\"identifier\"", "\"elements\"",
            "\"publish\"", "\"subscribe\"", "\"7\"", "\"action\":\"publish\",",
            "\"identifier\":\"7\",", "\"elements\":\"x\"", "\"a\\nb\":\"c\"", "\"a\\nb\":1",
            "\"action\":\"a\\nb\"", "\"identifier\":\"\\u001b[31m\""
        });
        Arbitrary<String> noise = Arbitraries.strings().ofMaxLength(5);
        Arbitrary<String> mixed = Arbitraries.frequencyOf(Tuple.of(9, parts), Tuple.of(1, noise))
                .list()
                .ofMaxSize(9)
                .map(list -> String.join("", list));
        return Arbitraries.oneOf(mixed, mixed.map(text -> "{" + text + "}"));
    }

    @Property(tries = 3_000)
    void anyTextIsAMessageOrRefusedWithOneLine(@ForAll("messages") String text) {
        readOrRefused(text);
    }

    @Property
    void whatIsPublishedIsRead(
            @ForAll @AlphaChars @StringLength(min = 1, max = 64) String identifier, @ForAll String elements)
            throws Exception {
        String text = "{\"action\":\"publish\",\"identifier\":%s,\"elements\":%s}"
                .formatted(Json.quote(identifier), Json.quote(elements));

        assertThat(ChannelMessage.parse(text))
                .isEqualTo(new ChannelMessage(ChannelMessage.Action.PUBLISH, identifier, elements));
        for (int end = 0; end < text.length(); end++) {
            int cut = end;
            assertThat(catchThrowable(() -> ChannelMessage.parse(text.substring(0, cut))))
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void depthIsNotFollowed() {
        readOrRefused("[".repeat(1_000_000));
        readOrRefused("{\"a\":".repeat(200_000));
        readOrRefused("{\"" + "a".repeat(1_000_000));
        readOrRefused("{\"action\":\"" + "a".repeat(1_000_000) + "\"}");
        readOrRefused("{\"identifier\":" + "9".repeat(1_000_000) + "}");
    }
}
