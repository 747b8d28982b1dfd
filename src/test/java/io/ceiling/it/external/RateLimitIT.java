package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.JavaHomes;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
        Process server = new ProcessBuilder(
                        JavaHomes.running().resolve("bin/java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LimitingApplication.class.getName(),
                        Integer.toString(A_SECOND),
                        "a-second")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
            NamedCsvRecord row = new Probing(folder).onlyRow("http://127.0.0.1:" + said.readLine(), "--get=/");

            assertThat(row.getField("limiting_factor")).as(row.getField("why")).isEqualTo("rate-limit");
            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(row.getField("why"))
                    .contains("a single client, with one request in flight, was refused as well")
                    .contains("Retry-After: 1")
                    .contains("were all served");
            // The control has at least twice as many as failed.
            assertThat(Probing.ceiling(row)).isGreaterThanOrEqualTo(A_SECOND);
            assertThat(server.isAlive()).isTrue();
        } finally {
            server.destroy();
            server.waitFor();
        }
    }
}
