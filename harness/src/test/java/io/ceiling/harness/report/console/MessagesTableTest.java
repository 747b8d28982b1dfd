package io.ceiling.harness.report.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.harness.report.Fixtures;
import io.ceiling.harness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MessagesTableTest {

    @TempDir
    private Path results;

    private List<String> linesOf(boolean subscribers) throws IOException {
        try (RunFolder folder = RunFolder.create(results, "messages", Clock.systemUTC())) {
            folder.append(Fixtures.result(Fixtures.websocket(), Fixtures.REACHED), List.of());
            if (subscribers) {
                folder.append(Fixtures.broadcastResult(), List.of());
            }
            return MessagesTable.lines(folder.steps());
        }
    }

    @Test
    void beginsWithTheColumnsOfTheExperimentThatItComesFrom() throws IOException {
        List<String> lines = linesOf(true);

        assertThat(lines.get(0)).isEqualTo(Fixtures.broadcast().name());
        assertThat(columns(lines.get(1)))
                .startsWith(
                        "connections", "connected",
                        "avg response ms", "avg size",
                        "messages", "msg/sec",
                        "walltime s", "p50 ms");
    }

    @Test
    void hasARowForEachStepWithWhatWasLost() throws IOException {
        List<String> lines = linesOf(true);

        assertThat(columns(lines.get(2)))
                .startsWith(
                        "4 040", "4 040", "0.5", "1 462", "4 000", "1 990", "2.0", "0.4", "9.0", "15.0", "8.0", "0",
                        "0", "0")
                .endsWith("a load agent used 0.91 processors");
        assertThat(columns(lines.get(3)))
                .startsWith("4 096", "4 046", "0.5", "1 462", "3 990")
                .contains("13")
                .endsWith("50 of 4096 connections were not served");
        assertThat(lines).hasSize(5);
    }

    @Test
    void isEmptyWithoutSubscribers() throws IOException {
        assertThat(linesOf(false)).isEmpty();
    }

    private static List<String> columns(String line) {
        return Arrays.asList(line.strip().split(" {2,}"));
    }
}
