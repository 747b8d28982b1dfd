package io.ceiling.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.html.EnvironmentFacts;
import io.ceiling.harness.report.html.EnvironmentFacts.Fact;
import io.ceiling.harness.report.html.Headline;
import io.ceiling.harness.report.html.Note;
import io.ceiling.harness.report.html.RunFiles;
import io.ceiling.harness.report.html.RunReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmhChartTest {

    private final JmhPart part = new JmhPart();

    @TempDir
    Path folder;

    private static String result(String benchmark, String parameters, String score, String error) {
        return """
                {"jmhVersion": "1.37", "benchmark": "%s", "mode": "avgt", "forks": 3, "measurementIterations": 5,
                 "jdkVersion": "17.0.15", "vmName": "OpenJDK 64-Bit Server VM", "vmVersion": "17.0.15+6", "warmupIterations": 2,
                 "warmupTime": "1 s", "measurementTime": "1 s", "params": {%s},
                 "primaryMetric": {"score": %s, "scoreError": %s, "scoreUnit": "us/op"},
                 "secondaryMetrics": {"server.alloc.norm": {"score": 5211.5, "scoreUnit": "B/op"},
                   "gc.count": {"score": 1, "scoreUnit": "counts"}}}"""
                .formatted(benchmark, parameters, score, error);
    }

    private RunFiles files(String... results) throws Exception {
        Files.writeString(folder.resolve("jmh.json"), "[" + String.join(",", results) + "]");
        return RunFiles.read(folder);
    }

    private List<JmhChart> charts(String... results) throws Exception {
        return JmhChart.of(JmhResult.read(files(results).folder()));
    }

    private Headline headline(String... results) throws Exception {
        return part.headline(files(results)).orElseThrow();
    }

    @Test
    void hasABarForEachServerWithItsError() throws Exception {
        List<JmhChart> charts = charts(
                result("a.RequestBenchmark.sync", "\"server\": \"jetty-platform\", \"buffer\": \"1k\"", "20.5", "0.5"),
                result("a.RequestBenchmark.sync", "\"server\": \"jetty-virtual\", \"buffer\": \"1k\"", "30", "1"),
                result("a.RequestBenchmark.async", "\"server\": \"jetty-virtual\", \"buffer\": \"1k\"", "40", "1"));

        assertThat(charts)
                .extracting(JmhChart::title)
                .containsExactly("RequestBenchmark.sync", "RequestBenchmark.async");
        JmhChart sync = charts.get(0);
        assertThat(sync.settings()).isEqualTo("buffer=1k");
        assertThat(sync.unit()).isEqualTo("us/op");
        assertThat(sync.better()).isEqualTo("lower");
        assertThat(sync.bars()).extracting(JmhChart.Score::label).containsExactly("jetty-platform", "jetty-virtual");
        JmhChart.Score bar = sync.bars().get(0);
        assertThat(bar.score()).isEqualTo(20.5);
        assertThat(bar.error()).isEqualTo(0.5);
        assertThat(bar.forks()).isEqualTo(3);
        assertThat(bar.costs()).containsOnlyKeys("server.alloc.norm").containsEntry("server.alloc.norm", 5211.5);
    }

    private static String forks(String server, String raw) {
        return result("a.B.m", "\"server\": \"" + server + "\"", "20", "0.1")
                .replace("\"scoreUnit\": \"us/op\"}", "\"scoreUnit\": \"us/op\", \"rawData\": " + raw + "}");
    }

    @Test
    void theIntervalIsThatOfTheForksAndSchedulingIsNamed() throws Exception {
        List<JmhChart.Score> bars = charts(
                        forks("steady", "[[9, 11], [12, 12], [13, 15]]"),
                        forks("jumping", "[[17.2, 17.2], [54.4, 54.4], [15.2, 15.2]]"),
                        forks("single", "[[9, 11]]"))
                .get(0)
                .bars();

        assertThat(bars).extracting(JmhChart.Score::label).containsExactly("steady", "jumping (scheduling)", "single");
        assertThat(bars.get(0).error()).isCloseTo(4.9683, within(0.001));
        assertThat(bars.get(1).error()).isCloseTo(54.844, within(0.001));
        assertThat(bars.get(2).error()).isNull();
    }

    @Test
    void drawsAmountsOfWorkOnAxesOfTheirOwn() throws Exception {
        List<JmhChart> charts = charts(
                result("a.B.m", "\"server\": \"x\", \"subscribers\": \"1\", \"broadcaster\": \"simple\"", "1", "0.1"),
                result("a.B.m", "\"server\": \"x\", \"subscribers\": \"1\", \"broadcaster\": \"channel\"", "2", "0.1"),
                result("a.B.m", "\"server\": \"x\", \"subscribers\": \"100\", \"broadcaster\": \"simple\"", "99", "1"));

        assertThat(charts).hasSize(2);
        assertThat(charts.get(0).settings()).isEqualTo("server=x subscribers=1");
        assertThat(charts.get(0).bars())
                .extracting(JmhChart.Score::label)
                .containsExactly("broadcaster=simple", "broadcaster=channel");
    }

    @Test
    void drawsBenchmarksWithoutAServerByTheirClass() throws Exception {
        List<JmhChart> charts = charts(
                result("a.Parser.http", "\"reads\": \"1\"", "1", "0.1"),
                result("a.Parser.http", "\"reads\": \"4\"", "2", "0.1"),
                result("a.Parser.frame", "\"reads\": \"1\"", "3", "0.1"));

        assertThat(charts).singleElement().satisfies(chart -> {
            assertThat(chart.title()).isEqualTo("Parser");
            assertThat(chart.bars())
                    .extracting(JmhChart.Score::label)
                    .containsExactly("http reads=1", "http reads=4", "frame reads=1");
        });
    }

    @Test
    void aSingleMeasurementHasNoErrorAndTheHeadlineSaysSo() throws Exception {
        String single = result("a.B.m", "\"server\": \"x\"", "1", "\"NaN\"");

        assertThat(charts(single).get(0).bars().get(0).error()).isNull();
        assertThat(headline(single).tone()).isEqualTo("invalid");
        assertThat(headline(single).detail())
                .isEqualTo("1 result without an error bar: one fork alone says nothing about the next.");
    }

    @Test
    void headlineTellsHowMuchWasMeasuredAndHowWell() throws Exception {
        Headline headline = headline(
                result("a.B.m", "\"server\": \"x\"", "10", "1"), result("a.B.m", "\"server\": \"y\"", "10", "3"));

        assertThat(headline.sentence())
                .isEqualTo("2 micro-benchmark results with JMH 1.37 on OpenJDK 64-Bit Server VM 17.0.15+6.");
        assertThat(headline.tone()).isEqualTo("reached");
        assertThat(headline.figures())
                .contains(new Headline.Figure("± 30 %", "widest error bar", "B.m of y"))
                .contains(new Headline.Figure("3 × 5", "forks × iterations", "of the first of them"));
    }

    @Test
    void environmentIsWhatTheResultsSayAndTheServersOfTheOutputBesideThem() throws Exception {
        Files.writeString(
                folder.resolve("jmh.txt"),
                """
                # Server: pid 12, tomcat 11.0.25, nio (org.a.NioEndpoint), platform threads (max 200), buffers {a=1, b=2}, JDK 25.0.3+9-LTS
                # Server command: java
                # Server: pid 13, tomcat 11.0.25, nio (org.a.NioEndpoint), virtual threads (max -1), buffers {a=1, b=2}, JDK 25.0.3+9-LTS
                # Server: pid 14, <b>jetty 12.1.12, nio (org.e.ServerConnector), virtual threads (max -1), buffers {}, JDK 25.0.3+9-LTS
                """);
        Files.write(folder.resolve("jmh.txt"), new byte[] {(byte) 0xff, '\n'}, StandardOpenOption.APPEND);

        RunFiles files = files(
                result("a.B.m", "\"server\": \"x\"", "1", "0.1"),
                result("a.B.n", "\"server\": \"x\"", "1", "0.1").replace("\"forks\": 3", "\"forks\": 1"));

        assertThat(part.environment(files))
                .containsExactly(new EnvironmentFacts(
                        "Micro-benchmarks",
                        List.of(
                                new Fact("JMH", "1.37"),
                                new Fact("JDK of the client", "17.0.15"),
                                new Fact("VM of the client", "OpenJDK 64-Bit Server VM 17.0.15+6"),
                                new Fact("forks", "3; 1"),
                                new Fact("warm-up of a fork", "2 iterations of 1 s"),
                                new Fact("measurement of a fork", "5 iterations of 1 s"),
                                new Fact(
                                        "servers",
                                        "tomcat 11.0.25 on JDK 25.0.3+9-LTS; <b>jetty 12.1.12 on JDK 25.0.3+9-LTS"))));
        assertThat(Files.readString(RunReport.write(folder)))
                .contains("\\u003cb\\u003ejetty")
                .doesNotContain("<b>jetty");
    }

    @Test
    void refusesWhatIsNoResultOfJmhInOneLine() throws Exception {
        Files.writeString(folder.resolve("jmh.json"), "[{\"benchmark\": \"a.B.m\"}]");
        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessage(folder.resolve("jmh.json")
                        + ": result 1 has no benchmark or no score. Hint: make it with -rf json -rff jmh.json");

        Files.writeString(folder.resolve("jmh.json"), "[{");
        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessage(folder.resolve("jmh.json") + " cannot be read as JSON");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "\"text\""})
    void refusesWhatIsNoListOfResults(String json) throws Exception {
        Files.writeString(folder.resolve("jmh.json"), json);

        assertThatThrownBy(() -> RunReport.write(folder))
                .isInstanceOf(RunFolderException.class)
                .hasMessage(folder.resolve("jmh.json")
                        + " is no list of results. Hint: make it with -rf json -rff jmh.json");
    }

    @Test
    void besideTheFilesOfARunItIsANote() throws Exception {
        Files.writeString(folder.resolve("jmh.json"), "[{");
        Files.writeString(folder.resolve("ceilings.csv"), "scenario,verdict,ceiling_connections\r\na,reached,5\r\n");

        RunFiles files = RunFiles.read(folder);

        assertThat(files.tables().ceilings().rows()).hasSize(1);
        assertThat(part.data(files)).isEmpty();
        assertThat(part.notes(files)).contains(new Note("environment", "jmh.json cannot be read."));
    }

    @Test
    void textOfTheFileCannotEndTheBlockItIsIn() throws Exception {
        String attack = "</script><img src=x onerror=alert(1)>";

        RunFiles files = files(result("a." + attack, "\"server\": \"" + attack + "\"", "1", "0.1"));
        String page = Files.readString(RunReport.write(files.folder()));

        assertThat(page).contains("\\u003c/script\\u003e").doesNotContain("<img src=x");
    }
}
