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
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** A stock Tomcat under the limits of a Docker container: {@code ceiling probe} has to name each of them. */
@Tag("waiting")
@Tag("all")
class ContainerLimitsIT {

    private static final long MEMORY_BYTES = 256L << 20;
    /** More threads than a server of 200 for requests makes, which it does for a burst. */
    private static final StockImage.Limits ROOMY = new StockImage.Limits(MEMORY_BYTES, 1000, 1024);

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

    @Test
    void theServerBehindTheProxyOfAPublishedPortIsFound() throws Exception {
        try (GenericContainer<?> container = StockImage.container(ROOMY, "")) {
            container.start();

            NamedCsvRecord row = rowOf(container, "--workload=keep-alive", "--cap=50");

            assertThat(row.getField("verdict")).isEqualTo("at-least");
            assertThat(CeilingProcess.read(
                            CeilingsCsv.onlyRun(resultsOf(container)).resolve("environment.json")))
                    .doesNotContain("docker-proxy")
                    .contains("\"pid\" : "
                            + container.getCurrentContainerInfo().getState().getPidLong());
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
        assertThat(said(first)).contains("300 of 300 files open");
        assertThat(said(second)).contains("pids.max of the cgroup is 600");
        assertThat(said(third)).contains("cgroup limit 256 MiB");
    }

    /** A server that is harmed by its limit is no ceiling: what it saw is in the reason then. */
    private static String said(NamedCsvRecord row) {
        return row.getField("evidence") + row.getField("why");
    }

    private NamedCsvRecord held(StockImage.Limits limits) throws Exception {
        try (GenericContainer<?> container = StockImage.container(limits, "-Xmx1g -Dceiling.hold.seconds=20")
                .withCommand("sh", "-c", MANY_THREADS)) {
            container.start();

            return probe(container, "--workload=hold-blocking", "--cap=3000");
        }
    }
}
