package io.ceiling.harness.command.show;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShowCommandTest extends CommandLineFixture {

    private static final String KEPT = "../results/reference/quick-tomcat";

    ShowCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    @Test
    void printsTheScreenOfARunAgain() {
        assertThat(execute("show", KEPT)).as(text(err)).isZero();

        assertThat(text(out))
                .contains("HEAP EACH, KiB", "HELD", "WHAT A SETTING CHANGED", "WHAT STOPPED THEM", "results: ");
    }

    @Test
    void printsEveryRow() {
        assertThat(execute("show", KEPT, "--wide")).as(text(err)).isZero();

        assertThat(text(out).lines().filter(line -> line.matches("(nio2?|bio) .*server-.*")))
                .hasSize(39);
    }

    @Test
    void printsTheSummaryOfAnOlderRunAsCsv() {
        assertThat(execute("show", KEPT, "--csv")).as(text(err)).isZero();

        assertThat(text(out)).startsWith("container,container_version,connector,thread_kind,workload,changed,verdict,");
        assertThat(text(out).split("\r\n")).hasSize(1 + 39);
    }

    @Test
    void printsOneJsonDocument() {
        assertThat(execute("show", KEPT, "--json")).as(text(err)).isZero();

        assertThat(text(out).strip()).startsWith("{").endsWith("}");
        assertThat(text(out))
                .contains("\"ceiling_connections\" : 200,", "\"setting_of_this_run\" : \"nofile=2048\"")
                .contains("\"why\" : null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"../results/reference/jmh", "../results/reference/rooms-jetty"})
    void aRunWithoutCeilingsIsRefusedInOneLine(String folder) {
        assertThat(execute("show", folder)).isEqualTo(2);

        assertThat(text(err))
                .startsWith("ceiling: show needs a run with ceilings")
                .hasLineCount(1);
    }

    @Test
    void oneFormatAtATime() {
        assertThat(execute("show", KEPT, "--csv", "--json")).isEqualTo(2);

        assertThat(text(err)).contains("exclude each other");
    }

    @Test
    void aRunForProgramsPrintsNothingElse() {
        for (String option : List.of("--json", "--quiet")) {
            assertThat(execute("run", "--preset=demo", "--container=tomcat", option))
                    .as(text(err))
                    .isZero();
        }

        assertThat(text(out)).isEmpty();
        assertThat(execute("run", "--preset=demo", "--json", "--quiet")).isEqualTo(2);
    }
}
