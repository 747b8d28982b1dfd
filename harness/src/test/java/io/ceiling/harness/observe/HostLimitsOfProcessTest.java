package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.CannedFiles;
import io.ceiling.harness.os.CgroupReader;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.HostLimitsFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostLimitsOfProcessTest {

    private final Path proc;

    HostLimitsOfProcessTest(@TempDir Path proc) throws IOException {
        this.proc = proc;
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/net"), Path.of("net:[4026531840]"));
        process(17, 4_026_531_840L);
        process(42, 4_026_532_310L);
    }

    private void process(long pid, long namespace) throws IOException {
        new CannedFiles(proc)
                .with(
                        pid + "/limits",
                        "Max processes             4000                 4000                 processes ");
        Files.createDirectories(proc.resolve(pid + "/ns"));
        Files.createSymbolicLink(proc.resolve(pid + "/ns/net"), Path.of("net:[%d]".formatted(namespace)));
    }

    @Test
    void settingsOfAnotherNamespaceAreNotSeen() {
        HostLimits host = HostLimitsFixture.limits(
                HostLimitsFixture.descriptors(20_000, 20_000),
                HostLimitsFixture.threads(1000, 1000, 1000, 7),
                HostLimitsFixture.cgroup(1000, 77),
                HostLimitsFixture.network(28_232, 4096, 1 << 30, 1024),
                24L << 30,
                2L << 30);
        CgroupReader cgroup = new CgroupReader(proc, List.of());

        assertThat(HostLimitsProbe.ofProcess(proc, 17, cgroup, host).network()).isEqualTo(host.network());
        assertThat(HostLimitsProbe.ofProcess(proc, 42, cgroup, host).network())
                .isEqualTo(HostLimitsFixture.network(-1, -1, 1 << 30, 1024));
        assertThat(HostLimitsProbe.ofProcess(proc, 42, cgroup, host).nproc()).isEqualTo(Limit.of(4000));
    }
}
