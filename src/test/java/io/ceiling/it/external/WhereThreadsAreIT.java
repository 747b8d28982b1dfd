package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.JavaHomes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application without beans, whose limits only the stacks of its threads show: each must get its name. */
@Tag("all")
@Tag("waiting")
class WhereThreadsAreIT {

    @TempDir
    Path folder;

    private NamedCsvRecord probe(Path jdk, String threads, String path, int most) throws Exception {
        try (OtherJvm server = OtherJvm.start(jdk, List.of("-Xmx256m"), WaitingApplication.class, threads)) {
            return new Probing(folder).onlyRow(server.url(), "--get=" + path, "--cap=" + most, "--slo=1200ms");
        }
    }

    private static void assertNamed(NamedCsvRecord row, String factor, String... words) {
        assertThat(row.getField("limiting_factor")).as(row.getField("evidence")).isEqualTo(factor);
        assertThat(row.getField("evidence")).contains(words);
    }

    private String threadsFile() throws IOException {
        try (Stream<Path> files =
                Files.list(CeilingsCsv.onlyRun(folder.resolve("results")).resolve("details"))) {
            Path only = files.filter(file -> file.getFileName().toString().matches("threads-.*\\.txt"))
                    .reduce((one, other) -> {
                        throw new AssertionError("more than one: " + one + ", " + other);
                    })
                    .orElseThrow();
            return CeilingProcess.read(only);
        }
    }

    @Test
    void namesThePoolOfTheApplicationAndWhoBorrows() throws Exception {
        NamedCsvRecord row = probe(JavaHomes.running(), "200", "/pool", 30);

        assertNamed(
                row,
                "application-pool",
                "http-shop-exec-*",
                "in HikariPool.getConnection",
                "called by WaitingApplication.listOrders");
        assertThat(threadsFile()).contains("http-shop-exec-*: ", "in HikariPool.getConnection");
    }

    @Test
    void namesTheLockOfTheApplicationAndItsOwner() throws Exception {
        NamedCsvRecord row = probe(JavaHomes.running(), "200", "/lock", 30);

        assertNamed(
                row,
                "application-lock",
                "wait for the lock java.lang.Object@",
                "in WaitingApplication.reserve; owner: http-shop-exec-");
    }

    @Test
    void namesTheServerThatTheApplicationCalls() throws Exception {
        NamedCsvRecord row = probe(JavaHomes.running(), "200", "/upstream", 30);

        assertNamed(row, "upstream", "called by WaitingApplication.askPrice");
    }

    @Test
    void namesTheRequestThreadsWithoutABean() throws Exception {
        NamedCsvRecord row = probe(JavaHomes.running(), "20", "/sleep", 60);

        assertNamed(
                row, "server-threads", "20 of 20 threads http-shop-exec-* in requests", "none idle", "Thread.sleep");
    }

    @Test
    void namesTheCarriersThatVirtualThreadsDoNotLeave() throws Exception {
        Optional<Path> jdk = JavaHomes.newestWithVirtualThreads().filter(home -> JavaHomes.feature(home) >= 24);
        assumeTrue(jdk.isPresent(), "no JDK of 24 or later, which counts the virtual threads that wait for a carrier");

        // There is a carrier for each processor, and twelve after the other are in time.
        int most = 16 * Runtime.getRuntime().availableProcessors();
        NamedCsvRecord row = probe(jdk.get(), WaitingApplication.VIRTUAL, "/pinned", most);

        assertNamed(row, "pinned-carriers", "carriers occupied", "called by WaitingApplication");
    }

    @Test
    void namesThePoolThatVirtualThreadsWaitFor() throws Exception {
        Optional<Path> jdk = JavaHomes.newestWithVirtualThreads();
        assumeTrue(jdk.isPresent(), "no JDK with virtual threads");

        NamedCsvRecord row = probe(jdk.get(), WaitingApplication.VIRTUAL, "/pool", 30);

        assertNamed(row, "application-pool", "HikariPool.getConnection", "WaitingApplication.listOrders");
    }
}
