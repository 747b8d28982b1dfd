package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.JavaHomes;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose only thread uses one whole processor, on a machine that has more. */
@Tag("all")
class OneThreadIT {

    @TempDir
    Path folder;

    @Test
    void namesTheProcessorsAndTheThreadThatFillsOne() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor is all that this machine has");
        Process server = new ProcessBuilder(
                        JavaHomes.running().resolve("bin/java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OneThreadServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
            NamedCsvRecord row = new Probing(folder)
                    .onlyRow("http://127.0.0.1:" + said.readLine(), "--get=/", "--max-connections=6000");

            assertThat(row.getField("limiting_factor"))
                    .as(row.getField("evidence"))
                    .isEqualTo("server-cpu");
            assertThat(row.getField("evidence")).startsWith("thread \"" + OneThreadServer.THREAD + "\" used ");
            assertThat(row.getField("relief")).contains("more threads or processes");
        } finally {
            server.destroy();
        }
    }
}
