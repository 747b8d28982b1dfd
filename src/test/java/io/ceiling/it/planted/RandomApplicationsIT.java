package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
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
 * Applications with one limit each are drawn at random and measured; name, number and how many are served at once are demanded.
 * {@code mvn -Dplanted=applications -Dplanted.seed=N -Dplanted.draws=150 verify} runs a lane of draws and nothing else; without
 * it, two draws of one seed are run, so that the lane cannot rot. docs/planted-random.md has more.
 *
 * <p>{@code -Dplanted.only=REGEX} runs the draws whose name it finds something in.
 */
@Tag("all")
@Tag("applications")
class RandomApplicationsIT {

    private static final String ONLY = System.getProperty("planted.only", "");
    /** A pool of Spring Boot on Tomcat, and a server without a JVM. */
    private static final long SMOKE = 55_632;

    private static final boolean LANE =
            System.getProperty("ceiling.planted", "quick").equals("applications");
    private static final long SEED = LANE ? Long.getLong("planted.seed", new SecureRandom().nextInt(1_000_000)) : SMOKE;
    private static final int FIRST = LANE ? Integer.getInteger("planted.first", 0) : 0;
    private static final int DRAWS = LANE ? Integer.getInteger("planted.draws", 150) : 2;

    private static final List<ApplicationResult> RESULTS = new ArrayList<>();

    @TempDir
    static Path folder;

    /** The worker of a proxy may run as another user. */
    @BeforeAll
    static void letOtherUsersPass() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
        System.out.printf("Random applications: seed %d, %d draws%n", SEED, DRAWS);
    }

    @TestFactory
    Stream<DynamicTest> namesAndCountsWhatWasDrawn() {
        Pattern only = Pattern.compile(ONLY);
        return Stream.concat(
                IntStream.range(FIRST, DRAWS)
                        .mapToObj(index -> ApplicationDraw.draw(SEED, index))
                        .filter(draw -> only.matcher(draw.name()).find())
                        .map(draw -> DynamicTest.dynamicTest(draw.name(), () -> run(draw))),
                Stream.of(DynamicTest.dynamicTest("all draws together", RandomApplicationsIT::judge)));
    }

    /** One that is not right does not fail by itself: all of them do, together. */
    private static void run(ApplicationDraw draw) throws Exception {
        ApplicationResult result = resultOf(draw);
        RESULTS.add(result);
        // At once: a lane that is interrupted leaves what it knows.
        Files.writeString(Path.of("target", "planted-applications.csv"), ApplicationTable.csv(RESULTS, commit()));
        System.out.println(result.line());
        Assumptions.assumeTrue(
                result.found().skippedReason().isEmpty(), result.found().skippedReason());
    }

    /** A draw that broke off has no answer; its reason is in the table, and the lane goes on. */
    private static ApplicationResult resultOf(ApplicationDraw draw) throws Exception {
        Path drawFolder = Files.createDirectories(folder.resolve("draw-" + draw.index()));
        try {
            return ApplicationRun.of(draw, drawFolder);
        } catch (IllegalStateException | IOException | TimeoutException | AssertionError e) {
            e.printStackTrace();
            return new ApplicationResult(draw, Found.brokenOff(e), 0);
        }
    }

    /** Of what is measured with, as git tells it. */
    private static String commit() throws IOException {
        Process git = new ProcessBuilder("git", "rev-parse", "--short=8", "HEAD")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII).strip();
    }

    private static void judge() {
        assertThat(ApplicationTable.failure(RESULTS)).as("seed %d", SEED).isEmpty();
    }

    @AfterAll
    static void print() {
        ApplicationTable.lines(RESULTS).forEach(System.out::println);
    }
}
