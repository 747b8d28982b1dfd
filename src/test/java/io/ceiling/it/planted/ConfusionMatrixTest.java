package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.ServerKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Seals what the planted-limits suite leaves. */
class ConfusionMatrixTest {

    private static PlantedCell cell(String factor, ServerKind target) {
        return new PlantedCell(factor, target, "keep-alive", Plant.byOptions("--threads=50"), PlantedCell.Form.QUICK);
    }

    private static final List<PlantedRun.Outcome> OUTCOMES = List.of(
            new PlantedRun.Outcome(
                    cell("server-threads", ServerKind.TOMCAT_NIO),
                    "server-threads",
                    "reached",
                    "50",
                    "50 of 50 busy, \"full\"",
                    ""),
            new PlantedRun.Outcome(
                    cell("server-threads", ServerKind.JETTY), "unknown", "reached", "43", "nothing fits", ""),
            new PlantedRun.Outcome(cell("load-heap", ServerKind.JETTY), "load-heap", "reached", "43", "agent full", ""),
            PlantedRun.Outcome.skipped(cell("conntrack-table", ServerKind.TOMCAT_BIO), "no tracking here"));

    @Test
    void writesARowForEachCell() {
        assertThat(ConfusionMatrix.csv(OUTCOMES))
                .isEqualTo(
                        """
                        factor,plant,container,connector,thread_kind,workload,named,right,ceiling,evidence,skipped_reason
                        server-threads,--threads=50,tomcat,nio,platform,keep-alive,server-threads,true,50,"50 of 50 busy, ""full""\",
                        server-threads,--threads=50,jetty,nio,platform,keep-alive,unknown,false,43,nothing fits,
                        load-heap,--threads=50,jetty,nio,platform,keep-alive,load-heap,false,43,agent full,
                        conntrack-table,--threads=50,tomcat,bio,platform,keep-alive,,,,,no tracking here
                        """
                                .replace("\n", "\r\n"));
    }

    @Test
    void printsPlantedAgainstNamedAndNeverSkipsSilently() {
        assertThat(ConfusionMatrix.lines(OUTCOMES))
                .containsExactly(
                        "",
                        "Planted limits: 3 cells run, 1 named right, 2 wrong, 1 skipped",
                        "    planted         named   a   b   c   d  skipped",
                        "  a server-threads          1   .   .   1        .",
                        "  b load-heap               .   1   .   .        .",
                        "  c conntrack-table         .   .   .   .        1",
                        "  d unknown                 .   .   .   .        .",
                        "wrong    server-threads: jetty nio keep-alive, --threads=50 -> unknown (reached): nothing fits",
                        "wrong    load-heap: jetty nio keep-alive, --threads=50 -> load-heap (reached): agent full",
                        "skipped  1 x conntrack-table: no tracking here");
    }
}
