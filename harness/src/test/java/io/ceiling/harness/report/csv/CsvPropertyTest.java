package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.ceiling.harness.os.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.StringLength;

class CsvPropertyTest {

    /** No message has any of these. */
    private static final String BREAKS_OR_CONTROLS = "[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}&&[^\t]]";

    private static final List<String> HEADER = List.of("scenario", "ceiling_connections", "why");

    @Provide
    Arbitrary<List<List<String>>> tables() {
        Arbitrary<String> cells = Arbitraries.oneOf(
                        Arbitraries.of(
                                "", "\"", "\"\"", ",", "a\r\nb", "\r", "\n", "\u0085", "\u2028", "\u000b", "=1", "'",
                                "é😀", "12345"),
                        Arbitraries.strings().ofMaxLength(20))
                .map(Cell::text);
        return cells.list().ofSize(HEADER.size()).list().ofMaxSize(5);
    }

    private static byte[] written(Path file, List<List<String>> rows) {
        try (CsvFile csv = CsvFile.open(file, HEADER)) {
            csv.append(rows, false);
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<List<String>> withHeader(List<List<String>> rows) {
        List<List<String>> all = new ArrayList<>(rows);
        all.add(0, HEADER);
        return all;
    }

    private static List<List<String>> streamed(Path file) {
        List<List<String>> rows = new ArrayList<>();
        CsvTable.stream(file, row -> rows.add(row.cells()));
        return rows;
    }

    private static List<List<String>> cells(CsvTable table) {
        return table.rows().stream().map(CsvRow::cells).toList();
    }

    @Property(tries = 200)
    void whatIsWrittenIsReadInEveryWay(@ForAll("tables") List<List<String>> rows) {
        try (Scratch scratch = new Scratch()) {
            Path file = scratch.folder().resolve("rows.csv");
            written(file, rows);

            assertThat(CsvFile.read(file)).isEqualTo(withHeader(rows));
            assertThat(cells(CsvTable.read(scratch.folder(), "rows.csv"))).isEqualTo(rows);
            assertThat(streamed(file)).isEqualTo(rows);
            try (CsvFile csv = CsvFile.open(file, HEADER)) {
                assertThat(csv.rows()).isEqualTo(withHeader(rows));
            }
        }
    }

    /** A killed process leaves any number of the bytes that it wanted to write. */
    @Property(tries = 10)
    void ofAFileThatIsCutAnywhereWholeRowsAreLeft(@ForAll("tables") List<List<String>> rows) {
        try (Scratch scratch = new Scratch()) {
            byte[] all = written(scratch.folder().resolve("rows.csv"), rows);
            for (int length = 0; length <= all.length; length++) {
                byte[] bytes = Arrays.copyOf(all, length);
                Path cut = scratch.file("cut.csv", bytes);
                int whole = (int) new String(bytes, StandardCharsets.ISO_8859_1)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
                List<List<String>> left = rows.subList(0, Math.max(0, whole - 1));

                assertThat(streamed(cut))
                        .as("%d of %d bytes", length, all.length)
                        .isEqualTo(left);
                assertThat(cells(CsvTable.read(scratch.folder(), "cut.csv"))).isEqualTo(left);
                assertThat(CsvFile.read(cut)).isEqualTo(whole == 0 ? List.of() : withHeader(left));
                try (CsvFile csv = CsvFile.open(cut, HEADER)) {
                    assertThat(csv.rows()).isEqualTo(withHeader(left));
                }
            }
        }
    }

    /** Editors and scripts end lines in their own way, and many write no line break after the last one. */
    @Property(tries = 100)
    void aFileThatWasSavedWithoutItsLastLineBreakKeepsItsLastRow(
            @ForAll("tables") List<List<String>> rows, @ForAll("foreignBreaks") String lineBreak) {
        Assume.that(!rows.isEmpty());
        try (Scratch scratch = new Scratch()) {
            String ours = new String(written(scratch.folder().resolve("ours.csv"), rows), StandardCharsets.UTF_8);
            String saved = ours.substring(0, ours.length() - 2).replace("\r\n", lineBreak);
            Path file = scratch.file("saved.csv", saved.getBytes(StandardCharsets.UTF_8));

            assertThat(streamed(file)).isEqualTo(rows);
            assertThat(cells(CsvTable.read(scratch.folder(), "saved.csv"))).isEqualTo(rows);
            assertThat(CsvFile.read(file)).isEqualTo(withHeader(rows));
            try (CsvFile csv = CsvFile.open(file, HEADER)) {
                assertThat(csv.rows()).isEqualTo(withHeader(rows));
                assertThat(file).hasContent(ours);
                csv.append(List.of(List.of("a", "15000", "b")), false);
            }
            // What is torn from then on is torn again.
            byte[] grown = readAll(file);
            Path torn = scratch.file("torn.csv", Arrays.copyOf(grown, grown.length - 2));
            try (CsvFile csv = CsvFile.open(torn, HEADER)) {
                assertThat(csv.rows()).isEqualTo(withHeader(rows));
            }
        }
    }

    @Provide
    Arbitrary<String> foreignBreaks() {
        return Arbitraries.of("\n", "\r");
    }

    private static byte[] readAll(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 15000 connections, of which the disk has 15. */
    @Example
    void aNumberThatIsCutIsNoNumber() {
        try (Scratch scratch = new Scratch()) {
            Path file = scratch.file("rows.csv", "a,b\r\n1,2\r\n3,15".getBytes(StandardCharsets.UTF_8));

            assertThat(streamed(file)).containsExactly(List.of("1", "2"));
            assertThat(CsvFile.read(file)).containsExactly(List.of("a", "b"), List.of("1", "2"));
        }
    }

    @Provide
    Arbitrary<String> files() {
        Arbitrary<String> parts = Arbitraries.of(new String[] {
            "scenario,ceiling_connections,why\r\n", "scenario,ceiling_connections,why", "scenario,scenario\n",
            ",", "\"", "\"\"",
            "\r", "\n", "\r\n",
            "a,1,b\n", "a,1\n", "\ufeff",
            "\u0000", "\ud800", "\u001b[31m",
            "#", "12"
        });
        return Arbitraries.frequencyOf(
                        Tuple.of(9, parts), Tuple.of(1, Arbitraries.strings().ofMaxLength(5)))
                .list()
                .ofMaxSize(10)
                .map(list -> String.join("", list));
    }

    private static void readOrRefused(Runnable reading) {
        Throwable thrown = catchThrowable(reading::run);
        if (thrown != null) {
            assertThat(thrown).isInstanceOf(RunFolderException.class);
            assertThat(thrown.getMessage()).doesNotContainPattern(BREAKS_OR_CONTROLS);
        }
    }

    @Property
    void anyBytesAreRowsOrRefusedWithOneLine(@ForAll("files") String text) {
        try (Scratch scratch = new Scratch()) {
            for (byte[] bytes : List.of(
                    text.getBytes(StandardCharsets.UTF_8),
                    text.getBytes(StandardCharsets.UTF_16),
                    text.getBytes(StandardCharsets.ISO_8859_1))) {
                Path file = scratch.file("rows.csv", bytes);

                readOrRefused(() -> streamed(file));
                readOrRefused(() -> CsvFile.read(file));
                readOrRefused(() -> CsvTable.read(scratch.folder(), "rows.csv"));
                readOrRefused(() -> CsvTable.ceilings(file).forEach(row -> row.number(Keys.CEILING)));
                readOrRefused(() -> {
                    try (CsvFile csv = CsvFile.openCached(file, HEADER)) {
                        assertThat(csv.rows()).startsWith(HEADER);
                        assertThat(csv.dataRows()).isNotNull();
                    }
                });
            }
        }
    }

    @Property
    void aCellIsOneLineWithoutControls(@ForAll @StringLength(max = 200) String text) {
        assertThat(Cell.text(text)).doesNotContainPattern("[\\p{Cntrl}\\x{80}-\\x{9f}\\x{2028}\\x{2029}&&[^\t]]");
        assertThat(Cell.text(Cell.text(text))).isEqualTo(Cell.text(text));
    }

    /** A pattern that tries every blank anew would take minutes. */
    @Example
    void aCellOfBlanksIsReadOnce() {
        assertThat(Cell.text("a" + " ".repeat(1_000_000) + "b")).hasSize(1_000_002);
    }

    /** Lines without a cell are no rows, so this is a file without a header. */
    @Example
    void aFileOfEmptyLinesHasOtherColumns() {
        try (Scratch scratch = new Scratch()) {
            Path file = scratch.file("rows.csv", "\r\n\n".getBytes(StandardCharsets.UTF_8));

            assertThatThrownBy(() -> CsvFile.open(file, HEADER))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageContaining("has other columns");
        }
    }

    @Property
    void aNumberIsWrittenSoThatItIsReadAsItself(@ForAll double value) {
        String cell = Cell.of(value);

        if (Double.isFinite(value)) {
            assertThat(cell).matches("-?[0-9]+(\\.[0-9]+)?");
            assertThat(Cell.of(Double.parseDouble(cell))).isEqualTo(cell);
        } else {
            assertThat(cell).isEmpty();
        }
    }
}
