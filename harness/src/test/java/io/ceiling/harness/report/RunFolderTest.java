package io.ceiling.harness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.report.csv.CsvRow;
import io.ceiling.harness.report.csv.CsvTable;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.result.ExtensionResults;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.workload.Workloads;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFolderTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-21T09:15:00Z"), ZoneOffset.UTC);

    private final Scenario first =
            Fixtures.scenario(Workloads.WEBSOCKET, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);

    private final Scenario second =
            Fixtures.scenario(Workloads.KEEP_ALIVE, ThreadKind.PLATFORM, OptionalInt.empty(), OptionalInt.empty(), 1);

    private final Path results;

    RunFolderTest(@TempDir Path results) {
        this.results = results;
    }

    private Path created(String name) {
        try (RunFolder folder = RunFolder.create(results, name, CLOCK)) {
            return folder.path();
        }
    }

    private static ExtensionResults more(Scenario scenario, String... words) {
        return new ExtensionResults(
                List.of(),
                List.of(new ExtensionResults.CsvRows(
                        "more.csv",
                        List.of("run", "scenario", "words"),
                        Stream.of(words)
                                .map(word -> List.of("x", scenario.name(), word))
                                .toList())));
    }

    private static List<String> scenarios(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .map(line -> line.split(",")[1])
                .toList();
    }

    @Test
    void aRowIsInTheFileWhenAppendReturns() {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());

            List<CsvRow> rows = CsvTable.ceilings(folder.path().resolve("ceilings.csv"));

            assertThat(rows).singleElement().satisfies(row -> {
                assertThat(row.cell("scenario")).isEqualTo(first.name());
                assertThat(row.number(Keys.CEILING)).hasValue(4040);
                assertThat(row.number(Keys.KERNEL)).isEmpty();
                assertThat(row.cell("evidence"))
                        .isEqualTo("4096 of 4096 files open, \"Too many open files\" at accept");
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 40, 200, 400})
    void aTornLastRowIsRemovedAndItsScenarioRunsAgain(int lost) throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());
            folder.appendSample(second, Fixtures.sample(1, false, 10));
            folder.append(Fixtures.result(second, Fixtures.REACHED), List.of());
        }
        Path ceilings = path.resolve("ceilings.csv");
        byte[] whole = Files.readAllBytes(ceilings);
        Files.write(
                ceilings,
                ByteBuffer.allocate(whole.length - lost)
                        .put(whole, 0, whole.length - lost)
                        .array());
        Files.writeString(path.resolve("steps.csv"), "x,torn", StandardOpenOption.APPEND);

        try (RunFolder folder = RunFolder.resume(path)) {
            assertThat(folder.finished()).containsExactly(first.name());
            assertThat(scenarios(path.resolve("steps.csv"))).containsOnly("scenario", first.name());
            assertThat(scenarios(path.resolve("details").resolve("samples.csv")))
                    .containsOnly("scenario");

            folder.append(Fixtures.result(second, Fixtures.REACHED), List.of());
        }

        assertThat(Files.readAllBytes(ceilings)).isEqualTo(whole);
    }

    @Test
    void rowsOfAnExtensionBeginAFileAndThoseOfAnUnfinishedScenarioAreReplaced() throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.append(Fixtures.result(first, Fixtures.REACHED).with(more(first)), List.of());
            assertThat(path.resolve("more.csv")).doesNotExist();
            folder.append(Fixtures.result(first, Fixtures.REACHED).with(more(first, "of a first")), List.of());
        }
        Files.writeString(
                path.resolve("more.csv"), "x,%s,of a kill\r\n".formatted(second.name()), StandardOpenOption.APPEND);

        try (RunFolder folder = RunFolder.resume(path)) {
            folder.append(Fixtures.result(second, Fixtures.REACHED).with(more(second)), List.of());
            folder.append(Fixtures.result(second, Fixtures.REACHED).with(more(second, "of a second")), List.of());
        }

        assertThat(Files.readAllLines(path.resolve("more.csv")))
                .containsExactly(
                        "run,scenario,words",
                        "x,%s,of a first".formatted(first.name()),
                        "x,%s,of a second".formatted(second.name()));
    }

    @Test
    void theSummaryHasEachRowAsSoonAsItIsThere() throws IOException {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());
            assertThat(Files.readAllLines(folder.path().resolve("summary.csv"))).hasSize(2);

            folder.append(Fixtures.result(second, Fixtures.REACHED), List.of());
            assertThat(Files.readAllLines(folder.path().resolve("summary.csv"))).hasSize(3);
        }
    }

    /** Whoever made the link would choose what is written and removed. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void detailsThatAreALinkAreNotFollowed() throws IOException {
        Path path = created("x");
        Path elsewhere = Files.move(path.resolve("details"), results.resolve("elsewhere"));
        Files.createSymbolicLink(path.resolve("details"), elsewhere);

        assertThatThrownBy(() -> RunFolder.resume(path))
                .isInstanceOf(RunFolderException.class)
                .hasMessageContaining("cannot be written: a file of that name is there already");
        assertThat(Details.of(path)).isEqualTo(path);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatAKillLeftIsRemoved() throws IOException {
        Path path = created("x");
        for (String name : List.of(".report.html.5.new", "details/server-a.log.gauges", "notes.txt")) {
            Files.createFile(path.resolve(name));
        }
        Path link = Files.createSymbolicLink(results.resolve(".latest-4711"), path);
        assertThat(new ProcessBuilder("touch", "-h", "-d", "2020-01-01", link.toString()).start())
                .satisfies(touch -> assertThat(touch.waitFor()).isZero());

        RunFolder.resume(path).close();
        RunFolder.create(results, "y", CLOCK).close();

        assertThat(path).isDirectoryNotContaining("glob:**.new");
        assertThat(path.resolve("details")).isDirectoryNotContaining("glob:**.gauges");
        assertThat(path.resolve("notes.txt")).exists();
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    @Test
    void aTornHeaderIsWrittenAgain() throws IOException {
        Path path = created("x");
        byte[] whole = Files.readAllBytes(path.resolve("ceilings.csv"));
        Files.writeString(path.resolve("ceilings.csv"), "run,scen");

        RunFolder.resume(path).close();

        assertThat(Files.readAllBytes(path.resolve("ceilings.csv"))).isEqualTo(whole);
    }

    @Test
    void resumingRemovesLogsOfUnfinishedScenariosOnly() throws IOException {
        Path path;
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            path = folder.path();
            folder.append(Fixtures.result(first, Fixtures.REACHED), List.of());
            Files.writeString(folder.serverLog(first), "done");
            Files.writeString(folder.serverLog(second), "half");
        }

        try (RunFolder folder = RunFolder.resume(path.resolveSibling("latest"))) {
            assertThat(folder.serverLog(first)).exists();
            assertThat(folder.serverLog(second)).doesNotExist();
            assertThat(folder.path()).hasFileName("20261121T091500Z-x");
        }
    }

    @Test
    void aRunThatIsStillGoingCannotBeResumed() {
        try (RunFolder folder = RunFolder.create(results, "x", CLOCK)) {
            assertThatThrownBy(() -> RunFolder.resume(folder.path()))
                    .isInstanceOf(RunFolderException.class)
                    .hasMessageContaining("is being written by another run");
        }
    }

    @Test
    void otherColumnsAreNotMixedWithOurs() throws IOException {
        Path path = Files.createDirectories(results.resolve("old"));
        Files.writeString(path.resolve("ceilings.csv"), "run,scenario\r\na,b\r\n");

        assertThatThrownBy(() -> RunFolder.resume(path)).hasMessageContaining("has other columns than this version");
        assertThat(path.resolve("ceilings.csv")).hasContent("run,scenario\r\na,b\r\n");
        assertThatThrownBy(() -> RunFolder.resume(results)).hasMessageContaining("is not the folder of a run");
    }
}
