package io.ceiling.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelMessageTest {

    @Test
    void readsWhatIsPublished() throws Exception {
        ChannelMessage message =
                ChannelMessage.parse("{\"elements\":\"a\\n\\u00e9\",\"action\":\"publish\",\"identifier\":\"7\"}");

        assertThat(message).isEqualTo(new ChannelMessage(ChannelMessage.Action.PUBLISH, "7", "a\né"));
    }

    @Test
    void needsNoElementsToSubscribe() throws Exception {
        ChannelMessage message = ChannelMessage.parse("{\"action\":\"subscribe\",\"identifier\":\"room-1.a_b\"}");

        assertThat(message).isEqualTo(new ChannelMessage(ChannelMessage.Action.SUBSCRIBE, "room-1.a_b", null));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|must be a JSON object",
                "[]|must be a JSON object",
                "{|is not JSON",
                "nonsense|is not JSON",
                "{}|action must be subscribe, unsubscribe or publish, was missing",
                "{\"action\":\"delete\",\"identifier\":\"1\"}|was 'delete'",
                "{\"action\":\"subscribe\"}|identifier must be 1..64",
                "{\"action\":\"subscribe\",\"identifier\":\"a/b\"}|was 'a/b'",
                "{\"action\":\"subscribe\",\"identifier\":7}|identifier must be a string",
                "{\"action\":\"publish\",\"identifier\":\"7\"}|elements is missing",
                "{\"action\":\"subscribe\",\"identifier\":\"7\",\"x\":\"y\"}|unknown field 'x'",
                "{\"action\":\"subscribe\",\"action\":\"publish\"}|is not JSON",
                "{\"action\":\"subscribe\",\"identifier\":\"7\"} {}|more follows"
            })
    void tellsWhatIsWrongWithAMessage(String text, String words) {
        assertThatThrownBy(() -> ChannelMessage.parse(text))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(words);
    }
}
