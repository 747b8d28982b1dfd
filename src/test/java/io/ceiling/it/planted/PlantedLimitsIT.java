package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.Part;
import io.ceiling.it.planted.PlantedCell.Form;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every limiting factor is planted, a real ramp is run, and its name is demanded; docs/planted-limits.md tells how each is
 * planted. {@code mvn verify} runs a few cells, {@code mvn -Pall verify} one for most factors, {@code mvn -Pplanted=full verify}
 * all of them.
 *
 * <p>{@code -Dplanted.only=REGEX} runs the cells whose name it finds something in.
 */
@Tag("divided")
class PlantedLimitsIT {

    private static final String ONLY = System.getProperty("planted.only", "");
    private static final boolean FULL =
            System.getProperty("ceiling.planted", "quick").equals("full");

    private static final List<PlantedRun.Outcome> OUTCOMES = new ArrayList<>();

    @TempDir
    static Path folder;

    /** A server that runs as another user has its files here. */
    @BeforeAll
    static void letOtherUsersPass() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    }

    /** A limit of the server's process, one of the container, memory, and a control with every build; others with -Pall. */
    @TestFactory
    Stream<DynamicTest> namesWhatWasPlanted() {
        List<PlantedCell> cells = Part.of(
                        PlantedCells.all().stream().filter(PlantedLimitsIT::isAsked), PlantedLimitsIT::isRunAlways)
                .toList();
        return Stream.iterate(0, i -> i < cells.size(), i -> i + 1)
                .map(i -> DynamicTest.dynamicTest(
                        cells.get(i).name(), () -> demand(cells.get(i), folder.resolve("cell-" + i))));
    }

    private static boolean isAsked(PlantedCell cell) {
        return ONLY.isEmpty()
                ? FULL || cell.form() != Form.FULL
                : Pattern.compile(ONLY).matcher(cell.name()).find();
    }

    /** Whoever asks for a form or a name of cells gets them without any other profile. */
    private static boolean isRunAlways(PlantedCell cell) {
        return FULL || !ONLY.isEmpty() || cell.form() == Form.SHORTEST;
    }

    private static void demand(PlantedCell cell, Path cellFolder) throws Exception {
        PlantedRun.Outcome outcome = PlantedRun.of(cell, Files.createDirectories(cellFolder));
        OUTCOMES.add(outcome);
        // At once: a suite that is interrupted leaves what it knows.
        Files.writeString(Path.of("target", "planted-limits.csv"), ConfusionMatrix.csv(OUTCOMES));
        Assumptions.assumeFalse(outcome.isSkipped(), outcome.skippedReason());

        assertThat(outcome.named())
                .as(
                        "%s (alone: -Dit.test=PlantedLimitsIT -Dplanted.only='\\Q%s\\E'), verdict %s, evidence: %s",
                        cell.name(), cell.name(), outcome.verdict(), outcome.evidence())
                .isEqualTo(cell.factor());
        assertThat(cell.plant().said())
                .as("%s, what its evidence must tell: %s", cell.name(), outcome.evidence())
                .allMatch(outcome.evidence()::contains);
        assertThat(outcome.isRight())
                .as("a limit of the load side or of the host is no ceiling of the server, was %s", outcome.verdict())
                .isTrue();
    }

    @AfterAll
    static void print() {
        ConfusionMatrix.lines(OUTCOMES).forEach(System.out::println);
    }
}
