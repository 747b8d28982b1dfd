package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.ForkedServer;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.ServerKind;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./ceiling probe} of several servers that hold its connections together. */
@Tag("side-by-side")
class SeveralServersIT {

    private static final int SERVERS = 3;
    private static final int MAX_CONNECTIONS = 10_000;
    private static final int FEW_DESCRIPTORS = 200;

    private final Probing probing;

    SeveralServersIT(@TempDir Path folder) {
        probing = new Probing(folder);
    }

    private static ForkedServer server(int descriptors) throws Exception {
        return ForkedServer.start(
                ServerKind.TOMCAT_NIO,
                ServerKind.TOMCAT_NIO.war(),
                JavaHomes.running(),
                50,
                MAX_CONNECTIONS,
                List.of("prlimit", "--nofile=%d:%d".formatted(descriptors, descriptors)),
                List.of());
    }

    private static String urls(int... ports) {
        return IntStream.of(ports)
                .mapToObj("http://127.0.0.1:%d/ceiling/"::formatted)
                .collect(Collectors.joining(","));
    }

    @Tag("all")
    @Test
    void theOneWithFewerDescriptorsIsNamedWithItsNumber() throws Exception {
        try (ForkedServer first = server(600);
                ForkedServer second = server(FEW_DESCRIPTORS);
                ForkedServer third = server(600)) {
            NamedCsvRecord row = probing.onlyRow(urls(first.port(), second.port(), third.port()));

            assertThat(row.getField("limiting_factor"))
                    .as(row.getFields().toString())
                    .isEqualTo("server-file-descriptors");
            assertThat(row.getField("evidence")).startsWith("server 2 of 3: 200 of 200 files open");
            assertThat(row.getField("instances")).isEqualTo("3");
            assertThat(row.getField("max_connections")).isEqualTo(Integer.toString(MAX_CONNECTIONS));
            assertThat(row.getField("nofile")).as("it is not the same in all").isEmpty();
            assertThat(Probing.ceiling(row))
                    .isBetween(SERVERS * (FEW_DESCRIPTORS - 80), SERVERS * (FEW_DESCRIPTORS - 10));
            Path run = CeilingsCsv.onlyRun(probing.results());
            List<NamedCsvRecord> instances = CeilingsCsv.rows(run, "instances.csv");
            assertThat(CeilingsCsv.rows(run, "steps.csv")).allSatisfy(step -> assertThat(instances)
                    .filteredOn(each -> each.getField("step").equals(step.getField("step")))
                    .extracting(each -> each.getField("instance"))
                    .containsExactly("1", "2", "3"));
            assertThat(instances)
                    .filteredOn(each -> !each.getField("failures_in_step").equals("0"))
                    .isNotEmpty()
                    .allSatisfy(each -> assertThat(each.getField("instance")).isEqualTo("2"));
            assertThat(probing.environment()).contains("\"targets\" : [", "/ceiling\"");
            assertThat(List.of(first, second, third)).allMatch(ForkedServer::isAlive);
        }
    }

    @Tag("all")
    @Test
    void theOneThatDoesNotAnswerIsNamedWithWhereItsThreadsAre() throws Exception {
        try (OtherJvm first = stuck(false);
                OtherJvm second = stuck(true);
                OtherJvm third = stuck(false)) {
            String urls = "%s,%s,%s".formatted(first.url(), second.url(), third.url());

            CeilingCommand ceiling = probing.run(urls, "--get=/", "--slo=500ms", "--cap=3000");

            assertThat(ceiling.exitCode())
                    .as("it keeps its connections, so that the row is invalid: " + ceiling.errors())
                    .isEqualTo(3);
            assertThat(CeilingsCsv.rows(CeilingsCsv.onlyRun(probing.results()))
                            .get(0)
                            .getField("why"))
                    .contains("1 of 3 servers left connections without an answer: server 2 (")
                    .containsPattern("\\d+ threads client-\\* in Semaphore.acquire called by StuckApplication.serve");
        }
    }

    /** A server that holds any number of connections and, if it forgets permits, stops to answer at 300 requests. */
    private static OtherJvm stuck(boolean forgets) throws Exception {
        return OtherJvm.start(StuckApplication.class, "10000", Boolean.toString(forgets));
    }

    @Test
    void theOneThatCannotBeReachedIsNamedInOneLine() throws Exception {
        // The port of the second is taken, and nobody listens there.
        try (AnyApplication first = new AnyApplication("/");
                Socket bound = new Socket()) {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));

            assertThat(onlyLineOf(first.port(), bound.getLocalPort()))
                    .contains(
                            "server 2 of 2: http://127.0.0.1:%d cannot be reached".formatted(bound.getLocalPort()),
                            "refused");
        }
    }

    @Test
    void twoPortsOfOneProcessAreRefused() throws Exception {
        try (AnyApplication first = new AnyApplication("/");
                AnyApplication second = new AnyApplication("/")) {
            assertThat(onlyLineOf(first.port(), second.port()))
                    .contains(
                            "server 2 of 2: http://127.0.0.1:%d must be a process of its own, but is process %d as server 1 is"
                                    .formatted(
                                            second.port(),
                                            ProcessHandle.current().pid()));
        }
    }

    /** The line of a probe that cannot run, and leaves no folder. */
    private String onlyLineOf(int first, int second) throws InterruptedException {
        CeilingCommand ceiling =
                probing.run("http://127.0.0.1:%d/,http://127.0.0.1:%d/".formatted(first, second), "--get=/");

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isEqualTo(3);
        assertThat(probing.results()).doesNotExist();
        assertThat(ceiling.errors().lines()).hasSize(1);
        return ceiling.errors();
    }
}
