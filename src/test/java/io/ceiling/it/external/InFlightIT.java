package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.fixture.SleepingApplication;
import io.ceiling.it.fixture.Words;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --in-flight} on an application that sleeps. */
@Tag("waiting")
class InFlightIT {

    private final Path folder;
    private final Probing probing;

    InFlightIT(@TempDir Path folder) {
        this.folder = folder;
        probing = new Probing(folder);
    }

    private ForkedServer server(ServerKind kind, int threads) throws Exception {
        return ForkedServer.start(kind, SleepingApplication.war(folder), JavaHomes.running(), threads, List.of());
    }

    private static String url(ForkedServer server) {
        return "http://127.0.0.1:" + server.port() + "/ceiling/";
    }

    /**
     * T threads answer T / 0.2 requests a second, so N in flight wait for N x 0.2 / T seconds: within 0.9 s these are 90
     * with 20 threads. A busy host takes some of them away.
     */
    @Tag("all")
    @Test
    void theThreadsOfARunningServerAreNamed() throws Exception {
        try (ForkedServer server = server(ServerKind.TOMCAT_NIO, 20)) {
            NamedCsvRecord row = probing.onlyRow(url(server), "--in-flight=/sleep?ms=200", "--slo=900ms");

            assertThat(row.getField("limiting_factor"))
                    .as(row.getFields().toString())
                    .isEqualTo("server-threads");
            assertThat(row.getField("evidence")).contains("20 of 20 request threads busy", "SLO 900 ms");
            assertThat(row.getField("workload")).isEqualTo("in-flight /sleep?ms=...");
            assertThat(Probing.ceiling(row)).isBetween(40, 100);
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Tag("all")
    @Test
    void twiceTheThreadsOfAServerOfOursHoldTwiceAsManyRequests() throws Exception {
        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "run --results=%s --container=tomcat --connector=nio --thread-kind=platform --buffer=default "
                        + "--threads=40 --war=%s --in-flight=/sleep?ms=200 --cap=1000 --slo=900ms",
                probing.results(), SleepingApplication.war(folder)));

        System.out.println(ceiling.output());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(probing.results()));
        assertThat(rows).extracting(row -> row.getField("limiting_factor")).containsOnly("server-threads");
        assertThat(Probing.ceiling(rows.get(0))).isBetween(100, 200);
    }

    @Tag("all")
    @Test
    void theSloComesFromSingleRequestsAndACapThatIsMetIsAtLeast() throws Exception {
        try (ForkedServer server = server(ServerKind.JETTY, 50)) {
            NamedCsvRecord row = probing.onlyRow(url(server), "--in-flight=/sleep?ms=400", "--think=1s", "--cap=30");

            assertThat(row.getField("verdict")).as(row.getFields().toString()).isEqualTo("at-least");
            assertThat(Probing.ceiling(row)).isEqualTo(30);
            assertThat(row.getField("why")).contains("10 single requests took");
        }
    }

    @ParameterizedTest
    @CsvSource({"/none, 404", "/broken, 500"})
    void anEndpointThatDoesNotAnswerIsToldAndEndsWithThree(String path, String answer) throws Exception {
        try (ForkedServer server = server(ServerKind.TOMCAT_NIO, 20)) {
            CeilingCommand ceiling = probing.run(url(server), "--in-flight=" + path);

            assertThat(ceiling.exitCode()).isEqualTo(3);
            assertThat(ceiling.errors())
                    .contains(path + " is answered with " + answer, "Hint:")
                    .hasLineCount(1);
            assertThat(ceiling.output()).doesNotContain("results:");
        }
    }
}
