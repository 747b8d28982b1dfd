package io.ceiling.harness.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.harness.os.Scratch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class MatrixFilePropertyTest {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}&&[^\t]]";

    @Provide
    Arbitrary<String> yaml() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "container: tomcat\n", "container: [jetty, tomcat]\n", "workload: websocket\n", "heap: 512m\n",
            "threads: [default, 200]\n", "preset: quick\n", "preset: \"a\\nb\"\n", "\"a\\nb\": 1\n",
            "heap: \"\\e[31m\"\n", "? ", "- ", "  - ",
            ": ", "{", "}", "[",
            "]", ",", "\n", "\t",
            "  ", "&a ", "*a", "<<: ",
            "!!int ", "!!binary ", "!x ", "|\n",
            ">\n", "\"", "'", "#",
            "---\n", "...\n", "%YAML 9.9\n", "%TAG ! a\n",
            "null", "~", "0x7f", "1e999",
            "2026-11-23", "\u0000", "\ufeff", "\ud800",
            "\u2028", "\u001b"
        });
        return Arbitraries.frequencyOf(
                        Tuple.of(9, parts), Tuple.of(1, Arbitraries.strings().ofMaxLength(5)))
                .list()
                .ofMaxSize(9)
                .map(list -> String.join("", list));
    }

    private static void readOrRefused(byte[] content) {
        try (Scratch scratch = new Scratch()) {
            Throwable thrown =
                    catchThrowable(() -> assertThat(MatrixFile.read(scratch.file("night.yaml", content), 4096))
                            .isNotNull());

            if (thrown != null) {
                assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
                assertThat(thrown.getMessage()).contains("night.yaml").doesNotContainPattern(BREAKS_OR_CONTROLS);
            }
        }
    }

    @Property(tries = 1_000)
    void anyTextIsAMatrixOrRefusedWithOneLine(@ForAll("yaml") String text, @ForAll byte[] noise) {
        readOrRefused(text.getBytes(StandardCharsets.UTF_8));
        readOrRefused(noise);
    }

    @Test
    void depthAliasesAndSizeAreBounded() {
        for (String text : new String[] {
            "[".repeat(500_000),
            "a: ".repeat(100_000),
            "- ".repeat(100_000),
            "threads: [" + "1,".repeat(300_000) + "2]",
            "container: " + "x".repeat(1_000_000),
            "\"" + "a".repeat(900_000) + "\": 1",
            "a: &a [x,x,x,x,x,x,x,x,x]\n" + "b: [*a,*a,*a,*a,*a,*a,*a,*a,*a]\n".repeat(1_000),
            "x".repeat(1_100_000)
        }) {
            readOrRefused(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** It tells a size of 0. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileWithoutAnEndIsReadToTheMaximumAlone() {
        assertThatThrownBy(() -> MatrixFile.read(Path.of("/dev/zero"), 4096))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("/dev/zero is too long, a matrix file may have 1048576 bytes");
    }

    @Property
    void aSizeIsReadAsItIsWritten(@ForAll @LongRange(min = 0) long bytes) {
        assertThat(Sizes.bytes(Sizes.text(bytes)))
                .satisfies(read -> assertThat(read.orElse(bytes)).isEqualTo(bytes));
        assertThat(Sizes.bytes(Sizes.text(bytes & 0xff_ffff_ffffL)).getAsLong()).isEqualTo(bytes & 0xff_ffff_ffffL);
    }

    @Property
    void anyTextIsASizeOrNone(@ForAll String text) {
        Sizes.bytes(text).ifPresent(bytes -> assertThat(bytes).isNotNegative());
    }
}
