package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.http.Ascii;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is published, and the answer to it. */
class PublishTextTest {

    private static String text(PublishText text) {
        return new String(text.bytes(), 0, text.length(), StandardCharsets.ISO_8859_1);
    }

    private static String json(String identifier, String elements) {
        return "{\"action\":\"publish\",\"identifier\":\"" + identifier + "\",\"elements\":\"" + elements + "\"}";
    }

    @Test
    void isTheJsonThatTheServerReads() {
        PublishText text = new PublishText(50);

        text.set(7, 0x00c0ffee12345678L, 0x00c0ffee12345abcL);

        assertThat(text(text)).isEqualTo(json("7", "00c0ffee1234567800c0ffee12345abcghijklmnopqrstuvwx"));
        assertThat(text.identifier()).isEqualTo(7);
    }

    @Test
    void nothingOfTheMessageBeforeIsLeft() {
        PublishText text = new PublishText(36);
        for (int identifier : new int[] {1_234_567_890, 0, 42, Integer.MAX_VALUE, 9}) {
            for (long stamp : new long[] {-1, 0, Long.MIN_VALUE, System.nanoTime()}) {
                text.set(identifier, stamp, ~stamp);

                assertThat(text(text))
                        .isEqualTo(json(String.valueOf(identifier), Messages.elements(stamp, ~stamp, 36)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 42, 43, 50, 8192})
    void whoGetsItsElementsFindsThemRight(int bytes) throws AnswerException {
        PublishText text = new PublishText(bytes);
        text.set(3, 123, 456);
        String elements = text(text).replaceAll(".*\"elements\":\"(.*)\"}", "$1");
        Identifier identifier = new Identifier();
        identifier.set(3);
        MessageCheck check = new MessageCheck();
        check.next();
        byte[] message = Ascii.bytes(Messages.of("3", "1", elements));

        assertThat(elements).hasSize(bytes);
        assertThat(check.read(message, 0, message.length, identifier)).isEqualTo(message.length);
        assertThat(check.complete()).isTrue();
        assertThat(check.intended()).isEqualTo(123);
        assertThat(check.sent()).isEqualTo(456);
    }

    private static void readAnswer(PublishAnswer answer, String text, int cut) throws AnswerException {
        byte[] bytes = Ascii.bytes("?" + text);
        answer.checkPart(bytes, 1, 1 + cut, 0);
        answer.checkPart(bytes, 1 + cut, bytes.length, cut);
        answer.checkEnd(text.length());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "12", "999999999999999999"})
    void takesTheRightAnswerWhereverItIsCut(String number) throws AnswerException {
        PublishAnswer answer = new PublishAnswer();
        for (String channel : new String[] {"2147483647", "0", "70"}) {
            String text = "{\"published\":\"" + channel + "\",\"request\":" + number + "}";
            for (int cut = 0; cut <= text.length(); cut++) {
                answer.expect(Integer.parseInt(channel));
                answer.checkAnnouncedLength(text.length());
                readAnswer(answer, text, cut);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "{\"published\":\"8\",\"request\":1}",
                "{\"published\":\"77\",\"request\":1}", "{\"published\":\"7\",\"request\":}",
                "{\"published\":\"7\",\"request\":01}", "{\"published\":\"7\",\"request\":-1}",
                "{\"published\":\"7\",\"request\":1234567890123456789}", "{\"published\":\"7\",\"request\":1",
                "{\"published\":\"7\",\"request\":1}\n", "{\"published\":\"7\"}",
                "{\"subscribed\":\"7\"}", "{\"error\":\"full\"}",
            })
    void saysWhatElseWasAnswered(String text) {
        PublishAnswer answer = new PublishAnswer();
        answer.expect(7);

        assertThatThrownBy(() -> readAnswer(answer, text, text.length() / 2))
                .isInstanceOfSatisfying(
                        AnswerException.class, e -> assertThat(e.failure()).isEqualTo(FailureCause.WRONG_ANSWER))
                .hasMessageContaining(
                        "'" + text.replace('\n', '?') + "', expected '{\"published\":\"7\",\"request\":N}'");
    }

    @Test
    void anAnswerLongerThanItCanBeIsRefusedAtOnce() {
        PublishAnswer answer = new PublishAnswer();
        answer.expect(7);

        assertThatThrownBy(() -> answer.checkAnnouncedLength(100_000))
                .hasMessageContaining("has 100000 bytes or more, expected");
        assertThatThrownBy(() -> readAnswer(answer, "x".repeat(80), 30)).hasMessageContaining("80 bytes or more");
    }

    @Test
    void anAnswerIsNotMadeOfWhatTheOneBeforeLeft() throws AnswerException {
        PublishAnswer answer = new PublishAnswer();
        answer.expect(7);
        readAnswer(answer, "{\"published\":\"7\",\"request\":15}", 9);
        answer.expect(7);

        assertThatThrownBy(() -> readAnswer(answer, "{\"published\":\"7\",\"request\":1", 9))
                .hasMessageContaining("'{\"published\":\"7\",\"request\":1', expected");
    }
}
