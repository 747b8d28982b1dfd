package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.JavaHomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling anatomy} from the command line to its files: connections to real servers, taken apart. */
class AnatomyIT {

    @TempDir
    Path folder;

    private CeilingCommand anatomy(String... arguments) throws InterruptedException {
        return ceiling("anatomy", arguments);
    }

    private CeilingCommand ceiling(String command, String... arguments) throws InterruptedException {
        List<String> all = new ArrayList<>(List.of(command, "--results=" + folder.resolve("results")));
        all.addAll(List.of(arguments));
        CeilingCommand ceiling = CeilingCommand.run(all);
        System.out.println(ceiling.output());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return ceiling;
    }

    private List<NamedCsvRecord> rows(String kind) throws IOException {
        Path file = CeilingsCsv.onlyRun(folder.resolve("results")).resolve("anatomy.csv");
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(file)) {
            return rows.stream().filter(row -> row.getField("row").equals(kind)).toList();
        }
    }

    private static double number(NamedCsvRecord row, String column) {
        return Double.parseDouble(row.getField(column));
    }

    /** The arrays of these rows, beside the buffers of {@code java.nio} around them. */
    private static List<NamedCsvRecord> arrays(List<NamedCsvRecord> rows) {
        return rows.stream()
                .filter(row -> row.getField("part").equals("byte[]"))
                .toList();
    }

    private static NamedCsvRecord only(List<NamedCsvRecord> rows, String column, String end) {
        List<NamedCsvRecord> found =
                rows.stream().filter(row -> row.getField(column).endsWith(end)).toList();
        assertThat(found).as("%s ending with %s", column, end).hasSize(1);
        return found.get(0);
    }

    @Tag("all")
    @Test
    void arrayOfASessionOfAnyApplicationHasItsClassAndField() throws Exception {
        try (OtherJvm server = OtherJvm.start(
                JavaHomes.running(),
                List.of("-Xmx256m", "-Dsun.net.httpserver.maxIdleConnections=10000"),
                SessionApplication.class)) {
            CeilingCommand ceiling = anatomy(server.url(), "--get=/shop", "--cap=150");

            NamedCsvRecord data = only(rows("part"), "holder", "SessionApplication$Session.data");
            assertThat(data.getField("part")).isEqualTo("byte[]");
            assertThat(number(data, "objects_per_connection")).isCloseTo(1, within(0.02));
            assertThat(number(data, "bytes_per_connection")).isCloseTo(20_016, within(300.0));
            assertThat(ceiling.output())
                    .contains(
                            "SessionApplication$Session.data",
                            "memory of the JVM itself: not tracked. Hint: start it with -XX:NativeMemoryTracking=summary");
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Tag("all")
    @Test
    void buffersOfAWebSocketOfTomcatHaveTheirFieldsAndTheSettingThatMovesThem() throws Exception {
        anatomy("--workload=websocket", "--cap=300", "--keep-dump");

        List<NamedCsvRecord> parts = rows("part");
        for (String holder : List.of(
                "SocketBufferHandler.readBuffer", "SocketBufferHandler.writeBuffer",
                "WsFrameServer.inputBuffer", "WsFrameServer.messageBufferBinary")) {
            NamedCsvRecord buffer = only(arrays(parts), "holder", holder);
            assertThat(number(buffer, "objects_per_connection")).isCloseTo(1, within(0.05));
            assertThat(number(buffer, "bytes_per_connection")).isCloseTo(8_208, within(500.0));
            NamedCsvRecord saved = only(arrays(rows("saved")), "holder", holder);
            assertThat(saved.getField("setting")).isEqualTo("--buffer=1k");
            assertThat(number(saved, "bytes_per_connection")).isCloseTo(7_168, within(500.0));
        }
        NamedCsvRecord heap = only(rows("whole"), "part", "heap");
        NamedCsvRecord rest = only(rows("remainder"), "part", "heap");
        assertThat(number(heap, "bytes_per_connection")).isBetween(65_000.0, 80_000.0);
        assertThat(number(rest, "bytes_per_connection")).isCloseTo(0, within(1_500.0));
        assertThat(parts)
                .anyMatch(row -> row.getField("owner").equals("kernel")
                        && row.getField("part").matches("TCP|all slab caches"));
        assertThat(parts).anyMatch(row -> row.getField("owner").equals("native"));
        Path dumps = CeilingsCsv.onlyRun(folder.resolve("results")).resolve("dumps");
        assertThat(Files.getPosixFilePermissions(dumps)).hasSize(3);
        try (Stream<Path> files = Files.list(dumps)) {
            // Two of the server as it is, of its control, and of the server with the other setting.
            assertThat(files).hasSize(6);
        }
    }

    @Tag("all")
    @Test
    void rowsOfARunAreTakenApartWhenAllOfThemAreThere() throws Exception {
        CeilingCommand ceiling = ceiling(
                "run",
                "--container=undertow",
                "--workload=websocket,recursive",
                "--thread-kind=platform",
                "--threads=default",
                "--buffer=default",
                "--heap=512m",
                "--cap=130",
                "--anatomy");

        assertThat(ceiling.output())
                .containsPattern("anatomy of \\S*websocket\\S* at 104 connections")
                .containsPattern(
                        "anatomy of \\S*recursive\\S*: none, a connection of recursive is more than memory that it holds");
        List<NamedCsvRecord> heaps = rows("whole").stream()
                .filter(row -> row.getField("part").equals("heap"))
                .toList();
        assertThat(heaps).isNotEmpty().allSatisfy(heap -> {
            assertThat(heap.getField("scenario")).contains("websocket");
            assertThat(number(heap, "bytes_per_connection")).isBetween(5_000.0, 12_000.0);
        });
        Path run = CeilingsCsv.onlyRun(folder.resolve("results"));
        assertThat(Files.readString(run.resolve("report.html")))
                .contains("What one more connection consists of", "\"anatomies\":[{");
    }
}
