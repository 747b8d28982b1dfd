package io.ceiling.harness.run.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.container.Limit;
import io.ceiling.harness.model.Jdk;
import io.ceiling.harness.model.Messaging;
import io.ceiling.harness.model.Scenario;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.run.session.Fakes;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ExternalScenariosTest {

    private static final Target TARGET = Target.unseen(
            new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, "/ceiling", false, false, List.of()), true);

    @Test
    void theCapHasRoomForTheConnectionOfTheHarnessItself() {
        List<Scenario> scenarios =
                ExternalScenarios.of(request(OptionalInt.of(5)), TARGET, Fakes.server(0, 0), Limit.of(1024));

        assertThat(scenarios)
                .extracting(Scenario::workload, Scenario::capConnections)
                .containsExactlyInAnyOrder(
                        tuple(Workloads.RECURSIVE, 5),
                        tuple(Workloads.RECURSIVE_ASYNC, 5),
                        tuple(Workloads.KEEP_ALIVE, 5),
                        tuple(Workloads.WEBSOCKET, 5),
                        tuple(Workloads.BROADCAST, 4),
                        tuple(Workloads.HOLD_BLOCKING, 4),
                        tuple(Workloads.HOLD_ASYNC, 4));
    }

    @Test
    void withoutACapDescriptorsAreTheLimit() {
        assertThat(ExternalScenarios.of(request(OptionalInt.empty()), TARGET, Fakes.server(0, 0), Limit.of(1024)))
                .extracting(Scenario::capConnections)
                .containsOnly(524);
    }

    private static ProbeRequest request(OptionalInt maxConnections) {
        return new ProbeRequest(
                new RunRequest(
                        RunRequest.Folders.of(Path.of("/home"), Path.of("/results"), "probe"),
                        List.of(),
                        Fakes.RAMP,
                        List.of()),
                TARGET,
                new ProbeRequest.Load(Workloads.ofTheWar(), Optional.empty(), Messaging.USUAL, maxConnections),
                Duration.ofMinutes(10),
                OptionalLong.empty(),
                Optional.empty(),
                new Jdk(Path.of("/jdk"), "25.0.1", 25));
    }
}
