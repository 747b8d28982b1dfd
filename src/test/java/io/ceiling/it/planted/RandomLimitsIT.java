package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Settings are drawn at random, of which one decides; a real ramp is run, and its name and its number are demanded.
 * {@code mvn -Dplanted=random -Dplanted.seed=N -Dplanted.draws=200 verify} runs a lane of draws and nothing else; without it,
 * three draws of one seed are run, so that the lane cannot rot. docs/planted-random.md has more.
 *
 * <p>{@code -Dplanted.only=REGEX} runs the draws whose name it finds something in.
 */
@Tag("all")
@Tag("random")
class RandomLimitsIT {

    private static final String ONLY = System.getProperty("planted.only", "");
    /** A stock server, one of ours and one behind a proxy, on the JDK of the build. */
    private static final long SMOKE = 3247;

    private static final boolean LANE =
            System.getProperty("ceiling.planted", "quick").equals("random");
    private static final long SEED = LANE ? Long.getLong("planted.seed", new SecureRandom().nextInt(1_000_000)) : SMOKE;
    private static final int FIRST = LANE ? Integer.getInteger("planted.first", 0) : 0;
    private static final int DRAWS = LANE ? Integer.getInteger("planted.draws", 200) : 3;

    private static final List<DrawResult> RESULTS = new ArrayList<>();

    @TempDir
    static Path folder;

    /** The worker of a proxy may run as another user. */
    @BeforeAll
    static void letOtherUsersPass() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        System.out.printf("Random planted limits: seed %d, %d draws%n", SEED, DRAWS);
    }

    @TestFactory
    Stream<DynamicTest> namesAndCountsWhatWasDrawn() {
        Pattern only = Pattern.compile(ONLY);
        return Stream.concat(
                IntStream.range(FIRST, DRAWS)
                        .mapToObj(index -> RandomDraws.draw(SEED, index))
                        .filter(draw -> only.matcher(draw.name()).find())
                        .map(draw -> DynamicTest.dynamicTest(draw.name(), () -> run(draw))),
                Stream.of(DynamicTest.dynamicTest("all draws together", RandomLimitsIT::judge)));
    }

    /** One that is not right does not fail by itself: all of them do, together. */
    private static void run(Draw draw) throws Exception {
        DrawResult result = resultOf(draw);
        RESULTS.add(result);
        // At once: a lane that is interrupted leaves what it knows.
        Files.writeString(Path.of("target", "planted-random.csv"), DrawTable.csv(RESULTS));
        System.out.println(result.line());
        Assumptions.assumeTrue(
                result.found().skippedReason().isEmpty(), result.found().skippedReason());
    }

    /** A draw that broke off has no answer; its reason is in the table, and the lane goes on. */
    private static DrawResult resultOf(Draw draw) throws Exception {
        Path drawFolder = Files.createDirectories(folder.resolve("draw-" + draw.index()));
        try {
            return DrawnRun.of(draw, drawFolder);
        } catch (IllegalStateException | IOException | AssertionError e) {
            e.printStackTrace();
            return DrawResult.of(draw, draw.truth().number(), Found.brokenOff(e));
        }
    }

    private static void judge() {
        Optional<String> failure = DrawTable.failure(RESULTS);
        assertThat(failure).as("seed %d", SEED).isEmpty();
    }

    @AfterAll
    static void print() {
        DrawTable.lines(RESULTS).forEach(System.out::println);
    }
}
