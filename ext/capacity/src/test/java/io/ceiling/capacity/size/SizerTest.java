package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.stats.CostPerConnection.Slope;
import io.ceiling.harness.workload.Workloads;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SizerTest {

    private static final double MEBIBYTE = 1 << 20;

    private final Sizing sizing = Sizings.sizing(5_000, Sizings.tomcat());

    @Test
    void heapIsAsFullAsACollectorBears() {
        double live = ConnectionCosts.at(Sizings.costs().heap(), 5_033);

        assertThat(live / sizing.value(SettingKey.HEAP)).isBetween(0.85, Sizer.LIVE_SHARE);
        assertThat(sizing.setting(SettingKey.HEAP)).hasValueSatisfying(heap -> assertThat(heap.reason())
                .contains("5033 connections (70.0 ± 0.3 KiB each)", "of it; the rest is for the collector"));
    }

    @Test
    void memoryIsTheSumOfHeapAndAllThatIsBesideIt() {
        double beside = ConnectionCosts.at(Sizings.costs().nonHeap(), 5_033)
                + ConnectionCosts.at(Sizings.costs().kernel(), 5_033);
        double more = sizing.value(SettingKey.CONTAINER_MEMORY) - sizing.value(SettingKey.HEAP) - beside;

        assertThat(more / MEBIBYTE).isBetween(0.0, 35.0);
        assertThat(sizing.neededMemory().high()).isEqualTo(sizing.value(SettingKey.CONTAINER_MEMORY));
        assertThat(sizing.neededMemory().low())
                .isLessThan(sizing.neededMemory().value())
                .isLessThan(sizing.neededMemory().high());
    }

    @Test
    void serverToTryHasTheSettings() {
        Scenario server = sizing.scenario();

        assertThat(server.capConnections()).isEqualTo(5_000);
        assertThat(server.jvm().heapMaxBytes()).isEqualTo(Limit.of(sizing.value(SettingKey.HEAP)));
        assertThat(server.jvm().directMemoryBytes()).hasValue(4L << 20);
        assertThat(server.sizes().maxConnections()).isEqualTo(Limit.of(5_033));
        assertThat(server.sizes().acceptCount()).isEqualTo(Limit.of(625));
        assertThat(server.sizes().maxThreads()).isEqualTo(Limit.of(40));
        assertThat(server.nofile()).isEqualTo(Limit.of(sizing.value(SettingKey.NOFILE)));
        assertThat(sizing.value(SettingKey.NOFILE)).isBetween(5_033L + 90 + 64, 5_033L + 90 + 64 + 40);
    }

    @Test
    void settingsAreInTheOrderOfTheirKeysAndEachOnce() {
        assertThat(sizing.settings().stream().map(Setting::key).toList())
                .isSorted()
                .doesNotHaveDuplicates()
                .doesNotContain(
                        SettingKey.STACK, SettingKey.BUFFER, SettingKey.HEADER_CACHE, SettingKey.HEAP_WITH_ALL_MEMORY)
                .hasSize(Arrays.asList(SettingKey.values()).size() - 4);
    }

    @Test
    void kernelSettingsThatAreUsualNeedNotBeSet() {
        assertThat(sizing.settings())
                .filteredOn(setting -> !setting.needed())
                .extracting(Setting::key)
                .contains(SettingKey.SOMAXCONN, SettingKey.NR_OPEN, SettingKey.CONNTRACK, SettingKey.CLIENT_ADDRESSES);

        Sizing million = Sizings.sizing(1_000_000, Sizings.tomcat());

        assertThat(million.setting(SettingKey.NR_OPEN)).hasValueSatisfying(setting -> {
            assertThat(setting.needed()).isFalse();
            assertThat(setting.value()).isEqualTo(million.value(SettingKey.NOFILE));
        });
        assertThat(million.value(SettingKey.CLIENT_ADDRESSES)).isEqualTo(36);
        assertThat(million.settings())
                .filteredOn(Setting::needed)
                .extracting(Setting::key)
                .contains(SettingKey.CONNTRACK, SettingKey.TCP_MEM);
    }

    @Test
    void rateTimesServiceTimeIsThreadsAndThreeSquareRootsMore() {
        SizingGoal wanted =
                new SizingGoal(5_000, OptionalLong.empty(), OptionalDouble.of(2_000), OptionalLong.of(50_000_000));

        Sizing many = Sizer.answer(wanted, Sizings.tomcat(), Sizings.costs()).sizing();

        assertThat(many.value(SettingKey.MAX_THREADS)).isEqualTo(130);
        assertThat(many.setting(SettingKey.MAX_THREADS)).hasValueSatisfying(setting -> assertThat(setting.reason())
                .startsWith("2000 a second x 50.00 ms keep 100.0 threads busy; three square roots"));
        assertThat(many.value(SettingKey.CONTAINER_MEMORY)).isGreaterThan(sizing.value(SettingKey.CONTAINER_MEMORY));
    }

    @Test
    void measuredServiceTimeIsTakenIfNoneIsGiven() {
        SizingGoal wanted = new SizingGoal(5_000, OptionalLong.empty(), OptionalDouble.of(2_000), OptionalLong.empty());

        assertThat(Sizer.answer(wanted, Sizings.tomcat(), Sizings.costs())
                        .sizing()
                        .setting(SettingKey.MAX_THREADS))
                .hasValueSatisfying(setting -> {
                    assertThat(setting.value()).isEqualTo(40);
                    assertThat(setting.reason())
                            .isEqualTo("2000 a second x 2.50 ms (p99, measured) keep 5.0 threads busy;"
                                    + " these serve connections that are opened at the same time");
                });
    }

    @Test
    void heldThreadsAreOneForEachConnection() {
        Scenario blocking = Sizings.server("tomcat", ThreadKind.PLATFORM, Workloads.HOLD_BLOCKING, OptionalInt.empty());

        assertThat(Sizings.sizing(5_000, blocking).value(SettingKey.MAX_THREADS))
                .isEqualTo(5_073);
    }

    @Test
    void virtualThreadsHaveNoPool() {
        Scenario virtual = Sizings.server("tomcat", ThreadKind.VIRTUAL, Workloads.WEBSOCKET, OptionalInt.empty());

        assertThat(Sizings.sizing(5_000, virtual).setting(SettingKey.MAX_THREADS))
                .isEmpty();
        assertThat(Sizings.sizing(5_000, virtual).scenario().sizes().maxThreads())
                .isEqualTo(Limit.DEFAULT);
    }

    @Test
    void tooLittleMemoryTellsHowManyFit() {
        Sizing.SizingAnswer answer =
                Sizer.answer(Sizings.inMemory(50_000, 2L << 30), Sizings.tomcat(), Sizings.costs());

        assertThat(answer.fits()).isFalse();
        assertThat(answer.fittingConnections()).hasValueSatisfying(most -> {
            assertThat((double) most.value()).isCloseTo(21_000, within(2_000.0));
            assertThat(most.low()).isLessThan(most.value());
            assertThat(most.high()).isGreaterThan(most.value());
        });
    }

    @Test
    void memoryThatIsGoneIsGoneFromTheHeap() {
        long tenth = sizing.value(SettingKey.CONTAINER_MEMORY) / 10;

        Scenario squeezed = Sizer.withSmallerHeap(sizing, tenth);

        long gone =
                sizing.value(SettingKey.HEAP) - squeezed.jvm().heapMaxBytes().orElse(0);
        assertThat(gone - tenth).isBetween(0L, 1L << 20);
        double live = ConnectionCosts.at(Sizings.costs().heap(), 5_000);
        assertThat(live / squeezed.jvm().heapMaxBytes().orElse(0)).isGreaterThan(0.97);
    }

    @Test
    void heapBelowTheLiveDataIsTooSmallWithoutATrial() {
        assertThat(Sizer.isHeapTooSmall(sizing, Sizer.withSmallerHeap(sizing, 60L << 20)))
                .isTrue();
        assertThat(Sizer.isHeapTooSmall(sizing, Sizer.withSmallerHeap(sizing, 20L << 20)))
                .isFalse();
    }

    @Test
    void heapWithWideReferencesIsRefusedWithTheNumberOfServers() {
        Sizing.SizingAnswer answer =
                Sizer.answer(Sizings.inMemory(1_000_000, 1L << 40), Sizings.tomcat(), Sizings.costs());

        assertThat(answer.fits()).isFalse();
        assertThat(answer.heapObstacle()).hasValueSatisfying(why -> assertThat(why)
                .containsPattern(
                        "-Xmx\\d+m is about 32 GiB or more, .* Hint: 3 servers of at most 4\\d{5} connections"));
        assertThat(answer.fittingConnections())
                .hasValueSatisfying(most -> assertThat(most.high()).isLessThan(450_000));
    }

    @Test
    void zgcHasNoNarrowReferencesThatItCouldLose() {
        Scenario tomcat = Sizings.tomcat();
        Scenario zgc =
                tomcat.with(tomcat.server().toBuilder().garbageCollector("Z").build());

        assertThat(Sizer.answer(Sizings.wanted(1_000_000), zgc, Sizings.costs()).fits())
                .isTrue();
    }

    @Test
    void memoryThatIsLeftIsHeapIfTheUserTakesAllOfIt() {
        Sizing roomy = Sizer.answer(Sizings.inMemory(5_000, 2L << 30), Sizings.tomcat(), Sizings.costs())
                .sizing();

        long more = roomy.value(SettingKey.HEAP_WITH_ALL_MEMORY) - roomy.value(SettingKey.HEAP);
        long spare = (2L << 30) - roomy.value(SettingKey.CONTAINER_MEMORY);
        assertThat(more).isBetween((long) (0.97 * spare), spare);
    }

    @Test
    void triedMemoryReplacesThatOfTheCosts() {
        Sizing found = Sizer.withTrialMemory(sizing, Sizings.wanted(5_000), 500L << 20);

        assertThat(found.value(SettingKey.CONTAINER_MEMORY)).isEqualTo(500L << 20);
        assertThat(found.setting(SettingKey.CONTAINER_MEMORY)).hasValueSatisfying(memory -> assertThat(memory.reason())
                .startsWith("tried: it holds them; by the costs it would be 603.0 MiB: heap "));
        assertThat(found.value(SettingKey.HEAP)).isEqualTo(sizing.value(SettingKey.HEAP));
        assertThat(found.scenario()).isEqualTo(sizing.scenario());
    }

    @Test
    void threadsOfARateAreBesideThoseThatAreHeld() {
        Scenario blocking = Sizings.server("tomcat", ThreadKind.PLATFORM, Workloads.HOLD_BLOCKING, OptionalInt.empty());
        SizingGoal wanted =
                new SizingGoal(5_000, OptionalLong.empty(), OptionalDouble.of(2_000), OptionalLong.of(50_000_000));

        Sizing many = Sizer.answer(wanted, blocking, Sizings.costs()).sizing();

        assertThat(many.value(SettingKey.MAX_THREADS)).isEqualTo(5_033 + 130);
        assertThat(many.value(SettingKey.TASKS)
                        - Sizings.sizing(5_000, blocking).value(SettingKey.TASKS))
                .isEqualTo(90);
    }

    @Test
    void lineThatWasNotSeenHasNoValue() {
        assertThatThrownBy(() -> Sizer.at(Slope.NONE, 5_000, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Property
    void mostThatFitFitsAndOneMoreDoesNot(@ForAll @IntRange(min = 200, max = 30_000) int mebibytes) {
        long memory = (long) mebibytes << 20;

        Sizing.SizingAnswer answer = Sizer.answer(Sizings.inMemory(100, memory), Sizings.tomcat(), Sizings.costs());

        int most = (int) answer.fittingConnections().orElseThrow().low();
        assertThat(Sizer.answer(Sizings.inMemory(most, memory), Sizings.tomcat(), Sizings.costs())
                        .fits())
                .isTrue();
        assertThat(Sizer.answer(Sizings.inMemory(most + 1, memory), Sizings.tomcat(), Sizings.costs())
                        .fits())
                .isFalse();
    }

    @Property
    void aTenthLessMemoryNeverHasHeapForTheSameConnections(
            @ForAll @IntRange(min = 1_500, max = 1_000_000) int connections) {
        Sizing any = Sizings.sizing(connections, Sizings.tomcat());

        Scenario squeezed = Sizer.withSmallerHeap(any, any.value(SettingKey.CONTAINER_MEMORY) / 10);

        double live = ConnectionCosts.at(Sizings.costs().heap(), connections);
        assertThat(live / squeezed.jvm().heapMaxBytes().orElse(0)).isGreaterThan(0.95);
    }
}
