package io.ceiling.load.bayeux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BayeuxAnswerTest {

    private static BayeuxAnswer answer(String text, int cut) throws AnswerException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        BayeuxAnswer answer = new BayeuxAnswer();
        answer.begin(null);
        answer.checkPart(bytes, 0, cut, 0);
        byte[] rest = answer.rest();
        answer.begin(null);
        answer.begin(rest);
        answer.checkPart(bytes, cut, bytes.length, cut);
        return answer;
    }

    private static List<String> read(String text, int cut) throws AnswerException {
        List<String> read = new ArrayList<>();
        answer(text, cut).read(message -> read.add(describe(message)));
        return read;
    }

    private static String describe(BayeuxMessage message) {
        return (message.isReply() ? "reply " : "message ")
                + (message.isMeta() ? "meta " : "")
                + new String(
                        message.bytes(),
                        message.dataStart(),
                        message.dataEnd() - message.dataStart(),
                        StandardCharsets.UTF_8);
    }

    @Test
    void readsTheSameMessagesWhereverTheBodyIsCut() throws AnswerException {
        String text = " [ {\"data\": {\"a\":[1, -2.5e+3, true, null, \"\\u00e9\\n\"]} ,\"channel\":\"/rooms/7\"},\t"
                + "{\"ext\":{\"ack\":1},\"successful\":true,\"channel\":\"/meta/connect\",\"advice\":{}}]\n";

        for (int cut = 0; cut <= text.length(); cut++) {
            assertThat(read(text, cut))
                    .containsExactly("message {\"a\":[1, -2.5e+3, true, null, \"\\u00e9\\n\"]}", "reply meta ");
        }
        assertThat(read("[]", 1)).isEmpty();
    }

    @Test
    void takesTheClientIdentifierOfAHandshake() throws AnswerException {
        String text =
                "[{\"minimumVersion\":\"1.0\",\"clientId\":\"51g0eyltz\",\"supportedConnectionTypes\":[\"long-polling\"],"
                        + "\"advice\":{\"interval\":0,\"timeout\":240000,\"reconnect\":\"retry\"},"
                        + "\"channel\":\"/meta/handshake\",\"version\":\"1.0\",\"successful\":true}]";
        List<String> identifiers = new ArrayList<>();

        answer(text, 5).read(message -> {
            message.requireSuccess();
            assertThat(message.isOn("/meta/handshake?".getBytes(StandardCharsets.US_ASCII), 15))
                    .isTrue();
            identifiers.add(new String(message.clientId(), StandardCharsets.US_ASCII));
        });

        assertThat(identifiers).containsExactly("51g0eyltz");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                              | byte 0 of a Bayeux answer: expected '[', got '{}'",
                "[{}]                            | byte 3 of a Bayeux answer: expected a channel in the message before, got ']'",
                "[7]                             | byte 1 of a Bayeux answer: expected '{', got '7]'",
                "[{\"channel\":7}]               | byte 12 of a Bayeux answer: expected '\"', got '7}]'",
                "[{\"channel\":\"a\"}            | byte 16 of a Bayeux answer: expected ']', got the end",
                "[{\"channel\":\"a\"}] x         | byte 18 of a Bayeux answer: expected the end, got 'x'",
                "[{\"channel\":\"a\",}]          | byte 16 of a Bayeux answer: expected '\"', got '}]'",
                "[{\"channel\":\"a\",\"channel\":\"a\"}] | byte 25 of a Bayeux answer: expected each field once, got ':\"a\"}]'",
                "[{\"channel\":\"a\",\"successful\":1}] | byte 29 of a Bayeux answer: expected true or false, got '1}]'",
                "[{\"channel\":\"a\",\"data\":01}] | byte 24 of a Bayeux answer: expected '}', got '1}]'",
                "[{\"channel\":\"a\",\"data\":-}]  | byte 24 of a Bayeux answer: expected a value, got '}]'",
                "[{\"channel\":\"\\x\"}]          | byte 14 of a Bayeux answer: expected an escape, got 'x\"}]'",
                "[{\"channel\":\"\\u00g0\"}]      | byte 17 of a Bayeux answer: expected 4 hexadecimal digits of an escape, got 'g0\"}]'",
                "[{\"channel\":\"a               | byte 14 of a Bayeux answer: expected '\"', got the end"
            })
    void namesTheByteThatIsNoMessage(String text, String refusal) {
        assertThatThrownBy(() -> read(text, 0))
                .isInstanceOf(AnswerException.class)
                .hasMessage(refusal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"successful\":false,\"error\":\"402::session_unknown\",\"advice\":{\"reconnect\":\"handshake\"} | /meta/connect was refused: 402::session_unknown",
                "\"successful\":false | /meta/connect was refused: no reason given",
                "\"ext\":{} | /meta/connect was refused: no reason given",
                "\"successful\":true,\"advice\":{\"reconnect\":\"none\"} | /meta/connect advises 'none', expected 'retry'",
                "\"advice\":{\"interval\":2000,\"reconnect\":\"retry\",\"multiple-clients\":true},\"successful\":true | /meta/connect advises a pause of 2000 ms before the next poll, expected 0"
            })
    void namesWhyTheClientCannotGoOn(String fields, String refusal) {
        assertThatThrownBy(() -> answer("[{\"channel\":\"/meta/connect\",%s}]".formatted(fields), 3)
                        .read(BayeuxMessage::requireSuccess))
                .isInstanceOf(AnswerException.class)
                .hasMessage(refusal);
    }

    @Test
    void refusesAClientIdentifierThatCannotBeOne() {
        for (String field : List.of("\"clientId\":\"\"", "\"x\":0", "\"clientId\":\"%s\"".formatted("a".repeat(65)))) {
            assertThatThrownBy(() -> answer("[{\"channel\":\"/meta/handshake\",%s}]".formatted(field), 0)
                            .read(message -> assertThat(message.clientId()).isEmpty()))
                    .isInstanceOf(AnswerException.class)
                    .hasMessageMatching("/meta/handshake has a clientId of (0|65) bytes, expected 1..64");
        }
    }

    @Test
    void refusesABodyWithoutAnEnd() {
        BayeuxAnswer answer = new BayeuxAnswer();
        byte[] piece = new byte[1 << 20];

        assertThatThrownBy(() -> answer.checkAnnouncedLength(BayeuxAnswer.MAX_BYTES + 1))
                .hasMessage("Bayeux answer of 16777217 bytes or more, expected at most 16777216");
        assertThatThrownBy(() -> {
                    for (int i = 0; i <= 16; i++) {
                        answer.checkPart(piece, 0, piece.length, i << 20);
                    }
                })
                .isInstanceOfSatisfying(
                        AnswerException.class, e -> assertThat(e.failure()).isEqualTo(FailureCause.WRONG_ANSWER));
    }

    @Test
    void refusesArraysWithoutABottom() {
        assertThatThrownBy(() -> read("[{\"data\":%s".formatted("[".repeat(100_000)), 0))
                .hasMessageContaining("expected at most 32 arrays and objects in each other");
    }
}
