package io.ceiling.harness.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import io.ceiling.harness.reading.HostReading;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.workload.Workloads;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpSizeTest {

    private static final HostLimits HOST = HostLimitsFixture.ofDescriptors(20_000);
    private static final ServerReading IDLE = ServerReadings.notSeen()
            .connections(0, Limit.UNLIMITED)
            .pool(0, 0, Limit.NOT_SEEN, 0)
            .build();

    private static Scenario scenario(
            Workload workload, int threads, int maxConnections, int acceptCount, int nofile, int cap) {
        return new Scenario(
                Tomcats.settings()
                        .maxThreads(Limit.of(threads))
                        .maxConnections(Limit.of(maxConnections))
                        .acceptCount(Limit.of(acceptCount))
                        .nofile(nofile)
                        .atmosphereVersion("3.1.0")
                        .build(),
                Work.of(workload),
                cap);
    }

    private static Sample sample(ServerReading server) {
        return new Sample(0, false, server, HostReading.NOT_SEEN, LoadReading.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        // Nothing is near: as many as a ramp opens at once.
        "200, 8192, 100, 2048, 1000, 32",
        // Half of the pool, of the connections, of the listen queue, of the descriptors beside 40 of the server's own,
        // of the cap.
        "20, 8192, 100, 2048, 1000, 10",
        "200, 30, 100, 2048, 1000, 15",
        "200, 8192, 10, 2048, 1000, 5",
        "200, 8192, 100, 64, 1000, 12",
        "200, 8192, 100, 2048, 7, 3",
        "1, 8192, 100, 2048, 1000, 1",
    })
    void isAtMostHalfOfEveryLimit(int threads, int maxConnections, int acceptCount, int nofile, int cap, int expected) {
        Scenario scenario = scenario(Workloads.KEEP_ALIVE, threads, maxConnections, acceptCount, nofile, cap);

        assertThat(WarmUpSize.of(scenario, HOST, sample(IDLE))).isEqualTo(expected);
    }

    @Test
    void isAtMostHalfOfWhatASmallMemoryHasRoomFor() {
        Scenario plenty = scenario(Workloads.KEEP_ALIVE, 200, 8192, 100, 2048, 1000);
        Scenario large = plenty.with(plenty.server().toBuilder()
                .bufferBytes(OptionalInt.of(1 << 20))
                .heapMaxBytes(64 << 20)
                .build());

        assertThat(WarmUpSize.of(large, HOST, sample(IDLE))).isEqualTo(3);
    }

    /** A server whose only thread holds a response cannot take the order to release it. */
    @ParameterizedTest
    @CsvSource({"1, 8192, false", "15, 8192, false", "16, 8192, true", "200, 2, false"})
    void holdsNothingWhereTheOrderToReleaseItMayFindNoRoom(int threads, int maxConnections, boolean expected) {
        Scenario scenario = scenario(Workloads.HOLD_BLOCKING, threads, maxConnections, 100, 2048, 1000);

        assertThat(WarmUpSize.canHold(scenario, HOST, sample(IDLE))).isEqualTo(expected);
    }

    /** Each of several servers gets the same share, so the smallest limit counts for all of them. */
    @Test
    void theSmallestOfSeveralExternalServersBoundsTheWarmUp() {
        ServerReading small =
                ServerReadings.notSeen().connections(0, Limit.of(6)).build();
        ServerReading large =
                ServerReadings.notSeen().connections(0, Limit.of(8192)).build();
        Target target = Tomcats.target(8080);
        Scenario own = scenario(Workloads.HOLD_ASYNC, 200, 8192, 100, 2048, 1000);
        Scenario scenario = new Scenario(
                own.server().toBuilder().instances(2).build(), own.work(), 1000, 1, List.of(target, target));
        Sample unequal = new Sample(
                0, false, small.plus(large), HostReading.NOT_SEEN, LoadReading.NONE, List.of(small, large), List.of());
        Sample equal = new Sample(
                0, false, large.plus(large), HostReading.NOT_SEEN, LoadReading.NONE, List.of(large, large), List.of());

        assertThat(WarmUpSize.of(scenario, HOST, unequal)).isEqualTo(6);
        assertThat(WarmUpSize.of(scenario, HOST, equal)).isEqualTo(32);
        assertThat(WarmUpSize.canHold(scenario, HOST, unequal)).isFalse();
        assertThat(WarmUpSize.canHold(scenario, HOST, equal)).isTrue();
    }
}
