package io.ceiling.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.main.CommandLineFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest extends CommandLineFixture {

    private static final String HEADER =
            "scenario,fork,container,workload,verdict,ceiling_connections,first_failure_connections,limiting_factor\r\n";

    CompareCommandTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private Path run(String name, int ceiling) throws IOException {
        Path folder = Files.createDirectories(home.resolve("results").resolve(name));
        Files.writeString(
                folder.resolve("ceilings.csv"),
                HEADER + "a,1,tomcat,websocket,reached,%d,%d,server-heap\r\n".formatted(ceiling, ceiling + 5));
        return folder;
    }

    @Test
    void exitsWithOneIfAThresholdIsCrossed() throws Exception {
        run("before", 1000);
        run("after", 800);

        assertThat(execute("compare", "before", "after", "--fail-on=ceiling<-5%"))
                .isEqualTo(1);
        assertThat(text(out)).contains("-20.0 %", "--fail-on: ceiling of tomcat websocket", "at most one has an alarm");
        assertThat(execute("compare", "before", "after", "--fail-on=ceiling<-30%"))
                .isZero();
        assertThat(execute("compare", "before", "after")).isZero();
    }

    @Test
    void aRunIsNotComparedWithItself() throws Exception {
        Path before = run("before", 1000);

        assertThat(execute("compare", "before", before.toString())).isEqualTo(2);

        assertThat(text(err)).contains("DIR must be different runs, were before and " + before);
    }

    @Test
    void oneSideMayLackColumns() throws Exception {
        run("before", 1000);
        Path after = run("after", 1000);
        Files.writeString(
                after.resolve("ceilings.csv"),
                HEADER.replace("\r\n", ",warm_up_steady,start_s\r\n")
                        + "a,1,tomcat,websocket,reached,800,805,server-heap,true,3.100\r\n");

        assertThat(execute("compare", "before", "after")).isZero();
        assertThat(execute("compare", "after", "before")).isZero();
        assertThat(text(out)).contains("-20.0 %").contains("+25.0 %");
        assertThat(execute("report", "before")).isZero();
        assertThat(execute("report", "after")).isZero();
    }

    @Test
    void writesMarkdownAndJUnitForEachOfSeveralRuns() throws Exception {
        run("before", 1000);
        run("after", 800);
        run("later", 1000);
        Path markdown = home.resolve("comment.md");
        Path junit = home.resolve("junit.xml");

        int exitCode = execute(
                "compare",
                "before",
                "after",
                "later",
                "--markdown=" + markdown,
                "--junit=" + junit,
                "--fail-on=ceiling<-5%");

        assertThat(exitCode).isEqualTo(1);
        assertThat(markdown)
                .content()
                .contains("before, then after", "before, then later", "| tomcat websocket | ceiling |");
        assertThat(junit)
                .content()
                .contains("<failure ")
                .containsOnlyOnce("<?xml")
                .containsPattern("(?s)(<testsuite .*){2}");
    }

    @Test
    void exitsWithOneIfAThresholdCannotBeJudged() throws Exception {
        run("before", 1000);
        Files.writeString(
                run("after", 1000).resolve("ceilings.csv"), HEADER + "a,1,tomcat,websocket,invalid,,,load-cpu\r\n");
        Path markdown = home.resolve("comment.md");
        Path junit = home.resolve("junit.xml");

        int exitCode = execute(
                "compare", "before", "after", "--fail-on=ceiling<-5%", "--markdown=" + markdown, "--junit=" + junit);

        assertThat(exitCode).isEqualTo(1);
        assertThat(text(out))
                .contains(
                        "CANNOT BE JUDGED by --fail-on:",
                        "ceiling of tomcat websocket: was reached 1 000 by server-heap, is invalid by load-cpu");
        assertThat(markdown).content().contains("Cannot be judged");
        assertThat(junit).content().contains("<error message=\"cannot be judged: was reached 1 000");
        assertThat(execute("compare", "before", "after")).isZero();
    }

    @Test
    void badArgumentsStartNothing() throws Exception {
        run("before", 1000);

        assertThat(execute("compare", "before")).isEqualTo(2);
        assertThat(execute("compare", "before", "missing")).isEqualTo(2);
        assertThat(execute("compare", "before", "before", "--fail-on=users<1%")).isEqualTo(2);
        assertThat(text(err)).contains("metric must be one of ceiling");
    }
}
