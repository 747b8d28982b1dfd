package io.ceiling.harness.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The file costs.csv of the harness against the runs in results/reference that it was read off. */
class ReferenceCostsTest {

    private static final Path REFERENCE = Path.of("..", "results", "reference");

    /** Runs with the collector, the releases and the method of today; later ones of the same servers stand beside earlier. */
    private static final List<String> RUNS = List.of(
            "quick-tomcat",
            "quick-jetty",
            "descriptors-20000",
            "readme",
            "tls",
            "threads-buffers",
            "climb-article",
            "broadcast-matrix",
            "broadcast-matrix-websocket",
            "costs-undertow");

    private static List<MeasuredCosts> measured() {
        List<MeasuredCosts> all = new ArrayList<>();
        for (String run : RUNS) {
            for (MeasuredCosts row : RecordedCosts.read(REFERENCE.resolve(run), run, true)) {
                // Its subscribers over WebSocket were measured again, with smaller buffers of Atmosphere.
                if (!run.equals("broadcast-matrix")
                        || !row.subject().load().messaging().startsWith("websocket")) {
                    all.add(row);
                }
            }
        }
        return all;
    }

    /** A difference is written to target/costs.csv: copy it over the resource. */
    @Test
    void costsOfTheBuildAreThoseOfTheReferenceRuns() throws IOException {
        String text = CostsFile.text(measured());
        Path written = Path.of("target", CostsFile.NAME);
        Files.writeString(written, text);

        assertThat(CostsFile.resource())
                .as("costs.csv of the harness; to renew it: cp harness/target/costs.csv"
                        + " harness/src/main/resources/io/ceiling/harness/matrix/")
                .isEqualTo(text);
    }

    @Test
    void releasesThatWereAskedForAreNoCostsOfThisBuild() {
        assertThat(RecordedCosts.read(REFERENCE.resolve("releases"), "releases", true))
                .isEmpty();
    }

    @Test
    void rowsAreReadAsTheyWereWritten() {
        assertThat(CostsFile.text(CostsFile.parse(CostsFile.resource()))).isEqualTo(CostsFile.resource());
        assertThat(CostsFile.reference().rows()).hasSizeGreaterThan(100);
    }
}
