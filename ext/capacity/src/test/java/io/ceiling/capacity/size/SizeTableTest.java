package io.ceiling.capacity.size;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.ThreadKind;
import io.ceiling.harness.workload.Workloads;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SizeTableTest {

    private static final Sizing TOMCAT = Sizings.sizing(
            5_000, Sizings.server("tomcat", ThreadKind.PLATFORM, Workloads.WEBSOCKET, OptionalInt.of(1_024)));

    private static List<String> settings(Sizing sizing) {
        return SizeTable.settings(sizing).stream()
                .map(line -> line.replaceAll("  +", " | "))
                .toList();
    }

    @Test
    void everySettingHasItsValueAndItsReasonInAnyLocale() {
        Locale original = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-SA-u-nu-arab"));
        try {
            assertThat(settings(TOMCAT))
                    .hasSize(1 + TOMCAT.settings().size())
                    .startsWith("setting | value | reason")
                    .contains(
                            "-XX:MaxDirectMemorySize | 4m | 0.1 MiB of direct buffers with 5033 connections; without a limit they"
                                    + " may grow to the size of the heap",
                            "buffers | 1k | the buffers that the costs were measured with",
                            "net.core.somaxconn | 625 | the kernel cuts the listen queue of 625 to it; at least 625, usual is"
                                    + " 4096")
                    .anyMatch(line -> line.startsWith("-Xmx | 411m | 357.6 MiB of live heap"));
        } finally {
            Locale.setDefault(original);
        }
    }

    @Test
    void heapThatTakesAllMemoryOfTheUserIsALineOfItsOwn() {
        Sizing roomy = Sizer.answer(Sizings.inMemory(5_000, 2L << 30), Sizings.tomcat(), Sizings.costs())
                .sizing();

        assertThat(settings(roomy))
                .anyMatch(line -> line.startsWith("-Xmx with all of --memory | %dm | the other sizes are the edge"
                        .formatted(roomy.value(SettingKey.HEAP_WITH_ALL_MEMORY) >> 20)));
    }
}
