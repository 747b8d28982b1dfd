package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Applications whose requests pass a chain of stations are drawn at random and measured. {@code mvn -Dplanted=stations
 * -Dplanted.seed=N -Dplanted.draws=150 verify} runs a lane and nothing else, {@code it/stations} the same without Maven; without
 * either, three draws of one seed are run, so that the lane cannot rot. docs/planted-random.md has more.
 */
@Tag("all")
@Tag("stations")
class RandomStationsIT {

    private static final boolean LANE =
            System.getProperty("ceiling.planted", "quick").equals("stations");
    private static final long SEED = LANE ? Long.getLong("planted.seed", new SecureRandom().nextInt(1_000_000)) : 53;
    private static final int FIRST = LANE ? Integer.getInteger("planted.first", 0) : 0;
    private static final int DRAWS = LANE ? Integer.getInteger("planted.draws", 150) : 3;

    @TempDir
    static Path folder;

    @TestFactory
    Stream<DynamicTest> namesTheSlowestStation() throws Exception {
        Path csv = Path.of("target", LANE ? "planted-stations.csv" : "planted-stations-few.csv");
        if (!LANE) {
            Files.deleteIfExists(csv);
        }
        ChainLane lane = new ChainLane(SEED, csv, folder);
        return Stream.concat(
                IntStream.range(FIRST, FIRST + DRAWS)
                        .mapToObj(index -> DynamicTest.dynamicTest(
                                "draw %d of seed %d".formatted(index, SEED), () -> lane.run(index))),
                Stream.of(DynamicTest.dynamicTest("all draws together", () -> {
                    lane.summary().forEach(System.out::println);
                    assertThat(lane.failure()).as("seed %d", SEED).isEmpty();
                })));
    }
}
