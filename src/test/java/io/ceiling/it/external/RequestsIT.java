package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests with a method, a body and a login, to an application that takes five orders at once. */
@Tag("waiting")
class RequestsIT {

    private static final String SECRET = "s3cr3t-of-the-user";

    @TempDir
    private Path folder;

    private Path results() {
        return folder.resolve("results");
    }

    /** No file, name of a file or line of the command may have it. */
    private void assertNoSecret(CeilingCommand ceiling) throws IOException {
        assertThat(ceiling.output() + ceiling.errors()).doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(results())) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(file -> assertThat(
                            Files.readString(file, StandardCharsets.ISO_8859_1))
                    .as(file.toString())
                    .doesNotContain(SECRET));
        }
    }

    @Test
    void aPastedCurlCommandIsMeasuredInFlightAndKeepsItsSecrets() throws Exception {
        try (OtherJvm server = OtherJvm.start(OrderApplication.class)) {
            CeilingCommand ceiling = CeilingCommand.run(List.of(
                    "curl",
                    server.url() + "/orders?token=" + SECRET,
                    "-H",
                    "Content-Type: application/json",
                    "-H",
                    "Authorization: Bearer " + SECRET,
                    "-H",
                    "Connection: keep-alive",
                    "--data-raw",
                    "{\"id\": {{n}}, \"card\": \"%s\"}".formatted(SECRET),
                    "--compressed",
                    "--cap=400",
                    "--results=" + results()));

            assertThat(ceiling.exitCode())
                    .as(ceiling.output() + ceiling.errors())
                    .isZero();
            NamedCsvRecord row =
                    CeilingsCsv.rows(CeilingsCsv.onlyRun(results())).get(0);
            assertThat(row.getField("workload")).isEqualTo("in-flight POST /orders?token=...");
            assertThat(row.getField("evidence")).contains("5 served at once");
            // 5 places x 800 ms / 60 ms, less what a busy host takes.
            assertThat(Probing.ceiling(row)).isBetween(45, 66);
            assertNoSecret(ceiling);
        }
    }

    @Test
    void theRequestOfAMixThatIsLateFirstIsNamed() throws Exception {
        Path mix = Files.writeString(
                folder.resolve("shop.http"),
                """
                @card = %s
                # weight 1
                POST /orders
                Content-Type: application/json
                Authorization: Bearer {{card}}

                {"id": {{n}}, "card": "{{card}}"}

                ###
                # weight 3
                GET /list?page={{random 1..9}}
                """
                        .formatted(SECRET));
        try (OtherJvm server = OtherJvm.start(OrderApplication.class)) {
            CeilingCommand ceiling = CeilingCommand.run(
                    List.of("probe", server.url(), "--requests=" + mix, "--results=" + results(), "--slo=400ms"));

            assertThat(ceiling.exitCode())
                    .as(ceiling.output() + ceiling.errors())
                    .isZero();
            List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(results()), "requests.csv");
            assertThat(rows)
                    .extracting(row -> row.getField("request"))
                    .containsExactly("POST /orders", "GET /list?page=...");
            assertThat(Integer.parseInt(rows.get(0).getField("next_late"))).isPositive();
            assertThat(Long.parseLong(rows.get(1).getField("p50_ns")))
                    .isLessThan(Long.parseLong(rows.get(0).getField("p50_ns")));
            assertThat(ceiling.output()).containsPattern("POST /orders .*late first: ");
            assertNoSecret(ceiling);
        }
    }
}
