package io.ceiling.harness.command.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.ceiling.container.Limit;
import io.ceiling.harness.engine.session.Fakes;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.run.RunRequest;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ExternalScenariosTest {

    private static final Target TARGET = Target.withAddressOnly(
            new Target.Endpoint("127.0.0.1", "127.0.0.1", 8080, "/ceiling", false, false, List.of()), true);

    @Test
    void theCapHasRoomForTheConnectionOfTheHarnessItself() {
        List<Scenario> scenarios = ExternalScenarios.of(
                request(OptionalInt.of(5)),
                List.of(new ExternalScenarios.IdleServer(TARGET, Fakes.server(0, 0), "")),
                Limit.of(1024));

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
        assertThat(ExternalScenarios.of(
                        request(OptionalInt.empty()),
                        List.of(new ExternalScenarios.IdleServer(TARGET, Fakes.server(0, 0), "")),
                        Limit.of(1024)))
                .extracting(Scenario::capConnections)
                .containsOnly(524);
    }

    @Test
    void severalServersHaveAsManyTimesTheRoomOfTheSmallest() {
        List<Scenario> scenarios = ExternalScenarios.of(
                request(OptionalInt.empty()),
                List.of(idle(8080, 400), idle(8081, 300), idle(8082, 400)),
                Limit.of(1024));

        assertThat(scenarios)
                .filteredOn(scenario -> !scenario.workload().isRecursive())
                .extracting(Scenario::capConnections)
                .containsOnly(900);
        assertThat(scenarios.get(0).instances()).isEqualTo(3);
        assertThat(scenarios.get(0).name()).startsWith("probe-127.0.0.1-8080-x3-");
    }

    @Test
    void theHarnessHasAConnectionToEachOfSeveralServers() {
        assertThat(ExternalScenarios.of(
                        request(OptionalInt.of(20)), List.of(idle(8080, 400), idle(8081, 400)), Limit.of(1024)))
                .filteredOn(scenario -> scenario.workload().equals(Workloads.HOLD_ASYNC))
                .extracting(Scenario::capConnections)
                .containsExactly(18);
    }

    @Test
    void aSettingInWhichServersDifferIsNotThatOfTheScenario() {
        Scenario different = first(idle(8080, 400), idle(8081, 300));
        Scenario alike = first(idle(8080, 400), idle(8081, 400));

        assertThat(different.nofile()).isEqualTo(Limit.NOT_SEEN);
        assertThat(alike.nofile()).isEqualTo(Limit.of(400));
        assertThat(different.forTarget(
                        different.targets().get(1), ExternalScenarios.settings(idle(8081, 300), different.jdk())))
                .satisfies(own -> {
                    assertThat(own.nofile()).isEqualTo(Limit.of(300));
                    assertThat(own.instances()).isEqualTo(2);
                });
    }

    /** The collector decides what a full heap leaves, and how wide references are. */
    @Test
    void theCollectorIsThatOfTheServersIfAllHaveTheSame() {
        ExternalScenarios.IdleServer serial = new ExternalScenarios.IdleServer(TARGET, Fakes.server(0, 0), "Serial");
        ExternalScenarios.IdleServer other = new ExternalScenarios.IdleServer(TARGET, Fakes.server(0, 0), "G1");

        assertThat(first(serial).jvm().garbageCollector()).isEqualTo("Serial");
        assertThat(first(serial, serial).jvm().garbageCollector()).isEqualTo("Serial");
        assertThat(first(serial, other).jvm().garbageCollector()).isEmpty();
    }

    private static Scenario first(ExternalScenarios.IdleServer... servers) {
        return ExternalScenarios.of(request(OptionalInt.empty()), List.of(servers), Limit.of(1024))
                .get(0);
    }

    private static ExternalScenarios.IdleServer idle(int port, int descriptors) {
        return new ExternalScenarios.IdleServer(
                Target.withAddressOnly(
                        new Target.Endpoint("127.0.0.1", "127.0.0.1", port, "/ceiling", false, false, List.of()), true),
                ServerReadings.notSeen().descriptors(10, Limit.of(descriptors)).build(),
                "");
    }

    private static ProbeRequest request(OptionalInt maxConnections) {
        return new ProbeRequest(
                new RunRequest(
                        RunRequest.Folders.of(Path.of("/home"), Path.of("/results"), "probe"),
                        List.of(),
                        Fakes.RAMP,
                        List.of()),
                List.of(new ProbeRequest.ProbedServer(
                        TARGET, OptionalLong.empty(), Optional.empty(), Optional.empty(), false)),
                Optional.empty(),
                new ProbeRequest.ProbeLoad(
                        Workloads.ofWebApplication(),
                        Optional.empty(),
                        Messaging.DEFAULT,
                        maxConnections,
                        Optional.empty()),
                Duration.ofMinutes(10),
                new Jdk(Path.of("/jdk"), "25.0.1", 25));
    }
}
