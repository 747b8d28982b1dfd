package io.ceiling.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows.Row;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EvidenceTableTest {

    @Test
    void aRowHasWhatItNamesWhatItLooksLikeItsWordsAndItsFacts() {
        List<Row> rows = EvidenceTable.parse(List.of(
                        "# a comment",
                        "UNKNOWN | ACCEPT_QUEUE | the queue of a neighbour |",
                        "    connections=maxConnections=800",
                        "    log=`a | b`"))
                .rows();

        assertThat(rows).singleElement().satisfies(row -> {
            assertThat(row.expected()).isEqualTo(LimitingFactor.UNKNOWN);
            assertThat(row.lookAlike()).isEqualTo(LimitingFactor.ACCEPT_QUEUE);
            assertThat(row).hasToString("unknown: the queue of a neighbour");
            EvidenceBuilder built = new EvidenceBuilder();
            row.fact().apply(built);
            assertThat(built.connections).isEqualTo(built.maxConnections).isEqualTo(800);
            assertThat(built.log).containsExactly("a | b");
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "UNKNOWN | | x | buzy=1; there is no field 'buzy'. Fields: [acceptCount, ",
                "UNKNOWN | | x | saturatet; there is no situation 'saturatet'. Fields: [acceptCount, ",
                "UNKNOWN | | x | busy=many; 'many' is no number and no field",
                "UNKNOWN | | x | pauseNanos=5h; there is no 'h'; there are [, GiB, MiB, ms, s]",
                "UNKNOWN | | x | served(1, 1, 0) crowds(SITS 1 / SITS 1); there is no 'SITS'; there are [AT_LOCK, ",
                "UNKNOWN | | x | elsewhere=ture; there is no 'ture'; there are [false, true]",
                "UNKNOWN | | x | log=`open; cannot read 'log=`open'",
                "UNKNOWN | x | busy=1; a row must have 4 cells, has 3",
                "NOTHING | | x | busy=1; No enum constant"
            })
    void whatCannotBeReadFailsWithItsLineAndTheNamesThatExist(String row, String message) {
        assertThatThrownBy(() -> EvidenceTable.parse(List.of("# first", "", row)))
                .hasMessageStartingWith("evidence.txt:3: ")
                .hasMessageContaining(message);
    }
}
