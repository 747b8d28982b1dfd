package io.ceiling.load.channels;

import static io.ceiling.load.fixtures.AnyBytes.BREAKS_OR_CONTROLS;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.fixtures.AnyBytes;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.socket.AnswerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Properties of the parsers of what a server sends over a channel: messages, events, and answers to publishing. */
class ChannelBytesPropertyTest {

    private final Identifier identifier = new Identifier();

    ChannelBytesPropertyTest() {
        identifier.set(7);
    }

    @Provide
    Arbitrary<String> bodies() {
        return AnyBytes.of(
                        8,
                        "data:",
                        ":",
                        "\n",
                        "\n\n",
                        Messages.subscribed("7"),
                        Messages.message("7", 1, 5, 30),
                        Messages.message("7", 999_999_999_999_999_999L),
                        Messages.of("7", "9999999999999999999", "x"),
                        Messages.message("8", 2),
                        "{\"request\":0",
                        "{\"request\":1,\"timestamp\":2,\"identifier\":\"7\",\"elements\":\"",
                        "{\"published\":\"7\",\"request\":12}")
                .map(list -> String.join("", list));
    }

    @Property
    void anyBytesAreMessagesOrOneLineHoweverTheyArrive(
            @ForAll("bodies") String body, @ForAll @IntRange(min = 1, max = 300) int cut, @ForAll boolean events) {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);

        assertThat(messages(bytes, events, Math.min(cut, bytes.length)))
                .isEqualTo(messages(bytes, events, bytes.length));
    }

    /** Returns the numbers of the messages, and that the rest was refused if it was. */
    private List<Long> messages(byte[] bytes, boolean events, int cut) {
        MessageLines lines = new MessageLines(events);
        MessageCheck check = new MessageCheck();
        List<Long> numbers = new ArrayList<>();
        try {
            for (int[] piece : new int[][] {{0, cut}, {cut, bytes.length}}) {
                int position = piece[0];
                while (position < piece[1]) {
                    position = lines.read(bytes, position, piece[1], check, identifier);
                    if (lines.messageRead()) {
                        numbers.add(check.number());
                        check.next();
                    }
                }
            }
        } catch (AnswerException e) {
            assertThat(e.text()).doesNotContainPattern(BREAKS_OR_CONTROLS);
            numbers.add(-1L);
        }
        return numbers;
    }

    @Property
    void anyBytesAreAnAnswerToPublishingOrOneLine(
            @ForAll("bodies") String body, @ForAll @IntRange(min = 1, max = 300) int cut) {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        PublishAnswer answer = new PublishAnswer();
        answer.expect(7);
        boolean accepted = false;
        try {
            int middle = Math.min(cut, bytes.length);
            answer.checkPart(bytes, 0, middle, 0);
            answer.checkPart(bytes, middle, bytes.length, middle);
            answer.checkEnd(bytes.length);
            accepted = true;
        } catch (AnswerException e) {
            assertThat(e.text()).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }

        assertThat(accepted).isEqualTo(body.matches("\\{\"published\":\"7\",\"request\":(0|[1-9][0-9]{0,17})}"));
    }
}
