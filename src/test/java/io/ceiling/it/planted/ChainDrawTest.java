package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.planted.ChainResult.Answer;
import io.ceiling.it.planted.ChainResult.Judgement;
import io.ceiling.it.planted.Station.Kind;
import io.ceiling.it.planted.Station.Resource;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ChainDrawTest {

    private static final List<ChainDraw> DRAWS =
            IntStream.range(0, 40).mapToObj(index -> ChainDraw.draw(53, index)).toList();

    private static ChainDraw first(Resource resource, ChainPlatform platform) {
        return DRAWS.stream()
                .filter(draw -> draw.bottleneck().resource() == resource && draw.platform() == platform)
                .findFirst()
                .orElseThrow();
    }

    private static Judgement judged(ChainDraw draw, String name, int off, String words) {
        Answer answer =
                new Answer(name, "reached", Integer.toString(draw.bottleneck().number() + off), words);
        return new ChainResult(draw, draw.names("127.0.0.1:4711"), answer, 30).judgement();
    }

    @Test
    void theSameSeedGivesTheSameDrawsAndADeckHasEveryStationOnEveryPlatform() {
        assertThat(ChainDraw.draw(53, 3)).isEqualTo(DRAWS.get(3)).isNotEqualTo(ChainDraw.draw(54, 3));
        for (ChainPlatform platform : ChainPlatform.values()) {
            assertThat(DRAWS.stream()
                            .filter(draw -> draw.platform() == platform)
                            .map(draw -> draw.bottleneck().resource()))
                    .hasSize(8)
                    .doesNotHaveDuplicates()
                    .doesNotContain(Resource.WORKERS);
        }
        assertThat(DRAWS.stream().flatMap(draw -> draw.chain().stream()).map(Station::kind))
                .contains(Kind.values());
    }

    @Test
    void relievingTheSlowestStationAloneRaisesTheNumber() {
        for (ChainDraw draw : DRAWS) {
            int number = draw.bottleneck().number();
            for (int i = 0; i < draw.chain().size(); i++) {
                for (Resource resource : draw.chain().get(i).resources()) {
                    Station[] relieved = draw.chain().toArray(Station[]::new);
                    relieved[i] = relieved[i].relieved(resource);
                    int then = ChainSimulation.number(Arrays.asList(relieved), draw.sloMillis(), 500);
                    boolean slowest = i == draw.bottleneck().at()
                            && resource == draw.bottleneck().resource();
                    if (slowest) {
                        assertThat(then).as(draw.name()).isGreaterThanOrEqualTo(number * 6 / 5);
                    } else if (!draw.hasCap()) {
                        assertThat(then).as(draw.name()).isLessThanOrEqualTo(number * 21 / 20);
                    }
                }
            }
        }
    }

    @Test
    void noTruthIsUnknownAndTheSloEndsBeforeWhatTheCommandRefuses() {
        for (ChainDraw draw : DRAWS) {
            assertThat(draw.names("127.0.0.1:1")).as(draw.name()).isNotEmpty().doesNotContain("unknown");
            assertThat(draw.sloMillis()).as(draw.name()).isBetween(300, 880);
            assertThat(draw.chain().size()).isBetween(1, 4);
        }
    }

    @Test
    void aNumberMayBeOffByTheTwentiethPart() {
        ChainDraw lock = first(Resource.LOCK, ChainPlatform.JDK);

        assertThat(judged(lock, "application-lock", 1, "")).isEqualTo(Judgement.RIGHT);
        assertThat(judged(lock, "application-lock", lock.bottleneck().number(), ""))
                .isEqualTo(Judgement.NUMBER_OFF);
    }

    @Test
    void aNameIsRightOnlyWithTheWordsThatSayWhichStation() {
        ChainDraw lock = first(Resource.LOCK, ChainPlatform.GO);
        assertThat(judged(lock, "concurrency-limit", 0, "one after another, each 20 ms"))
                .isEqualTo(Judgement.RIGHT);
        assertThat(judged(lock, "concurrency-limit", 0, "11 served at once")).isEqualTo(Judgement.WRONG_STATION);

        ChainDraw backend = first(Resource.BACKEND, ChainPlatform.JDK);
        assertThat(judged(backend, "upstream", 0, "127.0.0.1:4711 takes 200 ms"))
                .isEqualTo(Judgement.RIGHT);
        assertThat(judged(backend, "upstream", 0, "127.0.0.1:4712 takes 200 ms"))
                .isEqualTo(Judgement.WRONG_STATION);
        int served = backend.chain().get(backend.bottleneck().at()).behind();
        assertThat(judged(backend, "concurrency-limit", 0, served + " served at once"))
                .isEqualTo(Judgement.RIGHT);
        assertThat(judged(backend, "concurrency-limit", 0, served + 1 + " served at once"))
                .isEqualTo(Judgement.WRONG_STATION);
        assertThat(judged(backend, "application-pool", 0, "let more than 1 at once through"))
                .isEqualTo(Judgement.WRONG_STATION);

        ChainDraw pool = first(Resource.POOL, ChainPlatform.JDK);
        int size = pool.chain().get(pool.bottleneck().at()).places();
        assertThat(judged(pool, "application-pool", 0, "%d of %d in use".formatted(size, size)))
                .isEqualTo(Judgement.RIGHT);
        assertThat(judged(pool, "application-pool", 0, "let more than %d0 at once".formatted(size)))
                .isEqualTo(Judgement.WRONG_STATION);
    }

    @Test
    void noNameIsNoAnswerAndAnotherNameIsAWrongOne() {
        ChainDraw rate = first(Resource.RATE, ChainPlatform.GO);

        assertThat(judged(rate, "unknown", 0, "")).isEqualTo(Judgement.NO_NAME);
        assertThat(judged(rate, "server-threads", 0, "")).isEqualTo(Judgement.WRONG_STATION);
        assertThat(judged(first(Resource.NONE, ChainPlatform.GO), "none", 0, ""))
                .isEqualTo(Judgement.RIGHT);
    }
}
