package io.ceiling.harness.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.workload.CustomPlan;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DirectMemoryTest {

    private static final Limit HEAP = Limit.of(256 << 20);
    private static final Limit OF_FLAG = Limit.of(1 << 30);

    @Test
    void whatTheJvmReportsIsItsLimit() {
        assertThat(DirectMemory.limit(started(OptionalLong.of(8 << 20)), OF_FLAG))
                .isEqualTo(OF_FLAG);
        assertThat(DirectMemory.limit(running(), OF_FLAG)).isEqualTo(OF_FLAG);
    }

    @Test
    void aServerThatTheHarnessStartedHasTheLimitOfItsOptions() {
        assertThat(DirectMemory.limit(started(OptionalLong.of(8 << 20)), Limit.NOT_SEEN))
                .isEqualTo(Limit.of(8 << 20));
        assertThat(DirectMemory.limit(started(OptionalLong.empty()), Limit.NOT_SEEN))
                .isEqualTo(HEAP);
    }

    @Test
    void theLimitOfSomebodyElsesServerIsNotGuessedFromItsHeap() {
        assertThat(DirectMemory.limit(running(), Limit.NOT_SEEN)).isEqualTo(Limit.NOT_SEEN);
    }

    @Test
    void moreBuffersThanHeapAreNoLimitOfAJvmThatMayHaveMore() {
        for (Limit max : List.of(OF_FLAG, Limit.NOT_SEEN)) {
            assertThat(somebodyElses(300 << 20, max).factor()).isEqualTo(LimitingFactor.UNKNOWN);
        }
    }

    @Test
    void buffersAtTheLimitThatTheJvmReportsAreNamed() {
        Attribution named = somebodyElses(32 << 20, Limit.of(32 << 20));

        assertThat(named.factor()).isEqualTo(LimitingFactor.SERVER_DIRECT_MEMORY);
        assertThat(named.evidence()).contains("direct buffers 32 MiB of 32 MiB");
    }

    @Test
    void nettysOwnLimitIsReadFromItsWords() {
        String words = "failed to allocate 4194304 byte(s) of direct memory (used: 62914560, max: 67108864)";

        assertThat(LogScanner.factorOf(words)).contains(LimitingFactor.SERVER_DIRECT_MEMORY);
        assertThat(DirectMemory.relief(OF_FLAG, words))
                .isEqualTo("raise -Dio.netty.maxDirectMemory (now 64 MiB), which follows -XX:MaxDirectMemorySize unless"
                        + " it is set");
    }

    private static Attribution somebodyElses(long direct, Limit max) {
        return EvidenceBuilder.named(server -> {
            server.asks(CustomPlan.Kind.GET);
            server.heapMax = 256 << 20;
            server.heapUsed = 50 << 20;
            server.direct = direct;
            server.directMax = max;
        });
    }

    private static Scenario started(OptionalLong direct) {
        return new Scenario(settings(direct), Work.of(Workloads.KEEP_ALIVE), 1000, 1, List.of());
    }

    private static Scenario running() {
        Target target = Tomcats.target(8080);
        return new Scenario(settings(OptionalLong.empty()), Work.of(Workloads.KEEP_ALIVE), 1000, 1, List.of(target));
    }

    private static ServerSettings settings(OptionalLong direct) {
        return Tomcats.settings().heapMaxBytes(HEAP).directMemoryBytes(direct).build();
    }
}
