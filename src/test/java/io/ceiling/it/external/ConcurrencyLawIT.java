package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit that no reading and no thread shows is named all the same, by what the server answers beyond its ceiling. */
@Tag("waiting")
class ConcurrencyLawIT {

    private static final int PLACES = 7;

    @TempDir
    Path folder;

    @Test
    void namesALimitThatNothingShowsWithItsNumber() throws Exception {
        try (OtherJvm server = OtherJvm.start(LimitingApplication.class, Integer.toString(PLACES))) {
            NamedCsvRecord row = new Probing(folder).onlyRow(server.url(), "--in-flight=/", "--slo=500ms");

            assertThat(row.getField("limiting_factor"))
                    .as(row.getField("evidence"))
                    .isEqualTo("concurrency-limit");
            assertThat(row.getField("evidence")).contains(PLACES + " served at once, even if more are sent");
            // Two rounds fit into the SLO; a busy host spoils the second.
            assertThat(Probing.ceiling(row)).isBetween(PLACES, 2 * PLACES);
            assertThat(server.isAlive()).isTrue();
        }
    }
}
