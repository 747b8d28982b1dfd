package io.ceiling.hosts.pipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** The parsers of what comes over a pipe take any bytes, and give back what was sent or one line. */
class FramePropertyTest {

    @Property
    void framesComeBackOneAfterTheOther(
            @ForAll Frame.Kind kind, @ForAll long number, @ForAll @Size(max = 300) byte[] body) throws IOException {
        byte[] one = new Frame(kind, number, body).bytes();
        byte[] two = ByteBuffer.allocate(2 * one.length).put(one).put(one).array();
        InputStream in = new ByteArrayInputStream(two);

        for (int i = 0; i < 2; i++) {
            Frame read = Objects.requireNonNull(Frame.read(in));
            assertThat(read.kind()).isEqualTo(kind);
            assertThat(read.number()).isEqualTo(number);
            assertThat(read.body()).isEqualTo(body);
        }
        assertThat(Frame.read(in)).isNull();
    }

    @Property
    void anyBytesAreFramesThatAreWrittenAsTheyAreOrOneLine(@ForAll @Size(max = 100) byte[] bytes) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        try {
            for (Frame frame = Frame.read(in); frame != null; frame = Frame.read(in)) {
                byte[] written = frame.bytes();
                int end = bytes.length - in.available();
                assertThat(written).isEqualTo(Arrays.copyOfRange(bytes, end - written.length, end));
                assertThat(frame.text().chars()).noneMatch(Character::isISOControl);
            }
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
        }
    }

    @Property
    void aFrameThatIsCutIsOneLine(@ForAll @Size(max = 50) byte[] body, @ForAll @IntRange(min = 1, max = 62) int kept) {
        byte[] whole = new Frame(Frame.Kind.CALL, 7, body).bytes();
        byte[] cut = Arrays.copyOf(whole, Math.min(kept, whole.length - 1));

        assertThat(catchThrowable(() -> Frame.read(new ByteArrayInputStream(cut))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the pipe ended ");
    }

    @Property
    void aGreetingIsFoundBehindAnyLinesAndTakesNothingThatFollows(
            @ForAll @Size(max = 20) List<@AlphaChars String> before, @ForAll @Size(max = 50) byte[] behind)
            throws IOException {
        byte[] lines = String.join("\n", before).getBytes(StandardCharsets.UTF_8);
        byte[] greeting = Greeting.of("build 0123456789ab");
        byte[] all = ByteBuffer.allocate(lines.length + greeting.length + behind.length)
                .put(lines)
                .put(greeting)
                .put(behind)
                .array();
        InputStream in = new ByteArrayInputStream(all);

        assertThat(Greeting.await(in)).isEqualTo("build 0123456789ab");
        assertThat(in.readAllBytes()).isEqualTo(behind);
    }

    @Property
    void anyBytesWithoutAGreetingAreOneLine(@ForAll @Size(max = 200) byte[] bytes) {
        assertThat(catchThrowable(() -> Greeting.await(new ByteArrayInputStream(bytes))))
                .isInstanceOfSatisfying(Greeting.NoGreetingException.class, e -> {
                    assertThat(e).hasMessage("its output has ended");
                    assertThat(e.lastLine().chars()).noneMatch(Character::isISOControl);
                });
    }

    @Example
    void commandsOfATerminalAreNotShown() {
        assertThat(Frame.of(Frame.Kind.FAILED, 1, "a\u001b[31mb\u009b31mc\u0085d")
                        .text())
                .isEqualTo("a?[31mb?31mc?d");
    }
}
