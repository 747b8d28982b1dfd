package io.ceiling.rooms;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RoomsTableTest {

    private static final long MILLISECOND = 1_000_000;

    @TempDir
    Path folder;

    @Test
    void theKneeIsTheMostDeliveriesThatKeptTheObjective() {
        List<String> lines = lines(
                RoomsPoints.STEADY,
                RoomsPoints.point(12 * MILLISECOND, 8000, 0, 5, 40, 6, 0.5, 8000),
                RoomsPoints.point(6 * MILLISECOND, 16_000, 3, 5, 40, 6, 0.2, 16_000),
                RoomsPoints.point(7 * MILLISECOND, 14_000, 0, 100, 900, 400, 0.2, 14_000),
                RoomsPoints.point(8 * MILLISECOND, 12_000, 0, 100, 1200, 100, 0.2, 12_000));

        assertThat(lines)
                .contains(
                        "  1000 users in 100 rooms: 8 000 deliveries/s at a pause of 12.00 ms, p99 40.0 ms, 50 % idle");
        assertThat(lines).anyMatch(line -> line.endsWith("response time grows"));
    }

    @Test
    void aPointWhoseMembersWereGoneIsNoKneeAndSaysSo() {
        List<String> lines = lines(RoomsPoints.without(15));

        assertThat(lines)
                .contains("  1000 users in 100 rooms: none")
                .anyMatch(line -> line.endsWith("15 of 1000 members gone"));
    }

    @Test
    void pausesStandInOrderWhateverTheSearchTriedFirst() {
        List<String> lines = lines(
                RoomsPoints.point(6 * MILLISECOND, 16_000, 0, 5, 40, 6, 0.2, 16_000),
                RoomsPoints.point(12 * MILLISECOND, 8000, 0, 5, 40, 6, 0.5, 8000));

        assertThat(lines)
                .filteredOn(line -> line.startsWith(" 1000"))
                .satisfiesExactly(first -> assertThat(first).contains(" 12.00 "), second -> assertThat(second)
                        .contains(" 6.00 "));
    }

    @Test
    void whatWasOfferedAndNotSentIsMarked() {
        assertThat(RoomsPoints.point(MILLISECOND, 9000, 0, 5, 40, 5, 0.2, 10_000)
                        .marks())
                .containsExactly("sent 90.0 % of what was offered");
        assertThat(RoomsPoints.STEADY.marks()).isEmpty();
    }

    @Test
    void aCellThatCouldNotBeMeasuredHasItsReason() throws Exception {
        Path run = Files.createDirectory(folder.resolve("a-run"));
        try (RoomsCsv file = new RoomsCsv(run, List::of)) {
            file.append(Fixtures.broadcast(), 19_000, 100, "12 of 18000 members were there");

            List<String> lines = RoomsTable.lines(file.rows(), Duration.ofSeconds(1), run);
            assertThat(lines).anyMatch(line -> line.endsWith("12 of 18000 members were there"));
            assertThat(lines).contains("  19000 users in 100 rooms: none");
        }
    }

    /** Of each fork the best point counts, and both ends of the forks are shown. */
    @Test
    void theKneesOfForksAreShownWithTheirSpread() throws Exception {
        Path run = Files.createDirectory(folder.resolve("forks"));
        try (RoomsCsv file = new RoomsCsv(run, List::of)) {
            for (int fork = 1; fork <= 3; fork++) {
                for (long pause : new long[] {12, 24}) {
                    file.append(
                            Fixtures.broadcast().withFork(fork),
                            Fixtures.started("java"),
                            RoomsPoints.point(
                                    pause * MILLISECOND, 96_000 / pause + 100L * fork, 0, 5, 40 + fork, 6, 0.5, 8000),
                            RoomsSettings.DEFAULT);
                }
            }

            List<String> lines = RoomsTable.lines(file.rows(), RoomsSettings.DEFAULT.p99(), run);

            assertThat(lines).anyMatch(line -> line.startsWith("server  transport  fork  users"));
            assertThat(lines)
                    .contains(
                            "  Tomcat over sse, 1000 users in 100 rooms: at least 8 200 (8 100..8 300) deliveries/s at a pause of 12.00 ms, p99 42.0 (41.0..43.0) ms, 50 % idle, in 3 of 3 forks");
        }
    }

    private List<String> lines(RoomsPoint... points) {
        try (RoomsCsv file = new RoomsCsv(folder, List::of)) {
            for (RoomsPoint point : points) {
                file.append(Fixtures.broadcast(), Fixtures.started("java"), point, RoomsSettings.DEFAULT);
            }
            return RoomsTable.lines(file.rows(), RoomsSettings.DEFAULT.p99(), folder);
        }
    }
}
