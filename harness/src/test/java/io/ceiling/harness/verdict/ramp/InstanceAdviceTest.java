package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.scenario.Tomcats;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.scenario.Workload;
import io.ceiling.harness.verdict.Attribution;
import io.ceiling.harness.workload.Workloads;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstanceAdviceTest {

    private static final int DESCRIPTORS = 200;

    private static Scenario scenario(Workload workload, int instances, int cap) {
        ServerSettings server =
                Tomcats.settings().nofile(DESCRIPTORS).instances(instances).build();
        return new Scenario(server, Work.of(workload), cap);
    }

    @ParameterizedTest
    @CsvSource({
        // One holds 150 of its 200 descriptors.
        "1, 1000, 150, 7",
        "1, 151, 150, 2",
        "1, 900, 150, 6",
        // Each of three holds 150.
        "3, 1000, 451, 7",
        // Two more than the descriptors of one; exactly those are the cap that nobody has given.
        "1, 202, 150, 2",
    })
    void offersAsManyServersAsWouldHoldWhatWasWanted(int instances, int cap, int ceiling, int expected) {
        assertThat(InstanceAdvice.instancesNeeded(scenario(Workloads.KEEP_ALIVE, instances, cap), ceiling))
                .hasValue(expected);
    }

    @ParameterizedTest
    @CsvSource({
        // The cap is that of the descriptors.
        "1, 200, 150",
        "3, 600, 450",
        // Nothing was held, or so little that too many servers would be needed.
        "1, 1000, 0",
        "3, 1000, 2",
        "1, 1000, 3",
    })
    void offersNothingWithoutAWantedNumberOrAFigureOfEach(int instances, int cap, int ceiling) {
        assertThat(InstanceAdvice.instancesNeeded(scenario(Workloads.KEEP_ALIVE, instances, cap), ceiling))
                .isEmpty();
    }

    @Test
    void offersNothingForARingOrServersOfOthers() {
        Scenario own = scenario(Workloads.KEEP_ALIVE, 1, 1000);
        Target target = Tomcats.target(8080);

        assertThat(InstanceAdvice.instancesNeeded(
                        new Scenario(own.server(), own.work(), 1000, 1, List.of(target)), 150))
                .isEmpty();
        assertThat(InstanceAdvice.instancesNeeded(scenario(Workloads.RECURSIVE, 1, 1000), 150))
                .isEmpty();
    }

    @Test
    void isPartOfTheReliefOfDescriptorsAlone() {
        Scenario scenario = scenario(Workloads.WEBSOCKET, 1, 1000);

        assertThat(InstanceAdvice.withInstances(of(LimitingFactor.SERVER_FILE_DESCRIPTORS), scenario, 150)
                        .relief())
                .isEqualTo("raise it; or --instances=7, which would hold 1000 connections, 150 each");
        assertThat(InstanceAdvice.withInstances(of(LimitingFactor.SERVER_HEAP), scenario, 150)
                        .relief())
                .isEqualTo("raise it");
    }

    private static Attribution of(LimitingFactor factor) {
        return new Attribution(factor, Confidence.HIGH, "full", "raise it");
    }
}
