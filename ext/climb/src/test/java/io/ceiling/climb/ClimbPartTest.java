package io.ceiling.climb;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Cells;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Rows;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClimbPartTest {

    private static List<CsvRow> rows(String run, String file) {
        return CsvTable.read(Path.of("..", "..", "results", "reference", run), file)
                .rows();
    }

    @Test
    void climbIsAStaircaseOfItsSteps() {
        List<ClimbChart> climbs = ClimbChart.of(rows("climb-article", ClimbCsv.FILE));

        assertThat(climbs).hasSize(3);
        ClimbChart first = climbs.get(0);
        assertThat(first.stairs()).hasSize(6);
        assertThat(first.stairs().get(0).change()).isEqualTo("start");
        assertThat(first.stairs().get(3).change()).isEqualTo("nofile 1024 → 20000");
        assertThat(first.stairs().get(3).connections()).isEqualTo(4872);
        assertThat(first.stairs().get(3).trial().proof()).isEqualTo("confirmed");
        assertThat(first.stairs().get(3).published().published()).isEqualTo(5859);
        assertThat(first.ended()).startsWith("all steps of the article are done");
    }

    @Test
    void theHeadlineTellsHowFarItClimbedByWhat() {
        Headline headline = ClimbHeadline.of(rows("climb-tomcat", ClimbCsv.FILE), rows("climb-tomcat", "ceilings.csv"));

        assertThat(headline.sentence())
                .isEqualTo(
                        "Tomcat 11.0.25 NIO climbed from 200 to 9 988 levels of recursion by 4 relieved limits; file descriptors stop it now.");
        assertThat(headline.figures()).hasSize(4);
    }

    @Test
    void climbThatWasBrokenOffOrRefutedSaysSo() {
        CsvRow start =
                Cells.with(Rows.reached("a", 40, "server-threads"), "climb=tomcat platform step=1 proof= ended=");
        CsvRow next = Cells.with(
                Rows.reached("b", 40, "server-heap"),
                "climb=tomcat platform step=2 proof=refuted moved_connections=0 ended=");

        Headline headline = ClimbHeadline.of(List.of(start, next), List.of(start, next));

        assertThat(headline.sentence()).endsWith("; the heap stops it now.");
        assertThat(headline.detail()).isEqualTo("The climb was broken off.");
        assertThat(Rows.values(headline)).contains("0 of 1 predictions confirmed");
    }
}
