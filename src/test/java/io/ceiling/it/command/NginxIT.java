package io.ceiling.it.command;

import static org.assertj.core.api.Assertions.assertThat;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.harness.container.Containers;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.it.fixture.Awaiting;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.CeilingProcess;
import io.ceiling.it.fixture.CeilingsCsv;
import io.ceiling.it.fixture.StartedServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** nginx with nchan, the reference that publishes by POST: its rows, and its end. */
@Tag("all")
@Tag("side-by-side")
class NginxIT {

    @TempDir
    Path folder;

    private List<String> broadcast(String... more) {
        return Stream.concat(
                        Stream.of(
                                "run",
                                "--results=" + folder.resolve("results"),
                                "--container=nginx",
                                "--connector=nio",
                                "--thread-kind=platform",
                                "--workload=broadcast",
                                "--slo=20s",
                                // Where others use the machine, too, messages come late; none is lost.
                                "--message-slo=20s",
                                "--publish-time=1s"),
                        Stream.of(more))
                .toList();
    }

    /** Two hundred subscribers of twenty channels on two workers, of which three never read. */
    @Test
    void itDeliversEveryMessageToAllThatReadWhateverTheirWorker() throws Exception {
        StartedServer.assumeBuilt(Containers.of("nginx"));

        CeilingCommand ceiling = CeilingCommand.run(broadcast(
                "--threads=2", "--nofile=2048", "--cap=200", "--publish=200", "--identifiers=20", "--slow-every=64"));

        assertThat(ceiling.exitCode()).as(ceiling.output() + ceiling.errors()).isZero();
        List<NamedCsvRecord> rows = CeilingsCsv.rows(CeilingsCsv.onlyRun(folder.resolve("results")));
        assertThat(rows).hasSize(1);
        NamedCsvRecord row = rows.get(0);
        assertThat(row.getField("verdict"))
                .as(row.getField("why") + row.getField("evidence"))
                .isEqualTo("at-least");
        assertThat(row.getField("ceiling_connections")).isEqualTo("200");
        assertThat(row.getField("used_max_threads")).isEqualTo("2");
        assertThat(row.getField("slow_clients")).isEqualTo("3");
        assertThat(row.getField("messages_lost")).isEqualTo("0");
        assertThat(row.getField("messages_duplicated")).isEqualTo("0");
        assertThat(row.getField("messages_out_of_order")).isEqualTo("0");
        assertThat(row.getField("message_bytes_mean")).isEqualTo("1462");
        long published = Long.parseLong(row.getField("messages_published"));
        assertThat(published).isGreaterThan(100);
        // Ten subscribers of each channel.
        assertThat(Long.parseLong(row.getField("messages_due"))).isEqualTo(10 * published);
    }

    @Test
    void withoutItsModuleItIsSkippedInOneLine() throws Exception {
        Path program = Files.writeString(
                folder.resolve("nginx"), "#!/bin/sh\necho configure arguments: --modules-path=/no/modules >&2\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        CeilingProcess without = CeilingProcess.start(
                folder, List.of("env", "PATH=" + folder + ":" + System.getenv("PATH")), broadcast("--dry-run"));
        assertThat(without.exitCode()).as(without.errors()).isEqualTo(ExitCode.COULD_NOT_RUN);
        assertThat(without.output() + without.errors())
                .contains("nginx needs ngx_nchan_module.so in /no/modules, where it is not. Hint: install nchan");
    }

    @Test
    void aRunThatIsKilledLeavesNoNginx() throws Exception {
        StartedServer.assumeBuilt(Containers.of("nginx"));
        CeilingProcess ceiling =
                CeilingProcess.start(folder, List.of(), broadcast("--nofile=2048", "--cap=1000", "--publish=200"));
        Awaiting.until("nginx and its worker", Duration.ofMinutes(1), () -> nginx(ceiling) >= 2);
        List<ProcessHandle> all = ceiling.children();

        ceiling.signal("KILL");

        Awaiting.until("all are gone", Duration.ofSeconds(5), () -> all.stream().noneMatch(ProcessHandle::isAlive));
        // The process that publishes, two shells, and nginx with a worker.
        assertThat(all).hasSizeGreaterThanOrEqualTo(5);
    }

    private static long nginx(CeilingProcess ceiling) {
        return ceiling.children().stream()
                .filter(process -> process.info().command().orElse("").endsWith("/nginx"))
                .count();
    }
}
