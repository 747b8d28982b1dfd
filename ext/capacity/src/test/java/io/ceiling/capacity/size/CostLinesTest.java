package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.capacity.size.CostLines.CostLevel;
import io.ceiling.harness.reading.Observation;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CostLinesTest {

    private static final Optional<String> CHARGED = Optional.of("what the server's cgroup was charged");

    private static CostLevel level(int connections) {
        return level(1, connections);
    }

    private static CostLevel level(int server, int connections) {
        return new CostLevel(
                server,
                connections,
                Observation.of(10_000_000L + 70_000L * connections),
                Observation.of(100_000_000L + 4_000L * connections),
                Observation.of(8_192),
                Observation.of(42),
                Observation.of(90 + connections),
                Observation.of(50_000_000L + 12_000L * connections));
    }

    private static List<CostLevel> levels() {
        return IntStream.of(400, 600, 800, 1_000).mapToObj(CostLinesTest::level).toList();
    }

    @Test
    void linesAreThoseOfTheReadings() {
        ConnectionCosts costs = CostLines.of(levels(), CHARGED, 7, "a test", 2).orElseThrow();

        assertThat(ConnectionCosts.at(costs.heap(), 5_000)).isCloseTo(360_000_000, within(1.0));
        assertThat(costs.nonHeap().intercept()).isCloseTo(100_000_000, within(1.0));
        assertThat(costs.descriptors().perConnection()).isCloseTo(1, within(1e-9));
        assertThat(costs.kernel().intercept()).isCloseTo(50_000_000, within(1.0));
        assertThat(costs.source().mostConnections()).isEqualTo(1_000);
        assertThat(costs.source().kernelWords()).isEqualTo("what the server's cgroup was charged");
    }

    @Test
    void kernelOfTheHostHasTwoEndsAndAnUnknownRest() {
        ConnectionCosts costs =
                CostLines.of(levels(), Optional.empty(), 7, "a test", 2).orElseThrow();

        assertThat(costs.kernel().perConnection()).isCloseTo(6_000, within(1e-6));
        assertThat(costs.kernel().intercept()).isZero();
        assertThat(costs.source().kernelWords()).startsWith("half of what both ends take");
    }

    @Test
    void threeLevelsAreTooFewForAnInterval() {
        assertThat(CostLines.of(levels().subList(0, 3), CHARGED, 0, "a test", 2))
                .isEmpty();
    }

    @Test
    void fourLevelsOfFourServersHaveNoIntervalEither() {
        List<CostLevel> one = IntStream.of(400, 600, 800, 1_000)
                .mapToObj(connections -> level(connections / 200, connections))
                .toList();

        assertThat(CostLines.of(one, CHARGED, 0, "a test", 2)).isEmpty();
    }

    @Test
    void levelsOfAServerThatIsStillColdDoNotCount() {
        List<CostLevel> all = IntStream.of(100, 200, 400, 1_000)
                .mapToObj(CostLinesTest::level)
                .toList();

        assertThat(CostLines.warmLevels(all)).extracting(CostLevel::connections).containsExactly(400, 1_000);
    }

    @Test
    void lineThatWasNotSeenIsNamed() {
        List<CostLevel> blind = levels().stream()
                .map(level -> new CostLevel(
                        1,
                        level.connections(),
                        level.heapBytes(),
                        level.nonHeapBytes(),
                        level.directBytes(),
                        Observation.NOT_SEEN,
                        level.descriptors(),
                        Observation.NOT_SEEN))
                .toList();

        assertThat(CostLines.of(blind, CHARGED, 7, "a test", 2).orElseThrow().unseen())
                .containsExactly("memory of the kernel", "threads");
        assertThat(CostLines.of(levels(), CHARGED, 7, "a test", 2).orElseThrow().unseen())
                .isEmpty();
    }

    @Test
    void levelsWithoutHeapDoNotCount() {
        List<CostLevel> blind = IntStream.of(400, 600, 800, 1_000)
                .mapToObj(connections -> new CostLevel(
                        1,
                        connections,
                        Observation.NOT_SEEN,
                        Observation.of(1),
                        Observation.NOT_SEEN,
                        Observation.NOT_SEEN,
                        Observation.NOT_SEEN,
                        Observation.NOT_SEEN))
                .toList();

        assertThat(CostLines.of(blind, CHARGED, 0, "a test", 2)).isEmpty();
    }
}
