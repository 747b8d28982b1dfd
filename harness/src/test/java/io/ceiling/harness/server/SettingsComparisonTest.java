package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorReadback;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.ContainerIdentity;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.reading.JvmReadback;
import io.ceiling.harness.reading.RunningServer;
import io.ceiling.harness.scenario.Jdk;
import io.ceiling.harness.scenario.Release;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.ServerSettings;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsComparisonTest {

    private static final long MEBIBYTE = 1 << 20;
    private static final Scenario PLAIN = asked(ThreadKind.PLATFORM, OptionalInt.empty());
    private static final RunningSettings USED = used(ThreadKind.PLATFORM, 200, 1000, "25.0.3+9-LTS");

    static Scenario asked(ThreadKind threadKind, OptionalInt maxThreads) {
        return new Scenario(
                ServerSettings.builder("tomcat", Connector.NIO, threadKind, new Jdk(Path.of("/jdk"), "25.0.1", 25))
                        .maxThreads(maxThreads.isPresent() ? Limit.of(maxThreads.getAsInt()) : Limit.DEFAULT)
                        .maxConnections(Limit.of(1000))
                        .heapMaxBytes(256 << 20)
                        .atmosphereVersion("3.1.0")
                        .build(),
                Work.of(Workloads.KEEP_ALIVE),
                4096);
    }

    private static RunningSettings used(ThreadKind threadKind, int maxThreads, int maxConnections, String jdk) {
        return new RunningSettings(
                1,
                jdk,
                2,
                "/ceiling",
                new ContainerIdentity("tomcat", "11", Connector.NIO, "x", threadKind),
                ConnectorReadback.of(maxThreads, maxConnections, 100, 0, Map.of()),
                "");
    }

    private static List<String> differences(Scenario asked, RunningSettings used) {
        return differences(asked, ServerPlace.ANY, used, Limit.of(4096));
    }

    private static List<String> differences(
            Scenario asked, ServerPlace place, RunningSettings used, Limit maxDescriptors) {
        return SettingsComparison.differences(
                asked, place, new RunningServer(used, maxDescriptors, JvmReadback.NOT_SEEN));
    }

    /** A reference in Node.js is such a server. */
    @Test
    void aServerWithoutAJvmHasNoJdkToCompare() {
        assertThat(differences(PLAIN, ServerPlace.ANY, used(ThreadKind.PLATFORM, 200, 1000, ""), Limit.NOT_SEEN))
                .isEmpty();
    }

    /** Compares a JVM of a heap of 64 MiB with what was asked of it. */
    private static List<String> ofJvm(OptionalLong stack, OptionalLong direct, JvmReadback used) {
        Scenario asked = PLAIN.with(PLAIN.server().toBuilder()
                .heapMaxBytes(64 * MEBIBYTE)
                .stackBytes(stack)
                .directMemoryBytes(direct)
                .build());
        return SettingsComparison.differences(asked, ServerPlace.ANY, new RunningServer(USED, Limit.NOT_SEEN, used));
    }

    private static JvmReadback jvm(long heap, long stack, long direct, String collector) {
        return new JvmReadback(Limit.of(heap), Limit.of(stack), Limit.of(direct), collector);
    }

    @Test
    void aJvmThatUsesWhatWasAskedForDiffersInNothing() {
        assertThat(ofJvm(
                        OptionalLong.of((256 << 10) + 1),
                        OptionalLong.of(32 * MEBIBYTE),
                        jvm(64 * MEBIBYTE, 256 << 10, 32 * MEBIBYTE, "G1")))
                .isEmpty();
    }

    @Test
    void everyOtherSettingOfTheJvmIsADifference() {
        assertThat(ofJvm(
                        OptionalLong.of(256 << 10),
                        OptionalLong.of(32 * MEBIBYTE),
                        jvm(128 * MEBIBYTE, 1 << 20, 16 * MEBIBYTE, "Serial")))
                .containsExactly(
                        "heap: asked 67108864, used 134217728", "stack: asked 262144, used 1048576",
                        "direct memory: asked 33554432, used 16777216", "collector: asked G1, used Serial");
    }

    @Test
    void whatWasLeftToTheJvmIsNotCompared() {
        assertThat(ofJvm(OptionalLong.empty(), OptionalLong.empty(), jvm(64 * MEBIBYTE, 1 << 20, 16 * MEBIBYTE, "G1")))
                .isEmpty();
    }

    @Test
    void whatIsNotSeenOfAJvmIsNoDifference() {
        assertThat(ofJvm(OptionalLong.of(256 << 10), OptionalLong.of(32 * MEBIBYTE), JvmReadback.NOT_SEEN))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"67108864, true", "68157440, true", "69206016, false", "67108863, false", "33554432, false"})
    void aHeapThatIsRoundedUpToRegionsIsTheOneThatWasAskedFor(long heap, boolean same) {
        assertThat(ofJvm(
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                new JvmReadback(Limit.of(heap), Limit.NOT_SEEN, Limit.NOT_SEEN, ""))
                        .isEmpty())
                .isEqualTo(same);
    }

    @Test
    void findsNoDifferenceWhereDefaultsAreLeftToTheContainer() {
        assertThat(differences(PLAIN, USED)).isEmpty();
    }

    @Test
    void namesEveryDifference() {
        assertThat(differences(
                        asked(ThreadKind.PLATFORM, OptionalInt.of(50)),
                        ServerPlace.ANY,
                        used(ThreadKind.VIRTUAL, 200, 8192, "17.0.15+6-Debian-1deb12u1"),
                        Limit.of(20_000)))
                .containsExactly(
                        "thread kind: asked platform, used virtual",
                        "max threads: asked 50, used 200",
                        "max connections: asked 1000, used 8192",
                        "nofile: asked 4096, used 20000",
                        "JDK: asked 25, used 17");
    }

    @Test
    void namesAReleaseThatIsNotTheOneThatWasAskedFor() {
        Scenario older = PLAIN.with(
                PLAIN.server().toBuilder().release(Release.of("11.0.9")).build());

        assertThat(differences(older, USED)).containsExactly("container version: asked 11.0.9, used 11");
    }

    @Test
    void namesTlsAndCompressionThatAreNotThoseThatWereAskedFor() {
        ConnectorSettings sizes = PLAIN.sizes().with(Tls.TLS13).with(Deflate.TAKEOVER);
        Scenario secured = PLAIN.with(PLAIN.server().toBuilder().sizes(sizes).build());

        assertThat(differences(secured, USED))
                .containsExactly("TLS: asked TLSv1.3, used none", "deflate: asked takeover, used off");
    }

    @Test
    void namesAHeaderCacheThatIsNotTheOneThatWasAskedFor() {
        Scenario small = PLAIN.with(
                PLAIN.server().toBuilder().headerCacheNodes(OptionalInt.of(64)).build());

        assertThat(differences(small, withHeaderCache(1024))).containsExactly("header cache: asked 64, used 1024");
        assertThat(differences(small, withHeaderCache(64))).isEmpty();
    }

    private static RunningSettings withHeaderCache(int nodes) {
        return new RunningSettings(
                USED.pid(),
                USED.jdk(),
                USED.port(),
                USED.contextPath(),
                USED.container(),
                USED.sizes().withHeaderCacheNodes(nodes),
                USED.nextInstance());
    }

    @Test
    void namesANextInstanceThatIsNotTheOneThatWasAskedFor() {
        assertThat(differences(PLAIN, new ServerPlace(8081, "127.0.0.1:8082"), USED, Limit.of(4096)))
                .containsExactly("next instance: asked 127.0.0.1:8082, used none");
    }

    @Test
    void doesNotExpectVirtualThreadsToHaveALimit() {
        Scenario asked = asked(ThreadKind.VIRTUAL, OptionalInt.of(50));

        assertThat(differences(asked, used(ThreadKind.VIRTUAL, -1, 1000, "25.0.3")))
                .isEmpty();
    }

    @Test
    void doesNotBlameALimitThatItCannotSee() {
        assertThat(differences(PLAIN, ServerPlace.ANY, USED, Limit.NOT_SEEN)).isEmpty();
    }
}
