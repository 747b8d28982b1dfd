package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.harness.os.Scratch;
import io.ceiling.harness.report.csv.RunFolderException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Files of results that come from somebody else. */
public final class ForeignFiles {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}&&[^\t]]";

    private ForeignFiles() {}

    /** Reads the folder. */
    @FunctionalInterface
    public interface Reading {
        void of(Path folder) throws Exception;
    }

    /** Fails if a file in a folder is neither read nor refused in one line without control characters. */
    public static void readOrRefused(String name, byte[] content, Reading reading) {
        try (Scratch scratch = new Scratch()) {
            scratch.file(name, content);
            Throwable thrown = catchThrowable(() -> reading.of(scratch.folder()));

            if (thrown != null) {
                assertThat(thrown).isInstanceOf(RunFolderException.class);
                assertThat(thrown.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS);
            }
        }
    }

    /** JSON of any kind, some of it like results of JMH, some cut off. */
    public static Arbitrary<String> json() {
        Arbitrary<String> values = Arbitraries.of(
                "null",
                "true",
                "1",
                "-1e400",
                "NaN",
                "\"NaN\"",
                "\"x\"",
                "\"a.b.c\"",
                "\"\\u001b\\n\"",
                "[]",
                "{}",
                "[1]",
                "{\"score\":2}",
                "{\"score\":1e999,\"scoreError\":\"NaN\",\"scoreUnit\":\"us/op\"}",
                "{\"server\":[1],\"x\":\"7\"}",
                "99999999999999999999",
                "\"" + "x".repeat(200) + "\"");
        Arbitrary<String> names = Arbitraries.of(new String[] {
            "benchmark", "primaryMetric", "secondaryMetrics", "params", "mode", "forks",
            "jmhVersion", "warmupIterations", "__proto__", "environment", "ramp", "scenarios",
            "host_limits", "captured_at", "target", "resumed", ""
        });
        Arbitrary<String> pairs = Combinators.combine(names, values).as("\"%s\":%s"::formatted);
        Arbitrary<String> result = pairs.list().ofMaxSize(6).map(list -> "{%s%s}"
                .formatted(
                        "\"benchmark\":\"a.B.c\",\"primaryMetric\":{\"score\":1},".repeat(list.size() % 2),
                        list.isEmpty() ? "\"x\":1" : String.join(",", list)));
        Arbitrary<String> several = result.list().ofMaxSize(3).map(list -> "[" + String.join(",", list) + "]");
        Arbitrary<String> broken = several.flatMap(
                text -> Arbitraries.integers().between(0, text.length()).map(end -> text.substring(0, end)));
        return Arbitraries.frequencyOf(
                Tuple.of(4, several), Tuple.of(1, broken), Tuple.of(1, values), Tuple.of(1, result));
    }

    /** JSON whose depth must not be followed. */
    public static List<byte[]> deepOnes() {
        return List.of(
                ("[".repeat(900) + "]".repeat(900)).getBytes(StandardCharsets.UTF_8),
                "[{\"a\":".repeat(200_000).getBytes(StandardCharsets.UTF_8));
    }
}
