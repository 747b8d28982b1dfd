package io.ceiling.harness.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;
import net.jqwik.api.sessions.JqwikSession;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The report page's own reader and writer of CSV, in JavaScript, run by node. */
class ReportScriptTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int SAMPLES = 500;

    /** Answers with the tables of the texts, and with each cell as it is downloaded and read again. */
    private static final String MAIN =
            """
            const asked = JSON.parse(require('fs').readFileSync(0, 'utf8'));
            const again = (cell) => parseCsv(`${quoted(cell)},end`);
            process.stdout.write(JSON.stringify({ tables: asked.tables.map(parseCsv), cells: asked.cells.map(again) }));
            """;

    @BeforeAll
    static void nodeIsHere() throws InterruptedException {
        boolean here;
        try {
            here = new ProcessBuilder("node", "--version").start().waitFor() == 0;
        } catch (IOException e) {
            here = false;
        }
        Assumptions.assumeTrue(here, "node is not on this machine; it runs the scripts of the report");
    }

    private static String function(String file, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ReportScriptTest.class.getResourceAsStream("script/" + file))) {
            String script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int begin = script.indexOf("function " + name + "(");
            return script.substring(begin, script.indexOf("\n}\n", begin) + 3);
        }
    }

    private static JsonNode run(List<String> tables, List<String> cells) throws Exception {
        String script = function("page.js", "parseCsv") + function("tables.js", "quoted") + MAIN;
        Process node = new ProcessBuilder("node", "-e", script)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream out = node.getOutputStream()) {
            out.write(MAPPER.writeValueAsBytes(Map.of("tables", tables, "cells", cells)));
        }
        byte[] answer = node.getInputStream().readAllBytes();
        assertThat(node.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(node.exitValue()).isZero();
        return MAPPER.readTree(answer);
    }

    private static <T> List<T> samples(Arbitrary<T> arbitrary) {
        List<T> samples = new ArrayList<>();
        JqwikSession.run(() -> arbitrary.sampleStream().limit(SAMPLES).forEach(samples::add));
        return samples;
    }

    private static Arbitrary<String> cells() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "", "a", "\"", "\"\"", ",", "\r", "\n", "\r\n", " ", "=", "+",
            "-", "@", "\t", "-2+3+cmd|' /C calc'!A0", "12.5", "-7", "1e5", "'", "é", "\u2028", "__proto__"
        });
        return parts.list().ofMaxSize(4).map(list -> String.join("", list));
    }

    private static String written(List<List<String>> rows, LineDelimiter end, boolean quotesAll) throws IOException {
        StringWriter text = new StringWriter();
        CsvWriter.CsvWriterBuilder builder = CsvWriter.builder().lineDelimiter(end);
        try (CsvWriter writer = (quotesAll ? builder.quoteStrategy(QuoteStrategies.ALWAYS) : builder).build(text)) {
            rows.forEach(writer::writeRecord);
        }
        return text.toString();
    }

    @Test
    void whatIsWrittenIsReadWithAnyLineEnd() throws Exception {
        List<List<List<String>>> rows =
                samples(cells().list().ofMinSize(2).ofMaxSize(4).list().ofMaxSize(4));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            LineDelimiter end = List.of(LineDelimiter.CR, LineDelimiter.LF, LineDelimiter.CRLF)
                    .get(i % 3);
            texts.add(written(rows.get(i), end, i % 2 == 0));
        }

        JsonNode tables = run(texts, List.of()).path("tables");

        for (int i = 0; i < rows.size(); i++) {
            assertThat(tables.path(i)).as(texts.get(i)).isEqualTo(MAPPER.valueToTree(rows.get(i)));
        }
    }

    @Test
    void anyTextIsATable() throws Exception {
        Arbitrary<String> noise = Arbitraries.frequencyOf(
                        Tuple.of(3, cells()),
                        Tuple.of(1, Arbitraries.strings().ascii().ofMaxLength(5)))
                .list()
                .ofMaxSize(5)
                .map(list -> String.join("", list));
        List<String> texts = samples(noise);

        JsonNode tables = run(texts, List.of()).path("tables");

        assertThat(tables).hasSize(texts.size());
        assertThat(run(List.of("a,b\r1,2\r", "\"a\"b,c", "\"never closed", "\n\n", "a,"), List.of())
                        .path("tables"))
                .hasToString("[[[\"a\",\"b\"],[\"1\",\"2\"]],[[\"ab\",\"c\"]],[[\"never closed\"]],[],[[\"a\",\"\"]]]");
    }

    @Test
    void aFieldMayBeAsLongAsTheFile() throws Exception {
        String large = "x".repeat(6_000_000) + "\"".repeat(6_000_000);

        JsonNode tables = run(List.of("\"" + large.replace("\"", "\"\"") + "\",b\r\n"), List.of())
                .path("tables");

        assertThat(tables.path(0).path(0).path(0).asText()).isEqualTo(large);
    }

    @Test
    void noCellThatIsDownloadedIsAFormula() throws Exception {
        List<String> cells = samples(cells());

        JsonNode read = run(List.of(), cells).path("cells");

        for (int i = 0; i < cells.size(); i++) {
            String cell = read.path(i).path(0).path(0).asText();
            assertThat(cell).isIn(cells.get(i), "'" + cells.get(i));
            assertThat(cell.matches("(?s)[=+@\t\r\n-].*") && !cell.matches("[+-][0-9.e]+"))
                    .as("'%s'", cell)
                    .isFalse();
            assertThat(read.path(i).path(0).path(1).asText()).isEqualTo("end");
        }
    }
}
