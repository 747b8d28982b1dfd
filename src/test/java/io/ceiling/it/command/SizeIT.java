package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.os.MemoryGroup;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling size} from the command line to servers in a cgroup: the settings hold, and a tenth less memory does not. */
@Tag("waiting")
class SizeIT {

    @TempDir
    Path folder;

    private List<NamedCsvRecord> rows(String file) throws IOException {
        Path csv = CeilingsCsv.onlyRun(folder.resolve("results")).resolve(file);
        try (CsvReader<NamedCsvRecord> rows = CsvReader.builder().ofNamedCsvRecord(csv)) {
            return rows.stream().toList();
        }
    }

    private static void assumeGroups() {
        Optional<String> obstacle = MemoryGroup.obstacle();
        obstacle.ifPresent(why -> System.out.println("1 trial of settings skipped: " + why));
        assumeTrue(obstacle.isEmpty(), () -> obstacle.orElse(""));
    }

    @Tag("all")
    @Test
    void settingsHoldTheConnectionsAndATenthLessMemoryDoesNot() throws Exception {
        assumeGroups();

        CeilingCommand ceiling = CeilingCommand.run(Words.of(
                "size --connections=1500 --workload=websocket --memory=1g --cap=1000 --verify --results=%s",
                folder.resolve("results")));

        System.out.println(ceiling.output());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        assertThat(ceiling.output())
                .contains(
                        "1 500 connections take",
                        "net.core.somaxconn",
                        "all 1500 connections are held, each answered",
                        // The smaller heap is stopped by itself or by its group, whichever is full first.
                        "then server-memory",
                        "verify: the settings hold with ")
                .containsPattern("limit of connections +1515 ");
        assertThat(rows("size.csv"))
                .filteredOn(row -> row.getField("name").equals("max-connections"))
                .extracting(row -> row.getField("value"))
                .containsExactly("1515");
        assertThat(rows("size.csv"))
                .filteredOn(row -> row.getField("row").equals("tried"))
                .extracting(row -> row.getField("name"))
                .containsExactly("container-memory");
        assertThat(rows("ceilings.csv")).hasSizeBetween(4, 10);
        assertThat(groupsOf(ProcessHandle.current().pid())).isEmpty();
    }

    private static List<Path> groupsOf(long pid) throws IOException {
        try (Stream<Path> groups =
                Files.find(Path.of("/sys/fs/cgroup"), 8, (path, attributes) -> String.valueOf(path.getFileName())
                        .startsWith("ceiling-size-" + pid + "-"))) {
            return groups.toList();
        }
    }
}
