package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code rooms} from the command line to its rows. */
@Tag("all")
@Tag("side-by-side")
class RoomsIT {

    @TempDir
    Path folder;

    @Test
    void everyMemberOfARoomOfEachServerGetsWhatIsSaidInIt() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "rooms --results=%s --container=tomcat,jetty --thread-kind=virtual --users=60 --rooms=6 "
                        + "--time=3s --message-slo=30s --points=1 --heap=256m --nofile=1024",
                results));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results), "rooms.csv");
        assertThat(rows).extracting(row -> row.getField("container")).containsExactly("tomcat", "jetty");
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.getField("deliveries_lost")).isEqualTo("0");
            assertThat(row.getField("deliveries_duplicated")).isEqualTo("0");
            assertThat(row.getField("deliveries_out_of_order")).isEqualTo("0");
            assertThat(row.getField("members_gone")).isEqualTo("0");
            // Ten members of each room.
            assertThat(Double.parseDouble(row.getField("deliveries_due")))
                    .matches(due -> Math.round(due) % 10 == 0)
                    .isPositive();
            assertThat(Double.parseDouble(row.getField("messages_sent"))).isPositive();
            assertThat(Double.parseDouble(row.getField("round_trip_count"))).isPositive();
            System.out.printf("%s: %s deliveries in 3 s%n", row.getField("container"), row.getField("deliveries_due"));
            assertThat(Double.parseDouble(row.getField("round_trip_p50_ns"))).isPositive();
        });
        assertThat(ceiling.output())
                .contains(
                        "knee, the most deliveries",
                        "Tomcat over websocket, 60 users in 6 rooms: ",
                        "Jetty over websocket, 60 users in 6 rooms: ");
    }
}
