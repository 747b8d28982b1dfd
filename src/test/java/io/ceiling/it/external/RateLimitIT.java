package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit of the rate is no number of connections: what it refuses is served at a slower pace. */
@Tag("waiting")
class RateLimitIT {

    private static final int A_SECOND = 50;

    @TempDir
    Path folder;

    @Test
    void isALowerBoundWithTheRateAndAControl() throws Exception {
        try (OtherJvm server = OtherJvm.start(LimitingApplication.class, Integer.toString(A_SECOND), "a-second")) {
            NamedCsvRecord row = new Probing(folder).onlyRow(server.url(), "--get=/");

            assertThat(row.getField("limiting_factor")).as(row.getField("why")).isEqualTo("rate-limit");
            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(row.getField("why"))
                    .contains("a single client, with one request in flight, was refused as well")
                    .contains("Retry-After: 1")
                    .contains("were all served");
            // The control has at least twice as many as failed.
            assertThat(Probing.ceiling(row)).isGreaterThanOrEqualTo(A_SECOND);
            assertThat(server.isAlive()).isTrue();
        }
    }
}
