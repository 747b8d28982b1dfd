package io.ceiling.harness.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CappedLogTest {

    private static final int MAX_BYTES = 10_000;
    private static final int KEPT_BYTES = 1_000;

    @TempDir
    Path folder;

    private Path log() {
        return folder.resolve("server.log");
    }

    private static void lines(OutputStream out, int from, int to) throws IOException {
        for (int i = from; i < to; i++) {
            out.write("line %04d\n".formatted(i).getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void aLogThatGrowsTooLongKeepsItsBeginningAndItsEndWithOneLineBetween() throws IOException {
        try (CappedLog cap = new CappedLog(log(), MAX_BYTES, KEPT_BYTES);
                OutputStream child =
                        Files.newOutputStream(log(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            lines(child, 0, 900);
            cap.checkSize();
            assertThat(Files.size(log())).isEqualTo(9_000);

            lines(child, 900, 2_000);
            cap.checkSize();
            lines(child, 2_000, 4_000);
            cap.checkSize();
            lines(child, 4_000, 4_001);

            List<String> kept = Files.readAllLines(log());
            assertThat(kept).startsWith("line 0000", "line 0001").endsWith("line 3999", "line 4000");
            assertThat(kept)
                    .filteredOn(line -> line.contains("[ceiling]"))
                    .singleElement()
                    .satisfies(line -> {
                        int left = kept.stream()
                                .filter(other -> other.startsWith("line"))
                                .toList()
                                .size();
                        assertThat(line)
                                .isEqualTo("[ceiling] %d bytes of this log are left out here: it had more than 0 MiB"
                                        .formatted(10 * (4_001 - left)));
                    });
            assertThat(Files.size(log())).isLessThan(3 * KEPT_BYTES);
        }
    }

    @Test
    void aLogThatIsNotThereIsNoError() {
        CappedLog cap = new CappedLog(log(), MAX_BYTES, KEPT_BYTES);

        cap.close();

        assertThat(log()).doesNotExist();
    }
}
