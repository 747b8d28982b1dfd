package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.JavaHomes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ./ceiling predict} against a ramp of the same server: the name and the number are those that are met. */
class PredictIT {

    @TempDir
    Path folder;

    private Path run(String results, List<String> arguments) throws InterruptedException {
        List<String> all = new ArrayList<>(arguments);
        all.add(1, "--results=" + folder.resolve(results));
        CeilingCommand ceiling = CeilingCommand.run(all);
        System.out.println(ceiling.output());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return CeilingsCsv.onlyRun(folder.resolve(results));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+DisableExplicitGC", "-XX:+ExplicitGCInvokesConcurrent"})
    void aRunningServerThatForbidsFullCollectionsMakesNone(String option) throws Exception {
        Path log = folder.resolve("gc.log");
        List<String> options = List.of("-Xmx64m", "-XX:+UseG1GC", option, "-Xlog:gc:file=" + log);
        try (OtherJvm server = OtherJvm.start(JavaHomes.running(), options, LimitingApplication.class, "1000")) {
            Path predicted = run("predicted", List.of("predict", server.url(), "--get=/", "--cap=60"));

            assertThat(CeilingsCsv.rows(predicted, "levels.csv")).isNotEmpty();
        }
        assertThat(log).content().contains("Using G1").doesNotContain("Pause Full");
    }

    @Tag("all")
    @ParameterizedTest
    @CsvSource({
        "tomcat,websocket,--heap=64m --nofile=2048 --threads=default,server-heap",
        "tomcat,hold-blocking,--heap=512m --nofile=2048 --threads=300,server-threads"
    })
    void firstPredictedLimitIsTheOneThatIsMet(String container, String workload, String settings, String factor)
            throws Exception {
        List<String> server =
                new ArrayList<>(List.of("--container=" + container, "--buffer=default", "--workload=" + workload));
        server.addAll(List.of(settings.split(" ")));
        List<String> predict = new ArrayList<>(List.of("predict"));
        predict.addAll(server);
        List<String> ramp = new ArrayList<>(List.of("run", "--connector=nio", "--thread-kind=platform"));
        ramp.addAll(server);

        NamedCsvRecord nearest =
                CeilingsCsv.rows(run("predicted", predict), "prediction.csv").get(0);
        NamedCsvRecord met = CeilingsCsv.rows(run("met", ramp)).get(0);

        assertThat(met.getField("limiting_factor")).isEqualTo(factor);
        assertThat(nearest.getField("factor")).isEqualTo(factor);
        double ceiling = Double.parseDouble(met.getField("ceiling_connections"));
        // The goal is 5 %; a host that is busy while the servers of a test are read gets more room.
        assertThat(Double.parseDouble(nearest.getField("connections"))).isCloseTo(ceiling, within(0.08 * ceiling));
        // What the ramp leaves open, from its ceiling to its first failure, is in the interval, but for the few files
        // that a server closes meanwhile.
        assertThat(Double.parseDouble(nearest.getField("connections_low")))
                .isLessThanOrEqualTo(Double.parseDouble(met.getField("first_failure_connections")));
        assertThat(Double.parseDouble(nearest.getField("connections_high"))).isGreaterThanOrEqualTo(0.99 * ceiling);
        // A tenth, and what a prediction from the first levels may be off.
        assertThat(Double.parseDouble(nearest.getField("most_connections"))).isLessThan(0.15 * ceiling);
    }
}
