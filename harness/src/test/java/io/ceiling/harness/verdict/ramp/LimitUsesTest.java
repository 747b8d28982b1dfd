package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostReadings;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.result.LimitUse;
import io.ceiling.harness.result.RunState;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.List;
import org.junit.jupiter.api.Test;

class LimitUsesTest {

    private static final RunState BEFORE = RunState.before(2_000);

    private static Sample sample(long second, boolean afterGc, long heapUsed) {
        return new Sample(
                second * 1_000_000_000,
                afterGc,
                ServerReadings.notSeen()
                        .connections(4812, Limit.of(8192))
                        .pool(25, 20, Limit.UNLIMITED, 0)
                        .descriptors(4900, Limit.of(20_000))
                        .heap(heapUsed, Limit.of(100))
                        .build(),
                HostReadings.notSeen().memory(10_000, 6_000).build(),
                LoadReading.NONE);
    }

    private static List<LimitingFactor> factors(RunState state) {
        return LimitUses.of(state).stream().map(LimitUse::factor).toList();
    }

    @Test
    void nothingIsUsedBeforeTheFirstReading() {
        assertThat(LimitUses.of(BEFORE)).isEmpty();
    }

    @Test
    void theNearestComesFirstAndWhatHasNoNumberIsLeftOut() {
        assertThat(LimitUses.of(BEFORE.withSample(sample(1, false, 99))))
                .extracting(LimitUse::factor, LimitUse::words)
                .containsExactly(
                        tuple(LimitingFactor.SERVER_MAX_CONNECTIONS, "4812 of 8192 connections"),
                        // Half of what a ramp may use: it leaves 2 000 of 10 000 bytes.
                        tuple(LimitingFactor.HOST_MEMORY, "4000 of 8000 bytes"),
                        tuple(LimitingFactor.SERVER_FILE_DESCRIPTORS, "4900 of 20000 open files of the server"));
    }

    @Test
    void theHeapIsThatOfTheLastFullCollection() {
        RunState state = BEFORE.withSample(sample(1, false, 99))
                .withSample(sample(2, true, 70))
                .withSample(sample(3, false, 98));

        assertThat(factors(state)).startsWith(LimitingFactor.SERVER_HEAP, LimitingFactor.SERVER_MAX_CONNECTIONS);
        assertThat(LimitUses.of(state).get(0).share()).isCloseTo(0.7, within(1e-9));
    }

    @Test
    void aScenarioBeginsWithoutTheReadingsOfTheOneBefore() {
        assertThat(factors(BEFORE.withSample(sample(1, true, 70)).withScenario(Fixtures.websocket())))
                .isEmpty();
    }
}
