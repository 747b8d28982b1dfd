package io.ceiling.it.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.planted.Found.Naming;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ApplicationDrawTest {

    private static List<ApplicationDraw> draws(long seed, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> ApplicationDraw.draw(seed, index))
                .toList();
    }

    private static ApplicationDraw first(Predicate<ApplicationDraw> wanted) {
        return draws(5, 500).stream().filter(wanted).findFirst().orElseThrow();
    }

    private static ApplicationResult found(ApplicationDraw draw, String name, int number, String evidence) {
        return new ApplicationResult(draw, new Found(name, "reached", Integer.toString(number), evidence, ""), 30);
    }

    private static ApplicationResult right(ApplicationDraw draw) {
        int served = draw.served().map(Truth.Range::lowest).orElse(0);
        return found(
                draw,
                draw.limit().names().get(0),
                draw.number().map(Truth.Range::highest).orElse(9),
                served + " served at once, even if more are sent");
    }

    @Test
    void theSameSeedGivesTheSameDrawsAndADeckHasEveryLimitOfEveryPlatform() {
        assertThat(draws(5, 150)).isEqualTo(draws(5, 150)).isNotEqualTo(draws(6, 150));
        for (Platform platform : Platform.values()) {
            assertThat(draws(7, 100).stream()
                            .filter(draw -> draw.platform() == platform)
                            .map(ApplicationDraw::limit))
                    .containsAll(platform.limits());
        }
    }

    @Test
    void theSloEndsApartFromEachRoundAndFromWhatTheCommandRefuses() {
        for (ApplicationDraw draw : draws(8, 1_000)) {
            int service = draw.times().serviceMillis();
            int slo = draw.times().sloMillis();
            assertThat(slo).as(draw.name()).isLessThan(2_700);
            assertThat(slo < 900 || slo > 1_100).as(draw.name()).isTrue();
            if (draw.limit() != Limit.PROCESSORS) {
                assertThat(slo / service).as(draw.name()).isEqualTo(draw.times().rounds());
                assertThat(slo % service).as(draw.name()).isBetween(service / 2, service * 9 / 10);
            }
        }
    }

    @Test
    void whatIsServedAtOnceIsAnsweredInEachWholeRoundUnlessTheRestIsRefused() {
        ApplicationDraw semaphore =
                first(draw -> draw.limit() == Limit.SEMAPHORE && draw.times().rounds() == 3);
        int size = semaphore.size();
        assertThat(semaphore.served()).contains(new Truth.Range(size, size));
        assertThat(semaphore.number()).contains(new Truth.Range(3 * size, 3 * size));

        ApplicationDraw refuse =
                first(draw -> draw.limit() == Limit.REFUSE && draw.times().rounds() == 3);
        assertThat(refuse.number()).contains(new Truth.Range(refuse.size(), refuse.size()));

        ApplicationDraw pool =
                first(draw -> draw.limit() == Limit.HIKARI && draw.times().rounds() == 3);
        assertThat(pool.number()).contains(new Truth.Range(2 * pool.size(), 3 * pool.size()));

        ApplicationDraw none = first(draw -> draw.limit() == Limit.NONE);
        assertThat(none.served()).isEmpty();
        assertThat(none.number()).contains(new Truth.Range(none.size(), none.size()));
    }

    @Test
    void noTruthIsUnknownAndWhatDecidesIsFarBelowTheThreads() {
        for (ApplicationDraw draw : draws(9, 1_000)) {
            assertThat(draw.limit().names()).as(draw.name()).isNotEmpty().doesNotContain("unknown");
            if (draw.threads() > 0) {
                assertThat(draw.threads()).as(draw.name()).isGreaterThan(draw.size() * 4 / 3);
            }
        }
    }

    @Test
    void anyLimitMayBeCalledOneOfConcurrencyAndNoneMayBeCalledAnother() {
        ApplicationDraw draw = first(each -> each.limit() == Limit.SEMAPHORE && each.size() > 20);
        int number = draw.number().orElseThrow().highest();

        assertThat(right(draw).isBestName()).isTrue();
        assertThat(found(draw, "concurrency-limit", number, "").isBestName()).isFalse();
        assertThat(found(draw, "concurrency-limit", number, "").naming()).isEqualTo(Naming.RIGHT);
        assertThat(found(draw, "server-threads", number, "").naming()).isEqualTo(Naming.WRONG);
        assertThat(found(draw, "unknown", number, "").naming()).isEqualTo(Naming.UNKNOWN);
    }

    @Test
    void theNumberServedAtOnceIsReadFromTheEvidenceAndMayBeOffByAFewPercent() {
        ApplicationDraw draw = first(each -> each.limit() == Limit.SEMAPHORE && each.size() > 40);
        int number = draw.number().orElseThrow().highest();
        int size = draw.size();

        assertThat(found(draw, "application-pool", number, size + 1 + " served at once")
                        .isRight())
                .isTrue();
        assertThat(found(draw, "application-pool", number, size + 20 + " served at once")
                        .verdict())
                .isEqualTo("served off");
        assertThat(found(draw, "application-pool", number / 2, size + " served at once")
                        .verdict())
                .isEqualTo("number off");
        assertThat(found(draw, "server-threads", 7, "7 of 7 request threads busy")
                        .served())
                .contains(7);
    }

    @Test
    void oneWrongNameOrMoreThanOneOfTwentyWithoutANameFailsTheLane() {
        ApplicationDraw draw = first(each -> each.limit() == Limit.SEMAPHORE);
        List<ApplicationResult> right =
                Stream.generate(() -> right(draw)).limit(19).toList();
        ApplicationResult wrong = found(draw, "server-heap", 1, "");
        ApplicationResult unknown =
                found(draw, "unknown", draw.number().orElseThrow().highest(), draw.size() + " served at once");

        assertThat(ApplicationTable.failure(with(right, wrong))).isPresent();
        assertThat(ApplicationTable.failure(with(right, unknown))).isEmpty();
        assertThat(ApplicationTable.failure(with(right, unknown, unknown))).isPresent();
        assertThat(ApplicationTable.failure(
                        List.of(new ApplicationResult(draw, Found.skipped("Go is not installed"), 0))))
                .isEqualTo(Optional.empty());
    }

    @Test
    void theTableHasARowForEachDrawAndListsThoseThatAreNotRight() {
        ApplicationDraw draw = first(each -> each.limit() == Limit.SEMAPHORE);
        List<ApplicationResult> results = List.of(right(draw), found(draw, "server-heap", 1, "full"));

        assertThat(ApplicationTable.csv(results, "abc").lines())
                .hasSize(3)
                .anyMatch(line -> line.contains(",abc,") && line.contains(",right,30,"));
        assertThat(ApplicationTable.lines(results))
                .anyMatch(line -> line.matches("all +2 +1 +1 +1 +0 +0 +1 of 2 +1 of 2 +30 s +30 s"))
                .anyMatch(line -> line.startsWith("wrong name: " + draw.name()));
    }

    private static List<ApplicationResult> with(List<ApplicationResult> results, ApplicationResult... others) {
        return Stream.concat(results.stream(), Stream.of(others)).toList();
    }
}
