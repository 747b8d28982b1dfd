package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Bytes;
import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.http.Content;
import io.ceiling.load.http.HttpResponse;
import io.ceiling.load.http.ResponseHead;
import io.ceiling.load.socket.AnswerException;
import io.ceiling.load.socket.Input;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageLinesTest {

    private static final String SUBSCRIBED = Messages.subscribed("7");
    private static final String FIRST = Messages.message("7", 41, 0x1234, 30);
    private static final String SECOND = Messages.message("7", 42, 0x5678, 16);
    private static final String EVENTS = "data:" + SUBSCRIBED + "\n\n" + ":\n\n" + "data:" + FIRST + "\n\n"
            + ":\n\n:\n\n" + "data:" + SECOND + "\n\n";
    private static final String LINES = SUBSCRIBED + "\n" + FIRST + "\n\n\n" + SECOND + "\n";

    private final Identifier identifier = new Identifier();
    private final Input in = new Input();

    MessageLinesTest() {
        identifier.set(7);
    }

    /** Collects the numbers of messages as a connection reads them; 0 is the answer to subscribing. */
    private final class Reader implements Content {

        final List<Long> numbers = new ArrayList<>();
        final MessageLines lines;
        private final MessageCheck check = new MessageCheck();

        Reader(boolean events) {
            lines = new MessageLines(events);
        }

        @Override
        public void checkAnnouncedLength(int length) {}

        @Override
        public void checkPart(byte[] bytes, int from, int to, int before) throws AnswerException {
            int position = from;
            while (position < to) {
                position = lines.read(bytes, position, to, check, identifier);
                if (lines.messageRead()) {
                    numbers.add(check.number());
                    check.next();
                }
            }
        }

        @Override
        public void checkEnd(int length) {}
    }

    private Reader read(boolean events, String text, int... cuts) throws AnswerException {
        Reader reader = new Reader(events);
        new Bytes(text, cuts).feed(in, i -> {
            reader.checkPart(i.bytes, i.position, i.limit, 0);
            i.position = i.limit;
        });
        return reader;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheSameMessagesWhereverTheBodyIsCut(boolean events) throws AnswerException {
        String text = events ? EVENTS : LINES;
        for (int first = 1; first < text.length(); first++) {
            for (int second = first; second < text.length(); second += 3) {
                Reader reader = read(events, text, first, second);

                assertThat(reader.numbers).as("cut at %d and %d", first, second).containsExactly(0L, 41L, 42L);
                assertThat(reader.lines.betweenMessages()).isTrue();
            }
        }
        assertThat(read(events, text, IntStream.range(1, text.length()).toArray()).numbers)
                .containsExactly(0L, 41L, 42L);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsTheSameMessagesWhateverTheChunksAndReads(boolean events) throws AnswerException {
        byte[] text = (events ? EVENTS : LINES).getBytes(StandardCharsets.US_ASCII);
        for (int chunk = 1; chunk <= text.length; chunk += chunk < 20 ? 1 : 29) {
            StringBuilder answer = new StringBuilder("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
            for (int from = 0; from < text.length; from += chunk) {
                int size = Math.min(chunk, text.length - from);
                answer.append(Integer.toHexString(size))
                        .append("\r\n")
                        .append(new String(text, from, size, StandardCharsets.US_ASCII))
                        .append("\r\n");
            }
            for (int cut = 1; cut < answer.length(); cut += 7) {
                Reader reader = new Reader(events);
                HttpResponse response = new HttpResponse();
                ResponseHead head = new ResponseHead();
                response.expect();
                new Bytes(answer.toString(), cut).feed(in, i -> response.read(i, head, reader));

                assertThat(reader.numbers)
                        .as("chunks of %d, cut at %d", chunk, cut)
                        .containsExactly(0L, 41L, 42L);
            }
        }
    }

    @Test
    void aMessageIsReadWithItsLastLineEndAndNotBefore() throws AnswerException {
        String event = "data:" + SUBSCRIBED + "\n\n";
        for (int end = 1; end < event.length(); end++) {
            Reader reader = read(true, event.substring(0, end));
            assertThat(reader.numbers).as("%d bytes", end).isEmpty();
            assertThat(reader.lines.betweenMessages()).isFalse();
        }
        assertThat(read(false, SUBSCRIBED).numbers).isEmpty();
        assertThat(read(false, SUBSCRIBED).lines.betweenMessages()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "true | event: x~~ | byte 0 of an event is 0x65, expected 'data:' or a comment",
                "true | data: {\"subscribed\":\"7\"}~~ | byte 0 of a message of channel 7",
                "true | date:{\"subscribed\":\"7\"}~~ | byte 3 of an event is 0x65",
                "true | ~data:{\"subscribed\":\"7\"}~~ | byte 0 of an event is 0x0a",
                "true | data:{\"subscribed\":\"7\"}~x | 0x78 after a message, expected the end of the line",
                "true | data:{\"subscribed\":\"7\"} ~~ | 0x20 after a message, expected the end of the line",
                "true | : hello~~ | 0x20 after the ':' of an empty comment",
                "false | data:{\"subscribed\":\"7\"}~ | byte 0 of a message of channel 7",
                "false | {\"subscribed\":\"7\"}{ | 0x7b after a message, expected the end of the line",
            })
    void namesWhatIsWrong(boolean events, String text, String message) {
        assertThatThrownBy(() -> read(events, text.replace('~', '\n')))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(message);
    }
}
