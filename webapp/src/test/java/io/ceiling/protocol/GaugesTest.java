package io.ceiling.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GaugesTest {

    @Test
    void keepsEachCounterInItsSlotOfTheFile(@TempDir Path directory) throws Exception {
        Path file = Files.write(directory.resolve("gauges"), new byte[4096]);
        Gauges gauges = Gauges.inFile(file);

        gauges.raise(Gauge.DEEPEST_LEVEL, 9_990);
        gauges.increment(Gauge.LEVELS_IN_FLIGHT);
        gauges.increment(Gauge.BLOCKING_HOLDS);
        gauges.increment(Gauge.BLOCKING_HOLDS);
        gauges.decrement(Gauge.ASYNC_HOLDS);
        gauges.increment(Gauge.UPPER_SESSIONS);
        gauges.increment(Gauge.LENGTH_ANSWERS);
        gauges.increment(Gauge.UPPER_ANSWERS);
        gauges.increment(Gauge.SUBSCRIPTIONS);
        for (int i = 0; i < 300; i++) {
            gauges.increment(Gauge.REFUSALS);
        }

        byte[] bytes = Files.readAllBytes(file);
        assertThat(new String(bytes, 0, 8, StandardCharsets.US_ASCII)).isEqualTo("CEILING1");
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Long> slots = new ArrayList<>();
        for (int slot = 1; slot <= 10; slot++) {
            slots.add(buffer.getLong(8 * slot));
        }
        assertThat(slots).containsExactly(9_990L, 1L, 2L, -1L, 1L, 1L, 1L, 1L, 300L, 0L);
    }

    @Test
    void beginsAtZeroWhateverTheFileHeld(@TempDir Path directory) throws Exception {
        byte[] old = new byte[4096];
        old[8] = 7;
        Path file = Files.write(directory.resolve("gauges"), old);

        assertThat(Gauges.inFile(file).value(Gauge.DEEPEST_LEVEL)).isZero();
    }

    @Test
    void neverLowersARecord() {
        Gauges gauges = Gauges.inMemory();

        gauges.raise(Gauge.DEEPEST_LEVEL, 5);
        gauges.raise(Gauge.DEEPEST_LEVEL, 3);

        assertThat(gauges.value(Gauge.DEEPEST_LEVEL)).isEqualTo(5);
    }

    @Test
    void losesNoCountOfConcurrentThreads() throws Exception {
        Gauges gauges = Gauges.inMemory();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 10_000; i++) {
                    gauges.increment(Gauge.LENGTH_ANSWERS);
                }
            });
            thread.start();
            threads.add(thread);
        }

        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(gauges.value(Gauge.LENGTH_ANSWERS)).isEqualTo(40_000);
    }

    @Test
    void refusesAFileThatIsMissingOrTooShort(@TempDir Path directory) throws Exception {
        Path shortFile = Files.write(directory.resolve("short"), new byte[4095]);

        assertThatThrownBy(() -> Gauges.inFile(shortFile))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("at least 4096 bytes");
        assertThatThrownBy(() -> Gauges.inFile(directory.resolve("missing"))).isInstanceOf(IllegalStateException.class);
    }
}
