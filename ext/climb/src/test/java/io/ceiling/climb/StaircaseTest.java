package io.ceiling.climb;

import static io.ceiling.climb.Climbs.HEADROOM;
import static io.ceiling.climb.Proof.CONFIRMED;
import static io.ceiling.climb.Proof.CURED;
import static io.ceiling.climb.Proof.NONE;
import static io.ceiling.climb.Proof.REFUTED;
import static io.ceiling.climb.Proof.UNDECIDED;
import static io.ceiling.harness.scenario.LimitingFactor.ACCEPT_QUEUE;
import static io.ceiling.harness.scenario.LimitingFactor.EPHEMERAL_PORTS;
import static io.ceiling.harness.scenario.LimitingFactor.LOAD_CPU;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_DIRECT_MEMORY;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_FILE_DESCRIPTORS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_GC;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_HEAP;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_MAX_CONNECTIONS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_NATIVE_THREADS;
import static io.ceiling.harness.scenario.LimitingFactor.SERVER_THREADS;
import static io.ceiling.harness.scenario.LimitingFactor.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.matrix.Dimension;
import io.ceiling.harness.result.Confidence;
import io.ceiling.harness.result.Verdict;
import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.scenario.RequestPace;
import io.ceiling.harness.scenario.UserApplication;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class StaircaseTest {

    private static final Map<Dimension, String> START =
            Map.of(Dimension.WORKLOAD, "recursive", Dimension.NOFILE, "1024", Dimension.HEAP, "64m");

    @Test
    void beginsWithTheStartAndPredictsNothing() {
        ClimbMove.Measure first = Climbs.of(START, HEADROOM).measure();

        assertThat(first.scenario().nofile()).isEqualTo(Limit.of(1024));
        assertThat(first.scenario().capConnections()).isEqualTo(20_000);
        assertThat(first.trial().text()).isEqualTo("start");
        assertThat(first.trial().prediction()).isEqualTo(Prediction.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SERVER_THREADS          | threads 200 -> 12000         | rises    | 6000",
                "SERVER_MAX_CONNECTIONS  | max-connections 8192 -> -1   | rises    |",
                "ACCEPT_QUEUE            | accept-count 100 -> 4096     | rises    |",
                "SERVER_FILE_DESCRIPTORS | nofile 1024 -> 20000         | rises    | 1953",
                "SERVER_HEAP             | heap 64m -> 256m             | rises    | 400",
                "SERVER_GC               | heap 64m -> 256m             | rises    | 400",
                "SERVER_DIRECT_MEMORY    | direct-memory 64m -> 256m    | rises    | 400",
                "SERVER_NATIVE_THREADS   | stack default -> 256k        | may-rise |"
            })
    void relievesTheLimitThatWasNamed(LimitingFactor factor, String change, String effect, Integer again) {
        ClimbMove.Measure next =
                Climbs.of(START, HEADROOM).reaches(100, factor, NONE).measure();

        assertThat(next.trial().text()).isEqualTo(change);
        assertThat(next.trial().testedLimit()).contains(factor);
        assertThat(next.trial().prediction().effect().label()).isEqualTo(effect);
        assertThat(next.trial().prediction().connections().stream().boxed().findFirst())
                .isEqualTo(Optional.ofNullable(again));
    }

    @Test
    void aConnectionThatIsNotRecursiveTakesOneDescriptorAndOneThread() {
        Map<Dimension, String> held = Map.of(Dimension.WORKLOAD, "hold-blocking", Dimension.THREADS, "50");
        ClimbBounds capped = Climbs.bounds(8L << 30, 2000, false);

        assertThat(Climbs.of(held, HEADROOM).reaches(50, SERVER_THREADS, NONE).change())
                .isEqualTo("threads 50 -> 24000");
        assertThat(Climbs.of(held, capped).reaches(50, SERVER_THREADS, NONE).change())
                .isEqualTo("threads 50 -> 2400");
    }

    private static Climbs ofShop() {
        UserApplication shop = new UserApplication(
                Optional.empty(),
                Optional.of(new BootJar(Path.of("shop.jar"), "4.1.2", "tomcat")),
                CustomRequest.inFlight("/orders", RequestPace.AT_ONCE));
        return new Climbs(new Staircase(
                Map.of(Dimension.WORKLOAD, "keep-alive", Dimension.THREADS, "50"),
                Climbs.matrixHost(),
                HEADROOM,
                false,
                Optional.of(shop)));
    }

    private static Verdict poolOf(String remedy) {
        return new Verdict.Reached(
                20,
                21,
                LimitingFactor.APPLICATION_POOL,
                "seen",
                "%s; that lets more than 10 at once through Shop.orders".formatted(remedy),
                Confidence.HIGH,
                List.of());
    }

    /** The property is none of the settings in a scenario's name, so that the second step is another fork. */
    @Test
    void thePoolOfASpringBootApplicationIsRaisedByItsPropertyWhichIsKept() {
        Climbs climb = ofShop().ends(
                        poolOf("raise maximumPoolSize of HikariCP (10; spring.datasource.hikari.maximum-pool-size)"),
                        NONE);

        assertThat(climb.change()).isEqualTo("spring.datasource.hikari.maximum-pool-size default -> 40");
        assertThat(climb.measure().scenario().fork()).isEqualTo(2);

        climb.reaches(80, SERVER_THREADS, CURED);

        assertThat(climb.change()).isEqualTo("threads 50 -> 24000");
        assertThat(climb.measure()
                        .scenario()
                        .application()
                        .flatMap(UserApplication::jar)
                        .map(BootJar::properties))
                .contains(Map.of("spring.datasource.hikari.maximum-pool-size", "40"));
    }

    @Test
    void aPoolThatNoPropertyRaisesEndsTheClimb() {
        assertThat(ofShop().ends(poolOf("raise maxTotal of the pool (8)"), NONE).end())
                .isEqualTo("no property of the application raises it");
    }

    @Test
    void keepsWhatItHasChanged() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(200, SERVER_THREADS, NONE)
                .reaches(490, SERVER_FILE_DESCRIPTORS, CURED)
                .reaches(550, SERVER_HEAP, CURED);

        assertThat(climb.measure().scenario())
                .matches(scenario -> scenario.sizes().maxThreads().orElse(0) == 12_000)
                .matches(scenario -> scenario.nofile().equals(Limit.of(20_000)))
                .matches(scenario -> scenario.jvm().heapMaxBytes().equals(Limit.of(256L << 20)));
    }

    @Test
    void raisesTheHeapToItsBudgetThenMakesBuffersSmallThenEnds() {
        ClimbBounds budget = Climbs.bounds(300L << 20, 20_000, false);
        Climbs climb = Climbs.of(START, budget).reaches(500, SERVER_HEAP, NONE);

        assertThat(climb.change()).isEqualTo("heap 64m -> 256m");
        assertThat(climb.reaches(2000, SERVER_HEAP, CURED).change()).isEqualTo("heap 256m -> 300m");
        assertThat(climb.reaches(2300, SERVER_HEAP, CURED).change()).isEqualTo("buffer default -> 1k");
        assertThat(climb.reaches(2900, SERVER_HEAP, CURED).end())
                .isEqualTo("heap is 300m, its budget 300m (--heap-budget), and buffers are at 1k");
    }

    @Test
    void aRaiseThatCuredIsControlledByAnotherLimitAndTwoDosesBeforeTheClimbGoesOn() {
        Climbs climb = Climbs.controlled(START, HEADROOM)
                .reaches(100, SERVER_HEAP, NONE)
                .reaches(400, SERVER_HEAP, CURED);

        assertThat(climb.change()).isEqualTo("nofile 1024 -> 20000");
        assertThat(climb.measure().trial().role()).isEqualTo(Trial.Role.OTHER_LIMIT);
        assertThat(climb.measure().trial().testedLimit()).contains(SERVER_HEAP);
        assertThat(climb.measure().trial().prediction()).isEqualTo(Prediction.STAYS);
        assertThat(climb.measure().scenario())
                .matches(scenario -> scenario.jvm().heapMaxBytes().equals(Limit.of(64L << 20)))
                .matches(scenario -> scenario.nofile().equals(Limit.of(20_000)));

        climb.reaches(100, SERVER_HEAP, CONFIRMED);
        assertThat(climb.change()).isEqualTo("heap 64m -> 96m");
        assertThat(climb.measure().trial().role()).isEqualTo(Trial.Role.DOSE);
        assertThat(climb.measure().scenario().nofile()).isEqualTo(Limit.of(1024));

        climb.reaches(150, SERVER_HEAP, CURED);
        assertThat(climb.change()).isEqualTo("heap 64m -> 192m");

        climb.reaches(300, SERVER_HEAP, CURED);
        assertThat(climb.measure().trial().role()).isEqualTo(Trial.Role.CLIMB);
        assertThat(climb.change()).isEqualTo("heap 256m -> 1g");
    }

    @Test
    void dosesStayBelowTheLimitThatStoppedTheRise() {
        Climbs climb = Climbs.controlled(START, HEADROOM)
                .reaches(100, SERVER_HEAP, NONE)
                .reaches(200, SERVER_FILE_DESCRIPTORS, CURED)
                .reaches(100, SERVER_HEAP, CONFIRMED);

        assertThat(climb.change()).isEqualTo("heap 64m -> 90m");
        assertThat(climb.reaches(140, SERVER_HEAP, CURED).change()).isEqualTo("heap 64m -> 115m");
    }

    @Test
    void aLimitWithoutAnAmountIsControlledByTheOtherLimitAlone() {
        Climbs climb = Climbs.controlled(START, HEADROOM)
                .reaches(100, SERVER_MAX_CONNECTIONS, NONE)
                .reaches(400, SERVER_HEAP, CURED);

        assertThat(climb.change()).isEqualTo("nofile 1024 -> 20000");
        assertThat(climb.reaches(100, SERVER_MAX_CONNECTIONS, CONFIRMED).change())
                .isEqualTo("heap 64m -> 256m");
    }

    @Test
    void aRaiseThatMovedNothingIsNotControlled() {
        Climbs climb = Climbs.controlled(START, HEADROOM)
                .reaches(100, SERVER_HEAP, NONE)
                .reaches(100, SERVER_FILE_DESCRIPTORS, REFUTED);

        assertThat(climb.measure().trial().role()).isEqualTo(Trial.Role.CLIMB);
    }

    @Test
    void buffersThatDoNotHelpEndTheClimbWithoutARefutation() {
        ClimbBounds budget = Climbs.bounds(64L << 20, 20_000, false);
        Climbs climb = Climbs.of(START, budget).reaches(500, SERVER_HEAP, NONE, SERVER_GC);

        assertThat(climb.reaches(510, SERVER_HEAP, UNDECIDED).end()).startsWith("heap is 64m, its budget 64m");
    }

    @Test
    void theHardLimitOfDescriptorsEndsIt() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(490, SERVER_FILE_DESCRIPTORS, NONE)
                .reaches(9990, SERVER_FILE_DESCRIPTORS, CURED);

        assertThat(climb.end())
                .isEqualTo(
                        "nofile is 20000, the hard limit of this process is 20000 (ulimit -Hn as root, LimitNOFILE= of"
                                + " systemd)");
    }

    @Test
    void aLimitOfTheKernelEndsIt() {
        assertThat(Climbs.of(START, HEADROOM)
                        .reaches(490, EPHEMERAL_PORTS, NONE)
                        .end())
                .isEqualTo("ephemeral-ports: sysctls are not changed without --allow-sysctl"
                        + " (net.ipv4.ip_local_port_range)");
        assertThat(Climbs.of(START, HEADROOM)
                        .reaches(490, ACCEPT_QUEUE, NONE)
                        .reaches(490, ACCEPT_QUEUE, UNDECIDED)
                        .end())
                .isEqualTo("accept-queue: sysctls are not changed without --allow-sysctl (net.core.somaxconn)");
    }

    @Test
    void settingsOfTheKernelAreRaisedOnceEachIfThatIsAllowed() {
        ClimbBounds allowed = Climbs.bounds(8L << 30, 20_000, true);
        Climbs climb = Climbs.of(START, allowed).reaches(490, EPHEMERAL_PORTS, NONE);

        assertThat(climb.change()).isEqualTo("sysctl net.ipv4.ip_local_port_range 28232 ports -> 1024 65535");
        assertThat(climb.measure().sysctls()).containsExactly(new Sysctl("net.ipv4.ip_local_port_range", "1024 65535"));
        assertThat(climb.reaches(900, EPHEMERAL_PORTS, CURED).end())
                .isEqualTo("ephemeral-ports: no setting of the kernel raises it further");
    }

    private static ClimbBounds ofFewPorts(OptionalInt addresses) {
        return new ClimbBounds(20_000, 8L << 30, Climbs.hostOfPorts(150), false, 1200, addresses);
    }

    @Test
    void agentsGetMoreAddressesBeforeTheKernelGetsMorePorts() {
        Climbs climb = Climbs.of(Map.of(Dimension.WORKLOAD, "keep-alive"), ofFewPorts(OptionalInt.empty()))
                .endsAtTheAgentsPorts(150, NONE);

        assertThat(climb.change()).isEqualTo("source-addresses 1 -> 11");
        assertThat(climb.measure().sourceAddresses()).hasValue(11);
        assertThat(climb.measure().trial().prediction().connections()).hasValue(1650);
        assertThat(climb.reaches(1000, SERVER_FILE_DESCRIPTORS, CURED).measure().sourceAddresses())
                .hasValue(11);
    }

    @Test
    void addressesThatTheUserGaveAreCountedFrom() {
        Climbs climb = Climbs.of(Map.of(Dimension.WORKLOAD, "keep-alive"), ofFewPorts(OptionalInt.of(3)))
                .endsAtTheAgentsPorts(450, NONE);

        assertThat(climb.change()).isEqualTo("source-addresses 3 -> 11");
        assertThat(climb.measure().trial().prediction().connections()).hasValue(1650);
    }

    @Test
    void aRecursionsPortsAreTheKernelsAlone() {
        assertThat(Climbs.of(START, HEADROOM)
                        .reaches(150, EPHEMERAL_PORTS, NONE)
                        .end())
                .contains("net.ipv4.ip_local_port_range")
                .doesNotContain("source-addresses");
    }

    @Test
    void whatWasRaisedInVainBeforeARiseIsPutBackOnceAtTheEnd() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(490, SERVER_HEAP, NONE, SERVER_FILE_DESCRIPTORS)
                .reaches(490, SERVER_FILE_DESCRIPTORS, REFUTED)
                .reaches(9990, SERVER_FILE_DESCRIPTORS, CURED);

        assertThat(climb.change()).isEqualTo("heap 256m -> 64m");
        assertThat(climb.measure().trial().prediction()).isEqualTo(Prediction.FALLS);
        assertThat(climb.measure().trial().testedLimit()).contains(SERVER_HEAP);
        assertThat(climb.measure().scenario().nofile()).isEqualTo(Limit.of(20_000));
        assertThat(climb.reaches(490, SERVER_HEAP, CONFIRMED).end()).contains("nofile is 20000");
    }

    @Test
    void theSameSettingsOnAnotherKernelAreARepeatWithANameOfItsOwn() {
        Climbs climb = Climbs.of(START, Climbs.bounds(8L << 30, 20_000, true)).reaches(490, EPHEMERAL_PORTS, NONE);

        assertThat(climb.measure().scenario().fork()).isEqualTo(2);
    }

    @Test
    void aLongerQueueNeedsBothSettings() {
        Climbs climb = Climbs.of(START, Climbs.bounds(8L << 30, 20_000, true)).reaches(490, ACCEPT_QUEUE, NONE);

        assertThat(climb.change()).isEqualTo("accept-count 100 -> 4096");
        assertThat(climb.reaches(900, ACCEPT_QUEUE, CURED).change())
                .isEqualTo("sysctl net.core.somaxconn 4096 -> 65535");
        assertThat(climb.reaches(900, ACCEPT_QUEUE, UNDECIDED).change()).isEqualTo("accept-count 4096 -> 65535");
    }

    @Test
    void smallStacksEndAtTheKernelsLimitOfThreads() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(3000, SERVER_NATIVE_THREADS, NONE)
                .reaches(3000, SERVER_NATIVE_THREADS, UNDECIDED);

        assertThat(climb.end())
                .isEqualTo("server-native-threads: sysctls are not changed without --allow-sysctl (kernel.pid_max"
                        + " kernel.threads-max vm.max_map_count)");
    }

    @Test
    void virtualThreadsHaveNoPoolToRaise() {
        Map<Dimension, String> start = Map.of(Dimension.THREAD_KIND, "virtual", Dimension.WORKLOAD, "recursive");

        assertThat(Climbs.of(start, HEADROOM)
                        .reaches(9990, SERVER_THREADS, NONE)
                        .end())
                .isEqualTo("the threads have no limit");
    }

    @Test
    void aPoolThatIsLargeEnoughIsNotRaised() {
        Map<Dimension, String> start = Map.of(Dimension.THREADS, "20000", Dimension.WORKLOAD, "recursive");

        assertThat(Climbs.of(start, HEADROOM)
                        .reaches(9990, SERVER_THREADS, NONE)
                        .end())
                .contains("maxThreads is 20000", "no more than 10000 connections");
    }

    @Test
    void theNamedLimitHasTheLastWordAsLongAsNothingWasRefuted() {
        Climbs climb = Climbs.of(START, HEADROOM).reaches(490, EPHEMERAL_PORTS, NONE, SERVER_FILE_DESCRIPTORS);

        assertThat(climb.end()).startsWith("ephemeral-ports");
    }

    @Test
    void afterARefutationTheNextCandidateIsTriedAndTheChangeIsKept() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(490, SERVER_HEAP, NONE, SERVER_FILE_DESCRIPTORS)
                .reaches(490, SERVER_HEAP, REFUTED);

        ClimbMove.Measure next = climb.measure();

        assertThat(next.trial().text()).isEqualTo("nofile 1024 -> 20000");
        assertThat(next.trial().testedLimit()).contains(SERVER_FILE_DESCRIPTORS);
        assertThat(next.scenario().jvm().heapMaxBytes()).isEqualTo(Limit.of(256L << 20));
    }

    @Test
    void whatTheAnalystNamesAfterARefutationComesBeforeOlderCandidates() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(490, SERVER_HEAP, NONE, SERVER_MAX_CONNECTIONS)
                .reaches(490, SERVER_FILE_DESCRIPTORS, REFUTED);

        assertThat(climb.change()).isEqualTo("nofile 1024 -> 20000");
        assertThat(climb.reaches(490, SERVER_FILE_DESCRIPTORS, REFUTED).change())
                .isEqualTo("max-connections 8192 -> -1");
        assertThat(climb.reaches(490, SERVER_FILE_DESCRIPTORS, REFUTED).end())
                .isEqualTo("no candidate is left after server-max-connections, server-file-descriptors, server-heap did"
                        + " not move the ceiling");
    }

    @Test
    void aCandidateThatCannotBeRaisedIsPassedOver() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(490, SERVER_HEAP, NONE, EPHEMERAL_PORTS, SERVER_DIRECT_MEMORY)
                .reaches(490, SERVER_HEAP, REFUTED);

        assertThat(climb.change()).isEqualTo("direct-memory 256m -> 1g");
        assertThat(climb.reaches(490, UNKNOWN, REFUTED).end())
                .contains("did not move the ceiling; ephemeral-ports: sysctls are not changed without --allow-sysctl");
    }

    @Test
    void afterAMoveARefutedLimitMayBeNamedAgain() {
        Climbs climb = Climbs.of(START, HEADROOM)
                .reaches(490, SERVER_HEAP, NONE, SERVER_FILE_DESCRIPTORS)
                .reaches(490, SERVER_FILE_DESCRIPTORS, REFUTED)
                .reaches(2000, SERVER_HEAP, CURED);

        assertThat(climb.change()).isEqualTo("heap 256m -> 1g");
    }

    @Test
    void endsWhereNoLimitCanBeNamed() {
        assertThat(Climbs.of(START, HEADROOM).reaches(490, UNKNOWN, NONE).end()).isEqualTo("no limit could be named");
    }

    @Test
    void endsAtTheCapAtAnInvalidMeasurementAndIfNothingRan() {
        assertThat(Climbs.of(START, HEADROOM)
                        .ends(
                                new Verdict.AtLeast(
                                        2000, "all 2000 worked, as many as --cap allows; no limit was reached"),
                                NONE)
                        .end())
                .isEqualTo("at least 2000 connections: all 2000 worked, as many as --cap allows; no limit was reached");
        assertThat(Climbs.of(START, HEADROOM)
                        .ends(new Verdict.Invalid(100, LOAD_CPU, "late"), NONE)
                        .end())
                .isEqualTo("invalid after 100 connections: load-cpu, late");
        assertThat(Climbs.of(START, HEADROOM)
                        .ends(new Verdict.Skipped("needs JDK 21"), NONE)
                        .end())
                .isEqualTo("skipped: needs JDK 21");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "LOAD_.*|HOST_.*")
    void whateverIsNamedEveryClimbEnds(LimitingFactor factor) {
        Climbs climb = Climbs.of(START, HEADROOM).reaches(100, factor, NONE);
        int steps = 1;
        while (!climb.ended()) {
            climb.reaches(100 + 100 * steps, factor, CURED);
            steps++;
            assertThat(steps).isLessThan(10);
        }
    }
}
