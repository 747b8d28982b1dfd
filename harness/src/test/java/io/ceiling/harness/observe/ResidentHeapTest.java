package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.server.JdkFinder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heaps of real JVMs, which have held 200 MiB and keep all the pages. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ResidentHeapTest {

    private static final long MIB = 1 << 20;
    private static final Path OWN = Path.of(System.getProperty("java.home"));

    private static ServerReading afterGarbage(Path jdk, String... options) throws Exception {
        List<String> all = new ArrayList<>(List.of("-Xms256m", "-Xmx256m", "-D" + ChildJvm.GARBAGE + "=200"));
        all.addAll(List.of(options));
        try (ChildJvm child = ChildJvm.start(jdk, 0, all.toArray(String[]::new));
                ServerProbe probe = ServerProbe.open(child.pid(), null)) {
            assertThat(probe.reading().heapResidentBytes())
                    .as("the resident heap of a server that may have garbage")
                    .isEqualTo(Observation.NOT_SEEN);
            ServerProbe.Collected collected = probe.readingAfterGc(true);
            // On a busy machine a JVM leaves a question without an answer now and then.
            while (!collected.afterGc() || !collected.reading().heapMaxBytes().isNumber()) {
                collected = probe.readingAfterGc(true);
            }
            return collected.reading();
        }
    }

    private static Optional<Path> newer() {
        return JdkFinder.ofHost().find().stream()
                .filter(jdk -> jdk.feature() >= 24)
                .map(Jdk::home)
                .findFirst();
    }

    private static void assertFreeHeapIsLeftOut(ServerReading reading) {
        long rss = reading.rssBytes().orElse(-1);
        long used = reading.heapUsedBytes().orElse(-1);
        long without = reading.rssWithoutFreeHeapBytes().orElse(-1);

        assertThat(used).isBetween(1L, 30 * MIB);
        assertThat(reading.heapResidentBytes().orElse(-1)).isBetween(150 * MIB, 256 * MIB);
        assertThat(without).isBetween(used, rss - 120 * MIB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void thePagesThatACollectorKeepsAreTold(String collector) throws Exception {
        assertFreeHeapIsLeftOut(afterGarbage(OWN, collector));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UseG1GC", "-XX:+UseSerialGC", "-XX:+UseParallelGC"})
    void theTextsOfANewerJdkAreReadAsWell(String collector) throws Exception {
        assumeThat(newer()).as("a JDK 24 or newer").isPresent();

        assertFreeHeapIsLeftOut(afterGarbage(newer().orElseThrow(), collector));
    }

    @Test
    void aHeapThatIsTouchedFromTheStartIsNoCostEither() throws Exception {
        assertFreeHeapIsLeftOut(afterGarbage(OWN, "-XX:+UseSerialGC", "-XX:+AlwaysPreTouch"));
    }

    @Test
    void zDoesNotTellWhereItsHeapIs() throws Exception {
        ServerReading reading = afterGarbage(OWN, "-XX:+UseZGC", "-XX:-ZUncommit");

        assertThat(reading.rssBytes().isSeen()).isTrue();
        assertThat(reading.heapResidentBytes()).isEqualTo(Observation.NOT_SEEN);
        assertThat(reading.rssWithoutFreeHeapBytes()).isEqualTo(Observation.NOT_SEEN);
    }

    @Test
    void aJvmWithoutDiagnosticCommandsIsStillRead() throws Exception {
        ServerReading reading = afterGarbage(OWN, "-XX:+UseSerialGC", "-D" + ChildJvm.NO_COMMANDS + "=true");

        assertThat(reading.heapUsedBytes().orElse(-1)).isBetween(1L, 30 * MIB);
        assertThat(reading.rssWithoutFreeHeapBytes()).isEqualTo(Observation.NOT_SEEN);
    }
}
