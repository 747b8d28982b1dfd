package io.ceiling.load.bayeux;

import static io.ceiling.load.fixtures.AnyBytes.BREAKS_OR_CONTROLS;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.load.fixtures.AnyBytes;
import io.ceiling.load.socket.AnswerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Answers that a Bayeux server may send: JSON in any form, and anything else. */
class BayeuxAnswerPropertyTest {

    @Provide
    Arbitrary<String> bodies() {
        return AnyBytes.of(
                        12,
                        "[",
                        "]",
                        "{",
                        "}",
                        ",",
                        ":",
                        "\"",
                        " ",
                        "{\"channel\":\"/rooms/7\",\"data\":{\"request\":1}}",
                        "{\"channel\":\"/meta/connect\",\"successful\":true,\"advice\":{\"interval\":0}}",
                        "\"data\":",
                        "\"advice\":{",
                        "\"successful\":",
                        "\"clientId\":\"x\"",
                        "true",
                        "null",
                        "-1.5e9",
                        "\\u12",
                        "\\\"")
                .map(list -> "[".repeat(list.size() % 2) + String.join("", list));
    }

    @Property
    void anyBytesAreMessagesOrOneLineHoweverTheyArrive(
            @ForAll("bodies") String body, @ForAll @IntRange(min = 0, max = 200) int cut) {
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);

        assertThat(messages(bytes, Math.min(cut, bytes.length))).isEqualTo(messages(bytes, bytes.length));
    }

    /** Returns the data of the messages, and what was refused if something was. */
    private static List<String> messages(byte[] bytes, int cut) {
        List<String> messages = new ArrayList<>();
        BayeuxAnswer answer = new BayeuxAnswer();
        try {
            answer.begin(null);
            answer.checkPart(bytes, 0, cut, 0);
            answer.begin(answer.rest());
            answer.checkPart(bytes, cut, bytes.length, cut);
            answer.checkEnd(bytes.length);
            answer.read(message -> {
                messages.add(data(message));
                if (message.isMeta()) {
                    message.requireSuccess();
                    assertThat(message.clientId()).hasSizeBetween(1, BayeuxMessage.MAX_CLIENT_ID_BYTES);
                }
            });
        } catch (AnswerException e) {
            assertThat(e.text()).doesNotContainPattern(BREAKS_OR_CONTROLS);
            messages.add(e.text());
        }
        return messages;
    }

    private static String data(BayeuxMessage message) {
        return new String(
                message.bytes(),
                message.dataStart(),
                message.dataEnd() - message.dataStart(),
                StandardCharsets.ISO_8859_1);
    }

    @Provide
    Arbitrary<String> values() {
        Arbitrary<String> simple = Arbitraries.of(new String[] {
            "0", "-7", "12.5", "1e3", "2E-10",
            "true", "false", "null", "\"\"", "\"data\"",
            "\"\\\\\\\"\\u0041\"", "{}", "[]"
        });
        return Arbitraries.lazyOf(
                () -> simple,
                () -> simple,
                () -> values().list().ofMaxSize(3).map(all -> "[" + String.join(" , ", all) + "]"),
                () -> values().list().ofMaxSize(3).map(BayeuxAnswerPropertyTest::object));
    }

    private static String object(List<String> values) {
        List<String> fields = new ArrayList<>();
        for (String value : values) {
            fields.add("\"f%d\" :\t%s".formatted(fields.size(), value));
        }
        return "{" + String.join(",\n", fields) + "}";
    }

    @Provide
    Arbitrary<List<String>> fields() {
        return Combinators.combine(values(), values())
                .as((data, more) -> List.of(
                        "\"channel\": \"/rooms/7\"",
                        "\"data\":" + data,
                        "\"ext\" : " + more,
                        "\"id\":\"5\"",
                        "\"advice\":{\"hosts\":" + more + "}"))
                .flatMap(all -> Arbitraries.shuffle(all));
    }

    @Property
    void dataAreTheBytesThatWereSentWhateverIsAroundThem(@ForAll("fields") List<String> fields) {
        String data = fields.stream()
                .filter(field -> field.startsWith("\"data\":"))
                .map(field -> field.substring("\"data\":".length()))
                .findFirst()
                .orElseThrow();
        byte[] bytes = ("[ {" + String.join(" ,", fields) + "} ]").getBytes(StandardCharsets.UTF_8);

        assertThat(messages(bytes, bytes.length)).containsExactly(data);
    }
}
