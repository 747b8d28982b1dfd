package io.ceiling.it.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node behind a real ssh, whose host is this one. */
@Tag("side-by-side")
class SshNodesIT {

    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private Sshd sshd;

    @BeforeEach
    void startSshd() throws Exception {
        sshd = Sshd.orSkip(List.of(), "127.0.0.1", folder);
    }

    @AfterEach
    void endSshd() throws Exception {
        if (sshd != null) {
            sshd.close();
        }
    }

    private CeilingProcess ceiling(String... arguments) {
        return CeilingProcess.start(folder, arguments);
    }

    private String node() {
        return "--hosts=sut=" + sshd.command(HOME, "node --servers --most-processes=7");
    }

    private static List<ProcessHandle> nodes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(HOME + "/")
                        && process.info().commandLine().orElse("").contains("--most-processes=7"))
                .toList();
    }

    @Test
    void aServerBehindSshIsMeasured() throws Exception {
        CeilingProcess harness = ceiling(
                "run",
                "--container=tomcat",
                "--connector=nio",
                "--thread-kind=platform",
                "--buffer=default",
                "--threads=default",
                "--slo=20s",
                "--heap=256m",
                "--workload=keep-alive",
                "--nofile=300",
                node(),
                "--results=" + folder.resolve("results"));

        assertThat(harness.exitCode()).as(harness.output() + harness.errors()).isZero();
        assertThat(harness.output()).containsPattern("node sut: servers, host .*, 127\\.0\\.0\\.1, clock ");
        Path run = CeilingsCsv.onlyRun(folder.resolve("results"));
        NamedCsvRecord row = CeilingsCsv.rows(run).get(0);
        assertThat(row.getField("limiting_factor"))
                .as(row.getFields().toString())
                .isEqualTo("server-file-descriptors");
        assertThat(run.resolve("details").resolve("node-sut.log")).exists();
        Awaiting.until("the node has ended", () -> nodes().isEmpty());
    }

    @Tag("all")
    @Test
    void aNodeBehindSshEndsWhatItRunsWhenTheHarnessIsKilled() throws Exception {
        CeilingProcess harness = ceiling(
                "traffic",
                "--container=jetty",
                "--workload=websocket",
                "--connections=60",
                "--idle=100ms..200ms",
                "--time=10m",
                "--heap=128m",
                node(),
                "--results=" + folder.resolve("results"));
        Awaiting.until("traffic runs over all connections", Duration.ofMinutes(2), () -> {
            assertThat(harness.handle().isAlive())
                    .as(harness.output() + harness.errors())
                    .isTrue();
            return harness.output().contains("concurrency: 60, ");
        });
        List<ProcessHandle> started =
                nodes().stream().flatMap(ProcessHandle::descendants).toList();
        assertThat(started).isNotEmpty();

        harness.signal("KILL");

        Awaiting.until("the node has ended", () -> nodes().isEmpty());
        Awaiting.until("its server has ended", () -> started.stream().noneMatch(ProcessHandle::isAlive));
    }
}
