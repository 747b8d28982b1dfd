package io.ceiling.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ceiling.harness.expect.Expectation;
import io.ceiling.harness.expect.Expectations;
import io.ceiling.harness.main.CommandLineFixture;
import io.ceiling.harness.report.RunFolder;
import io.ceiling.harness.run.RunRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectOptionsTest extends CommandLineFixture {

    ExpectOptionsTest(@TempDir Path home) throws IOException {
        super(home);
    }

    private static List<String> texts(Expectations expectations) {
        return expectations.all().stream().map(Expectation::text).toList();
    }

    @Test
    void runAndProbePassOnWhatIsExpected() {
        Path junit = home.resolve("junit.xml");

        assertThat(execute(
                        "run",
                        "--expect=websocket.ceiling>=15k,limit=server-heap",
                        "--expect",
                        "limit=server-heap",
                        "--junit=" + junit))
                .as(text(err))
                .isZero();
        assertThat(execute("probe", "http://127.0.0.1:8080/ceiling/", "--expect=limit=server-heap"))
                .as(text(err))
                .isZero();

        assertThat(texts(requests.get(0).expectations()))
                .containsExactly("websocket.ceiling>=15k", "limit=server-heap");
        assertThat(requests.get(0).expectations().junit()).contains(junit);
        assertThat(requests.get(0).commandLine())
                .contains("--expect=websocket.ceiling>=15k,limit=server-heap", "--junit=" + junit);
        assertThat(texts(probes.get(0).run().expectations())).containsExactly("limit=server-heap");
        assertThat(probes.get(0).run().commandLine()).contains("--expect=limit=server-heap");
    }

    @Test
    void linesOfABuildFileAreExpectationsAndEachIsTakenOnce() {
        assertThat(execute("run", "--expect=ceiling>=1,\nlimit=server-threads\n", "--expect=ceiling>=1"))
                .as(text(err))
                .isZero();

        assertThat(texts(requests.get(0).expectations())).containsExactly("ceiling>=1", "limit=server-threads");
    }

    @Test
    void fileThatCannotBeWrittenIsToldBeforeAnythingRuns() throws Exception {
        Path junit = Files.writeString(home.resolve("junit.xml"), "");
        assumeThat(junit.toFile().setReadOnly() && !Files.isWritable(junit))
                .as("there are files that this user may not write")
                .isTrue();

        assertThat(execute("run", "--expect=ceiling>=1", "--junit=" + junit)).isEqualTo(2);

        assertThat(text(err)).contains("--junit must be a file that can be written, was '" + junit + "'");
    }

    @Test
    void whatIsExpectedOfAnAnswerIsNotExpectedOfRows() {
        assertThat(
                        execute(
                                "probe ws://127.0.0.1:8080/shop --websocket=/chat --send=ping --expect-answer=^p.n?g --expect=ceiling>=5"))
                .as(text(err))
                .isZero();

        assertThat(probes.get(0).load().custom().orElseThrow().expect().text()).isEqualTo("^p.n?g");
        assertThat(texts(probes.get(0).run().expectations())).containsExactly("ceiling>=5");
        assertThat(probes.get(0).run().commandLine()).contains("--expect-answer=^p.n?g", "--expect=ceiling>=5");
    }

    @Test
    void nameOfNoScenarioIsToldBeforeAnythingRuns() {
        assertThat(execute("run", "--container=jetty", "--expect=jetty.ceiling>=1,tomcat.ceiling>=1"))
                .isEqualTo(2);

        assertThat(text(err))
                .isEqualTo(
                        "ceiling: --expect 'tomcat.ceiling>=1' names none of the scenarios, which ceiling run --dry-run lists%n"
                                .formatted());
        assertThat(requests).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " --forks=5", " --dry-run"})
    void aBoundOfResponseTimesOfAColdBurstIsRefused(String more) {
        assertThat(execute(
                        "run --container=jetty --workload=keep-alive,hold-async --expect=keep-alive.p99<=200ms" + more))
                .isEqualTo(2);

        assertThat(text(err).strip().lines())
                .singleElement()
                .asString()
                .contains("--expect 'keep-alive.p99<=200ms'", "seconds old", "ceiling traffic --loads=50");
        assertThat(requests).isEmpty();
    }

    @Test
    void aBoundOfDeliveryTimesIsNoneOfABurst() {
        assertThat(execute("run --container=jetty --workload=broadcast --expect=p99<=1s"))
                .as(text(err))
                .isZero();

        assertThat(texts(requests.get(0).expectations())).containsExactly("p99<=1s");
    }

    @Test
    void aBoundOfResponseTimesOfARunningServerIsToldToJudgeASingleBurst() {
        assertThat(execute("probe http://127.0.0.1:8080/shop --get=/ --expect=p99<=200ms"))
                .as(text(err))
                .isZero();

        assertThat(probes).hasSize(1);
    }

    private void interrupted() {
        execute("run", "--container=jetty", "--workload=recursive", "--expect=ceiling>=7", "--name=night");
        RunRequest request = requests.get(0);
        try (RunFolder folder = RunFolder.create(home.resolve("results"), "night", Clock.systemUTC())) {
            folder.writeEnvironment(environment(request.commandLine()), request.ramp());
        }
    }

    @Test
    void resumedRunIsHeldAgainstWhatWasExpectedOfIt() {
        interrupted();

        assertThat(execute("run", "--resume")).as(text(err)).isZero();

        assertThat(texts(requests.get(1).expectations())).containsExactly("ceiling>=7");
    }

    @Test
    void whatIsExpectedWithResumeComesInItsPlace() {
        interrupted();

        assertThat(execute("run", "--resume", "--expect=ceiling>=9"))
                .as(text(err))
                .isZero();

        assertThat(texts(requests.get(1).expectations())).containsExactly("ceiling>=9");
        assertThat(requests.get(1).scenarios()).isEqualTo(requests.get(0).scenarios());
        assertThat(execute("run", "--resume", "--expect=soon")).isEqualTo(2);
        assertThat(requests).hasSize(2);
    }
}
