package io.ceiling.harness.report.csv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkedRowTest {

    private static final List<Column<String>> COLUMNS = List.of(
            new Column<>("users", row -> "100"), new Column<>("marks", row -> row), new Column<>("why", row -> ""));

    @Test
    void warningsStandBehindTheMarks() {
        assertThat(MarkedRow.cells(COLUMNS, "late", List.of("another\nrun", "x")))
                .containsExactly("100", "late; another run; x", "");
        assertThat(MarkedRow.cells(COLUMNS, "", List.of("another run"))).containsExactly("100", "another run", "");
        assertThat(MarkedRow.cells(COLUMNS, "late", List.of())).containsExactly("100", "late", "");
    }
}
