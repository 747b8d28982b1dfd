package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.capacity.size.CostLines.Level;
import io.ceiling.harness.reading.Seen;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostLinesTest {

    private static final Optional<String> CHARGED = Optional.of("what the server's cgroup was charged");

    private static Level level(int connections) {
        return level(1, connections);
    }

    private static Level level(int server, int connections) {
        return new Level(
                server,
                connections,
                Seen.of(10_000_000L + 70_000L * connections),
                Seen.of(100_000_000L + 4_000L * connections),
                Seen.of(8_192),
                Seen.of(42),
                Seen.of(90 + connections),
                Seen.of(50_000_000L + 12_000L * connections));
    }

    private static List<Level> levels() {
        return IntStream.of(400, 600, 800, 1_000).mapToObj(CostLinesTest::level).toList();
    }

    @Test
    void linesAreThoseOfTheReadings() {
        ConnectionCosts costs = CostLines.of(levels(), CHARGED, 7, "a test", 2).orElseThrow();

        assertThat(ConnectionCosts.at(costs.heap(), 5_000)).isCloseTo(360_000_000, within(1.0));
        assertThat(costs.besideHeap().base()).isCloseTo(100_000_000, within(1.0));
        assertThat(costs.descriptors().perConnection()).isCloseTo(1, within(1e-9));
        assertThat(costs.kernel().base()).isCloseTo(50_000_000, within(1.0));
        assertThat(costs.source().mostConnections()).isEqualTo(1_000);
        assertThat(costs.source().kernelWords()).isEqualTo("what the server's cgroup was charged");
    }

    @Test
    void kernelOfTheHostHasTwoEndsAndAnUnknownRest() {
        ConnectionCosts costs =
                CostLines.of(levels(), Optional.empty(), 7, "a test", 2).orElseThrow();

        assertThat(costs.kernel().perConnection()).isCloseTo(6_000, within(1e-6));
        assertThat(costs.kernel().base()).isZero();
        assertThat(costs.source().kernelWords()).startsWith("half of what both ends take");
    }

    @Test
    void threeLevelsAreTooFewForAnInterval() {
        assertThat(CostLines.of(levels().subList(0, 3), CHARGED, 0, "a test", 2))
                .isEmpty();
    }

    @Test
    void fourLevelsOfFourServersHaveNoIntervalEither() {
        List<Level> one = IntStream.of(400, 600, 800, 1_000)
                .mapToObj(connections -> level(connections / 200, connections))
                .toList();

        assertThat(CostLines.of(one, CHARGED, 0, "a test", 2)).isEmpty();
    }

    @Test
    void levelsOfAServerThatIsStillColdDoNotCount() {
        List<Level> all = IntStream.of(100, 200, 400, 1_000)
                .mapToObj(CostLinesTest::level)
                .toList();

        assertThat(CostLines.counted(all)).extracting(Level::connections).containsExactly(400, 1_000);
    }

    @Test
    void lineThatWasNotSeenIsNamed() {
        List<Level> blind = levels().stream()
                .map(level -> new Level(
                        1,
                        level.connections(),
                        level.heapBytes(),
                        level.besideHeapBytes(),
                        level.directBytes(),
                        Seen.NOT,
                        level.descriptors(),
                        Seen.NOT))
                .toList();

        assertThat(CostLines.of(blind, CHARGED, 7, "a test", 2).orElseThrow().unseen())
                .containsExactly("memory of the kernel", "threads");
        assertThat(CostLines.of(levels(), CHARGED, 7, "a test", 2).orElseThrow().unseen())
                .isEmpty();
    }

    @Test
    void levelsWithoutHeapDoNotCount() {
        List<Level> blind = IntStream.of(400, 600, 800, 1_000)
                .mapToObj(connections ->
                        new Level(1, connections, Seen.NOT, Seen.of(1), Seen.NOT, Seen.NOT, Seen.NOT, Seen.NOT))
                .toList();

        assertThat(CostLines.of(blind, CHARGED, 0, "a test", 2)).isEmpty();
    }
}
