package io.ceiling.it.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import de.siegmar.fastcsv.reader.NamedCsvRecord;
import io.ceiling.it.fixture.CeilingCommand;
import io.ceiling.it.fixture.JavaHomes;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose only thread uses one whole processor, on a machine that has more. */
@Tag("all")
class OneThreadIT {

    /** Other work on the host has more than a quarter of a processor. */
    private static final Pattern OTHERS = Pattern.compile(
            "host-cpu, [0-9.]+ of [0-9]+ processors were busy: (0\\.[3-9][0-9]|[1-9][0-9.]*) with other processes");

    @TempDir
    Path folder;

    @Test
    void namesTheProcessorsAndTheThreadThatFillsOne() throws Exception {
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "one processor is all that this machine has");
        try (OtherJvm server = OtherJvm.start(JavaHomes.running(), List.of(), OneThreadServer.class)) {
            Probing probing = new Probing(folder);
            CeilingCommand probe = probing.run(server.url(), "--get=/", "--cap=6000");
            assumeFalse(OTHERS.matcher(probe.output()).find(), "the host was busy, and the row is invalid");
            NamedCsvRecord row = probing.rowsOf(probe).get(0);

            assertThat(row.getField("limiting_factor"))
                    .as(row.getField("evidence"))
                    .isEqualTo("server-cpu");
            assertThat(row.getField("evidence")).startsWith("thread \"" + OneThreadServer.THREAD + "\" used ");
            assertThat(row.getField("relief")).contains("more threads or processes");
        }
    }
}
