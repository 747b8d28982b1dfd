package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SanitizingOutputStreamTest {

    private static String printed(String... texts) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(new SanitizingOutputStream(bytes), true, StandardCharsets.UTF_8)) {
            for (String text : texts) {
                out.print(text);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aTerminalObeysNothingInATextOfAnotherOne() {
        assertThat(printed("\u001b]0;PWNED\u0007\u001b[31mred\u009b31m\u007f\u0000 a\rb\u001b[Kc\n"))
                .isEqualTo("?]0;PWNED??[31mred?31m?? a?b?[Kc\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain\ttext\n", "a \u00b1 b \u2026 \u00a0\u00fc \ud83d\ude00\n", "two\r\nlines\n"})
    void textIsAsItWas(String text) {
        assertThat(printed(text)).isEqualTo(text);
        assertThat(printed(text.split("(?!^)"))).isEqualTo(text);
    }

    @Test
    void theLineOfTheProgressIsStillRewritten() {
        assertThat(printed("1 of 3", Progress.CLEAR_LINE, "2 of 3" + Progress.CLEAR_LINE + "done\n"))
                .isEqualTo("1 of 3\r\u001b[K2 of 3\r\u001b[Kdone\n");
    }
}
