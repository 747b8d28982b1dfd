package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.os.CannedFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolConnectionsProbeTest {

    @TempDir
    Path proc;

    @Test
    void aHostHasManySocketsIfThoseInUseAndThoseThatWaitForTheirEndAreMany() {
        assertThat(ToolConnectionsProbe.hostHasMany(proc)).isFalse();
        assertThat(many(100_000, 50_000, 50_000)).isFalse();
        assertThat(many(100_000, 50_000, 50_001)).isTrue();
        assertThat(many(600_000, 0, 0)).isTrue();
    }

    private boolean many(int inUse, int closed, int ofIpv6) {
        new CannedFiles(proc)
                .with(
                        "net/sockstat",
                        "sockets: used 7",
                        "TCP: inuse %d orphan 0 tw %d alloc 9 mem 1".formatted(inUse, closed))
                .with("net/sockstat6", "TCP6: inuse %d".formatted(ofIpv6));
        return ToolConnectionsProbe.hostHasMany(proc);
    }
}
