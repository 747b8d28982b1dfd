package io.ceiling.harness.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GaugesFileTest {

    private final Path folder;

    GaugesFileTest(@TempDir Path folder) {
        this.folder = folder;
    }

    @Test
    void countersAreUnseenUntilTheApplicationHasMappedTheFile() throws IOException {
        GaugesFile gauges = GaugesFile.create(folder.resolve("gauges"));

        assertThat(Files.size(gauges.path())).isEqualTo(4096);
        assertThat(gauges.deepestLevel()).isEqualTo(-1);
        assertThat(gauges.recursionLevelsNow()).isEqualTo(-1);
    }

    @Test
    void seesWhatAnotherProcessWrites() throws IOException {
        GaugesFile gauges = GaugesFile.create(folder.resolve("gauges"));
        ByteBuffer written = ByteBuffer.allocate(88).order(ByteOrder.LITTLE_ENDIAN);
        written.put("CEILING1".getBytes(StandardCharsets.US_ASCII));
        for (long value = 101; value <= 110; value++) {
            written.putLong(value);
        }

        try (FileChannel channel = FileChannel.open(gauges.path(), StandardOpenOption.WRITE)) {
            channel.write(written.flip());
        }

        assertThat(gauges.deepestLevel()).isEqualTo(101);
        assertThat(gauges.recursionLevelsNow()).isEqualTo(102);
        assertThat(gauges.channels().messages().published()).isEqualTo(110);
    }

    @Test
    void aNewServerBeginsWithAClearedFile() throws IOException {
        Path path = folder.resolve("gauges");
        Files.writeString(path, "CEILING1CEILING1", StandardCharsets.US_ASCII);

        assertThat(GaugesFile.create(path).deepestLevel()).isEqualTo(-1);
    }
}
