package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RandomDrawsTest {

    private static List<Draw> draws(long seed, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> RandomDraws.draw(seed, index))
                .toList();
    }

    @Test
    void theSameSeedGivesTheSameDraws() {
        assertThat(draws(5, 200)).isEqualTo(draws(5, 200));
        assertThat(RandomDraws.draw(5, 137)).isEqualTo(draws(5, 200).get(137));
    }

    @Test
    void otherSeedsGiveOtherDraws() {
        assertThat(LongStream.range(0, 20)
                        .mapToObj(seed -> RandomDraws.draw(seed, 0).words())
                        .collect(Collectors.toSet()))
                .hasSize(20);
    }

    /** A generator that goes on where its neighbour began would give both the same numbers. */
    @Test
    void neighbouringDrawsHaveNothingInCommon() {
        List<Draw> draws = draws(1, 200);

        assertThat(IntStream.range(1, 200).filter(i -> draws.get(i)
                        .text("accept-count")
                        .equals(draws.get(i - 1).text("accept-count"))))
                .hasSizeLessThan(10);
    }

    @Test
    void twoHundredDrawsHaveEveryKind() {
        for (long seed = 0; seed < 5; seed++) {
            assertThat(draws(seed, 200)).extracting(Draw::kind).contains(DrawKind.values());
        }
    }

    @Test
    void whatDoesNotDecideIsAtLeastThirtyPercentAboveWhatDoes() {
        for (Draw draw : draws(7, 2_000)) {
            int number = draw.truth().number().map(Truth.Range::highest).orElse(0);
            if (!draw.truth().name().equals(PlantedCell.NONE)) {
                assertThat(draw.number("cap")).as(draw.name()).isGreaterThanOrEqualTo(13 * number / 10);
            }
            for (String other : List.of("max-connections", "nofile", "proxy-connections")) {
                if (draw.has(other) && !decides(draw, other)) {
                    assertThat(draw.number(other)).as(draw.name()).isGreaterThanOrEqualTo(13 * number / 10);
                }
            }
        }
    }

    private static boolean decides(Draw draw, String setting) {
        return switch (setting) {
            case "nofile" -> draw.truth().name().equals("server-file-descriptors");
            case "proxy-connections" -> draw.kind() == DrawKind.PROXY_NGINX || draw.kind() == DrawKind.PROXY_HAPROXY;
            default -> draw.truth().name().equals("server-max-connections");
        };
    }

    @Test
    void aNumberIsRightWithinThreePercent() {
        Truth.Range hundred = new Truth.Range(100, 100);

        assertThat(hundred.holds(97)).isTrue();
        assertThat(hundred.holds(103)).isTrue();
        assertThat(hundred.holds(96)).isFalse();
        assertThat(hundred.holds(104)).isFalse();
    }

    @Test
    void descriptorsThatTheServerHasOpenBeforeAreNotForConnections() {
        assertThat(Truth.ofDescriptors(512, 512, 1).numberWith(24)).contains(new Truth.Range(488, 488));
        assertThat(Truth.ofDescriptors(502, 512, 2).numberWith(24)).contains(new Truth.Range(239, 244));
        assertThat(Truth.exactly("server-threads", 50).numberWith(24)).contains(new Truth.Range(50, 50));
    }
}
