package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** Stock servers under the limits of a Docker container: {@code ceiling probe} has to name each of them. */
@Tag("side-by-side")
@Tag("all")
class ContainerLimitsIT {

    private static final long MEMORY_BYTES = 256L << 20;
    private static final int PIDS = 200;
    private static final int DESCRIPTORS = 1024;

    /** More threads than a server of 200 for requests makes, which it does for a burst: or it would be told by 200 of the container. */
    private static final int PLENTY_OF_PIDS = 1000;

    private static final StockImage.Limits DESCRIPTORS_ALONE =
            new StockImage.Limits(MEMORY_BYTES, PLENTY_OF_PIDS, DESCRIPTORS);
    /** More descriptors than the memory can hold connections. */
    private static final StockImage.Limits MEMORY_ALONE = new StockImage.Limits(MEMORY_BYTES, PLENTY_OF_PIDS, 15_000);

    private static final StockImage.Limits ALL = new StockImage.Limits(MEMORY_BYTES, PIDS, DESCRIPTORS);

    /** All at once, for a request that takes a descriptor, a thread and memory: fewest descriptors, then threads. */
    private static final StockImage.Limits ONE_AFTER_THE_OTHER = new StockImage.Limits(MEMORY_BYTES, 600, 300);

    /** More than any of those limits lets it have. */
    private static final String MANY_THREADS =
            "sed -i 's/port=\"8080\"/port=\"8080\" maxThreads=\"3000\"/' conf/server.xml && exec catalina.sh run";

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsAnEngine() {
        boolean there = DockerClientFactory.instance().isDockerAvailable();
        if (!there) {
            System.out.println(
                    "ContainerLimitsIT is skipped: no Docker engine answers at DOCKER_HOST or the usual socket");
        }
        Assumptions.assumeTrue(there, "no Docker engine answers at DOCKER_HOST or the usual socket");
    }

    private NamedCsvRecord probe(GenericContainer<?> container, String... options) throws Exception {
        Long pid = container.getCurrentContainerInfo().getState().getPidLong();
        return rowOf(
                container,
                Stream.concat(Stream.of("--pid=" + pid), Stream.of(options)).toArray(String[]::new));
    }

    private Path resultsOf(GenericContainer<?> container) {
        return folder.resolve(container.getContainerId());
    }

    private NamedCsvRecord rowOf(GenericContainer<?> container, String... options) throws Exception {
        Path results = resultsOf(container);
        String url = "http://127.0.0.1:%d/ceiling/".formatted(container.getMappedPort(StockImage.PORT));
        CeilingCommand ceiling =
                CeilingCommand.run(Stream.concat(Stream.of("probe", url, "--results=" + results), Stream.of(options))
                        .toArray(String[]::new));
        System.out.println(ceiling.output());
        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        return CeilingsCsv.rows(CeilingsCsv.onlyRun(results)).get(0);
    }

    @ParameterizedTest
    @EnumSource(StockImage.class)
    void namesTheDescriptors(StockImage image) throws Exception {
        try (GenericContainer<?> container = image.container(DESCRIPTORS_ALONE, "")) {
            container.start();

            NamedCsvRecord row = probe(container, "--workload=keep-alive");

            assertThat(row.getField("limiting_factor"))
                    .as(row.getFields().toString())
                    .isEqualTo("server-file-descriptors");
            assertThat(row.getField("evidence")).contains("of " + DESCRIPTORS);
        }
    }

    @Test
    void theProxyOfAPublishedPortIsNotTakenForTheServer() throws Exception {
        try (GenericContainer<?> container = StockImage.TOMCAT.container(DESCRIPTORS_ALONE, "")) {
            container.start();

            NamedCsvRecord row = rowOf(container, "--workload=keep-alive", "--max-connections=50");

            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(CeilingProcess.read(
                            CeilingsCsv.onlyRun(resultsOf(container)).resolve("environment.json")))
                    .contains("its process (docker-proxy listens on port");
        }
    }

    /** Both servers allow 200 threads for requests, which with their own are more than the container has. */
    @ParameterizedTest
    @EnumSource(StockImage.class)
    void namesTheThreads(StockImage image) throws Exception {
        try (GenericContainer<?> container = image.container(ALL, "")) {
            container.start();

            NamedCsvRecord row = probe(container, "--workload=recursive");

            assertThat(row.getField("limiting_factor"))
                    .as(row.getFields().toString())
                    .isEqualTo("server-native-threads");
            assertThat(row.getField("evidence")).contains("pids.max of the cgroup is " + PIDS);
        }
    }

    /**
     * A heap that may grow beyond the container ends the JVM, or what it can do, not the heap. Of each server the connections that take most: the
     * engine's proxy of a published port has six descriptors for each, and ends when it has no more.
     */
    @ParameterizedTest
    @EnumSource(StockImage.class)
    void namesTheMemory(StockImage image) throws Exception {
        try (GenericContainer<?> container = image.container(MEMORY_ALONE, "-Xmx1g")) {
            container.start();

            String workload = image == StockImage.TOMCAT ? "websocket" : "keep-alive";
            NamedCsvRecord row = probe(container, "--workload=" + workload, "--max-connections=3000");

            assertThat(row.getField("limiting_factor"))
                    .as(row.getFields().toString())
                    .isEqualTo("server-memory");
            // The server is gone, or lives on and answers nobody, so that the ramp cannot close in: what it saw is in
            // the reason.
            assertThat(row.getField("why"))
                    .contains("cgroup limit 256 MiB")
                    .containsPattern("Memory cgroup out of memory|the kernel had dropped pages of its program");
        }
    }

    /** So a user finds the limits of a container: raise the one that is named, and nothing else. */
    @Test
    void namesTheNextLimitWhenTheNamedOneIsRaised() throws Exception {
        StockImage.Limits moreDescriptors =
                new StockImage.Limits(ONE_AFTER_THE_OTHER.memoryBytes(), ONE_AFTER_THE_OTHER.pids(), 15_000);
        StockImage.Limits moreThreads = new StockImage.Limits(moreDescriptors.memoryBytes(), 10_000, 15_000);

        NamedCsvRecord first = held(ONE_AFTER_THE_OTHER);
        NamedCsvRecord second = held(moreDescriptors);
        NamedCsvRecord third = held(moreThreads);

        assertThat(List.of(first, second, third))
                .extracting(row -> row.getField("limiting_factor"))
                .containsExactly("server-file-descriptors", "server-native-threads", "server-memory");
        assertThat(said(first)).contains("300 of 300 descriptors open");
        assertThat(said(second)).contains("pids.max of the cgroup is 600");
        assertThat(said(third)).contains("cgroup limit 256 MiB");
    }

    /** A server that is harmed by its limit is no ceiling: what it saw is in the reason then. */
    private static String said(NamedCsvRecord row) {
        return row.getField("evidence") + row.getField("why");
    }

    private NamedCsvRecord held(StockImage.Limits limits) throws Exception {
        try (GenericContainer<?> container = StockImage.TOMCAT
                .container(limits, "-Xmx1g -Dceiling.hold.seconds=20")
                .withCommand("sh", "-c", MANY_THREADS)) {
            container.start();

            return probe(container, "--workload=hold-blocking", "--max-connections=3000");
        }
    }
}
