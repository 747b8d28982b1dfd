package io.ceiling.load.channels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.fixtures.Messages;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.socket.AnswerException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCheckTest {

    private static final long INTENDED = 0x00c0ffee12345678L;
    private static final long SENT = 0x00c0ffee12345abcL;
    private static final String MESSAGE = Messages.of("74", "1203", Messages.elements(INTENDED, SENT, 70));
    private static final String SUBSCRIBED = "{\"subscribed\":\"74\"}";

    private final Identifier identifier = new Identifier();

    MessageCheckTest() {
        identifier.set(74);
    }

    private static MessageCheck awaitingMessage() {
        MessageCheck check = new MessageCheck();
        check.next();
        return check;
    }

    /** Bytes behind the message in the array, as a read from a socket leaves them. */
    private int room = 200;

    /** Reads the text in pieces that end where the cuts say; returns how many bytes of it were taken. */
    private int read(MessageCheck check, String text, int... cuts) throws AnswerException {
        byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.ISO_8859_1), text.length() + room);
        int position = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int end = i < cuts.length ? cuts[i] : text.length();
            position = check.read(bytes, position, end, identifier);
            if (position < end) {
                return position;
            }
        }
        return position;
    }

    private void assertRead(MessageCheck check) {
        assertThat(check.complete()).isTrue();
        assertThat(check.number()).isEqualTo(1_203);
        assertThat(check.intended()).isEqualTo(INTENDED);
        assertThat(check.sent()).isEqualTo(SENT);
        assertThat(check.length()).isEqualTo(MESSAGE.length());
    }

    @Test
    void readsTheSameMessageWhereverItIsCutInThree() throws AnswerException {
        for (int first = 0; first < MESSAGE.length(); first++) {
            for (int second = first; second < MESSAGE.length(); second++) {
                MessageCheck check = awaitingMessage();
                assertThat(read(check, MESSAGE, first, second))
                        .as("cut at %d and %d", first, second)
                        .isEqualTo(MESSAGE.length());
                assertRead(check);
            }
        }
    }

    @Test
    void readsTheAnswerToSubscribingWhereverItIsCutAndThenMessages() throws AnswerException {
        for (int cut = 0; cut < SUBSCRIBED.length(); cut++) {
            MessageCheck check = new MessageCheck();
            assertThat(read(check, SUBSCRIBED, cut)).isEqualTo(SUBSCRIBED.length());
            assertThat(check.complete()).isTrue();

            check.next();
            assertThat(check.complete()).isFalse();
            read(check, MESSAGE);
            assertRead(check);
        }
    }

    @Test
    void noticesAnyByteThatIsNotAsItMustBe() {
        for (String right : new String[] {MESSAGE, SUBSCRIBED}) {
            for (int i = 0; i < right.length(); i++) {
                String wrong = right.substring(0, i) + "#" + right.substring(i + 1);
                int at = i;
                MessageCheck check = right.equals(MESSAGE) ? awaitingMessage() : new MessageCheck();
                assertThatThrownBy(() -> read(check, wrong))
                        .as("byte %d", i)
                        .isInstanceOfSatisfying(AnswerException.class, e -> assertThat(e.failure())
                                .isEqualTo(FailureCause.WRONG_ANSWER))
                        .hasMessageContaining("byte %d of a message of channel 74: expected", at)
                        .hasMessageContaining("got '#");
            }
        }
    }

    @Test
    void takesLowerCaseHexadecimalDigitsForAStampAndNoOtherByte() throws AnswerException {
        int stamp = MESSAGE.indexOf("%016x".formatted(INTENDED));
        for (int digit = 0; digit < 16; digit++) {
            for (int value = 0; value < 256; value++) {
                String text = MESSAGE.substring(0, stamp + digit) + (char) value + MESSAGE.substring(stamp + digit + 1);
                MessageCheck check = awaitingMessage();
                int shift = 4 * (15 - digit);
                int expected = "0123456789abcdef".indexOf(value);
                if (expected >= 0) {
                    read(check, text);
                    assertThat(check.intended()).isEqualTo((INTENDED & ~(0xfL << shift)) | ((long) expected << shift));
                } else {
                    assertThatThrownBy(() -> read(check, text))
                            .hasMessageContaining(
                                    "byte %d of a message of channel 74: expected a stamp", stamp + digit);
                }
            }
        }
    }

    /** A head that is there as a whole is read otherwise than one in pieces. */
    @Test
    void anyOtherByteHasTheSameResultInAWholeMessageAsInItsPieces() {
        int[] bytes = IntStream.range(1, MESSAGE.length()).toArray();
        for (int at = 0; at < MESSAGE.length(); at++) {
            for (int value = 0; value < 256; value++) {
                String text = MESSAGE.substring(0, at) + (char) value + MESSAGE.substring(at + 1);

                assertThat(result(text)).as("%d at %d", value, at).isEqualTo(result(text, bytes));
            }
        }
    }

    @Test
    void theRoomBehindAMessageMakesNoDifference() throws AnswerException {
        for (room = 0; room < 200; room++) {
            MessageCheck check = awaitingMessage();
            read(check, MESSAGE);

            assertRead(check);
        }
    }

    /** Returns all that is known of a message; of a wrong one what was expected, and where. */
    private List<Object> result(String text, int... cuts) {
        MessageCheck check = awaitingMessage();
        try {
            int read = read(check, text, cuts);
            return List.of(read, check.complete(), check.number(), check.intended(), check.sent(), check.length());
        } catch (AnswerException e) {
            return List.of(e.text().replaceFirst("(?s), got '.*", ""));
        }
    }

    @Test
    void isNotCompleteBeforeItsLastByte() throws AnswerException {
        for (int end = 0; end < MESSAGE.length(); end++) {
            MessageCheck check = awaitingMessage();
            read(check, MESSAGE.substring(0, end));

            assertThat(check.complete()).as("%d bytes", end).isFalse();
            assertThatThrownBy(() -> check.end(identifier)).hasMessageContaining("ended after %d bytes, expected", end);
        }
    }

    @Test
    void leavesWhatFollowsTheMessage() throws AnswerException {
        MessageCheck check = awaitingMessage();

        assertThat(read(check, MESSAGE + "\n{")).isEqualTo(MESSAGE.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "75 | 1 | STAMP STAMP gh | expected '4' of identifier '74', got '5",
                "7 | 1 | STAMP STAMP gh | expected '4' of identifier '74', got '\"",
                "744 | 1 | STAMP STAMP gh | expected '\",\"elements\":\"', got '4\"",
                "74 | 0 | STAMP STAMP gh | expected a number of 1..18 digits without leading zero, got '0,",
                "74 | 01 | STAMP STAMP gh | expected a number of 1..18 digits without leading zero, got '01,",
                "74 | -1 | STAMP STAMP gh | expected a number of 1..18 digits without leading zero, got '-1,",
                "74 | 1234567890123456789 | STAMP STAMP gh | expected a number of 1..18 digits",
                "74 | 1 | 0123456789abcde | expected a stamp of 16 lower-case hexadecimal digits, got '\"}",
                "74 | 1 | 0123456789ABCDEF STAMP | expected a stamp of 16 lower-case hexadecimal digits, got 'ABC",
                "74 | 1 | message 12 of today | expected a stamp of 16 lower-case hexadecimal digits, got 'mess",
                "74 | 1 | STAMP | expected a stamp of 16 lower-case hexadecimal digits, got '\"}",
                "74 | 1 | STAMP 0123456789abcdeg | expected a stamp of 16 lower-case hexadecimal digits, got 'g\"}",
                "74 | 1 | STAMP STAMP abc | expected padding 'g' or the end, got 'abc",
                "74 | 1 | STAMP STAMP ghj | expected padding 'i' or the end, got 'j\"}",
                "74 | 1 | STAMP STAMP ghijklmnopqrstuvwxyza\u00e9 | expected padding 'b' or the end, got '?\"}",
            })
    void saysWhatWasExpectedAndWhatCame(String channel, String number, String elements, String text) {
        String message = Messages.of(
                channel, number, elements.replace("STAMP", "0123456789abcdef").replaceAll("(?<=[0-9a-fA-F]{16}) ", ""));

        assertThatThrownBy(() -> read(awaitingMessage(), message))
                .isInstanceOf(AnswerException.class)
                .hasMessageContaining(text);
    }

    @Test
    void saysThatTheSubscriptionWasRefused() {
        assertThatThrownBy(() -> read(new MessageCheck(), "{\"error\":\"no\"}"))
                .hasMessageContaining("byte 2 of a message of channel 74: expected 'subscribed\":\"', got 'error");
    }

    @ParameterizedTest
    @ValueSource(ints = {32, 33, 41, 42, 57, 58, 59, 2_079, 2_080, 2_081, 65_536, 200_003})
    void readsElementsOfAnySize(int bytes) throws AnswerException {
        String message = Messages.message("74", 999_999_999_999_999_999L, -1, bytes);
        MessageCheck check = awaitingMessage();
        read(
                check,
                message,
                IntStream.range(1, message.length() / 1_021)
                        .map(piece -> piece * 1_021)
                        .toArray());

        assertThat(check.complete()).isTrue();
        assertThat(check.length()).isEqualTo(message.length());
        assertThat(check.number()).isEqualTo(999_999_999_999_999_999L);
        assertThat(check.intended()).isEqualTo(-1);
        assertThat(check.sent()).isEqualTo(-1);
    }

    @Test
    void refusesPaddingWithoutEnd() {
        String letters = Messages.elements(1, 26 * 4_000 + 32).substring(32);
        MessageCheck check = awaitingMessage();

        assertThatThrownBy(() -> {
                    read(check, Messages.message("74", 1, 1, 32).replace("\"}", ""));
                    for (int i = 0; i < 1_000; i++) {
                        read(check, letters);
                    }
                })
                .hasMessageContaining("at most 16777216 bytes of padding");
    }
}
