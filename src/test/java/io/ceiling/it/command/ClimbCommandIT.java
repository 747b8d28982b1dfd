package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling climb} from the command line to its staircase, on real servers and a real load agent. */
@Tag("all")
@Tag("waiting")
class ClimbCommandIT {

    @TempDir
    Path folder;

    @Test
    void namesOneLimitAfterTheOtherAndProvesEach() throws Exception {
        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "climb --results=%s --container=tomcat --connector=nio --workload=hold-blocking --threads=50 "
                        + "--nofile=512 --heap=256m --cap=1000",
                folder.resolve("results")));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        Path run = CeilingsCsv.onlyRun(folder.resolve("results"));
        List<NamedCsvRecord> steps = CeilingsCsv.rows(run, "climb.csv");
        assertThat(steps)
                .extracting(step -> step.getField("limiting_factor"))
                .startsWith("server-threads", "server-file-descriptors");
        assertThat(steps.get(0).getField("ceiling_connections")).isEqualTo("50");
        assertThat(Integer.parseInt(steps.get(1).getField("ceiling_connections")))
                .isBetween(380, 512);
        assertThat(steps.subList(1, steps.size()))
                .extracting(step -> step.getField("proof"))
                .containsOnly("cured");
        NamedCsvRecord last = steps.get(steps.size() - 1);
        assertThat(last.getField("verdict")).isEqualTo("at-least");
        assertThat(last.getField("ended")).contains("all 1000 worked, as many as --cap allows");
        assertThat(CeilingsCsv.rows(run, "ceilings.csv"))
                .extracting(row -> row.getField("scenario"))
                .isEqualTo(steps.stream().map(step -> step.getField("scenario")).toList());
        assertThat(ceiling.output()).contains("threads 50 -> 1200", "nofile 512 -> ", "cured", "ended: ");
    }

    @Test
    void controlsShowThatTheNamedLimitIsTheCause() throws Exception {
        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "climb --results=%s --container=tomcat --connector=nio --workload=hold-blocking --threads=50 "
                        + "--heap=256m --cap=400 --controls=all",
                folder.resolve("results")));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> steps = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")), "climb.csv");
        assertThat(steps)
                .extracting(step -> step.getField("control"))
                .containsExactly("", "", "other-limit", "dose", "dose");
        assertThat(steps)
                .extracting(step -> step.getField("ceiling_connections"))
                .containsExactly("50", "400", "50", "75", "150");
        assertThat(steps.get(4).getField("conclusion"))
                .startsWith("server-threads: confirmed: ")
                .contains("50: 50, 75: 75, 150: 150: 0.0 % from one line");
        assertThat(ceiling.output()).contains("controls: server-threads: confirmed: ");
    }
}
