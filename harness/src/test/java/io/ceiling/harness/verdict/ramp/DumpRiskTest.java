package io.ceiling.harness.verdict.ramp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.reading.ServerReadings;
import io.ceiling.harness.result.LogFinding;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.verdict.EvidenceRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class DumpRiskTest {

    private static final long MIB = 1 << 20;

    private static ServerReading server(int threads, long heapUsed) {
        return ServerReadings.notSeen()
                .threads(threads)
                .heap(heapUsed, Limit.of(64 * MIB))
                .build();
    }

    @Test
    void aServerInGoodHealthIsDumped() {
        assertThat(DumpRisk.of(server(200, 32 * MIB), List.of(), 1, false)).isEmpty();
    }

    @Test
    void aServerWithoutRoomInItsHeapIsLeftAlone() {
        assertThat(DumpRisk.of(server(200, 60 * MIB), List.of(), 1, false))
                .hasValue("no thread dump of a server with 4 MiB of its heap left");
    }

    @Test
    void aServerWhoseLogNamesItsMemoryIsLeftAlone() {
        LogFinding heap = new LogFinding(LimitingFactor.SERVER_HEAP, 1, EvidenceRows.HEAP, 40, -1);

        assertThat(DumpRisk.of(server(20, 1 * MIB), List.of(heap), 1, false))
                .hasValue("no thread dump of a server whose log names server-heap");
    }

    @Test
    void manyServersAreLeftAlone() {
        assertThat(DumpRisk.of(server(20, 1 * MIB), List.of(), 9, false))
                .hasValue("no thread dump of more than 8 servers");
    }

    /** Over JMX a JVM is asked for some of its threads. */
    @Test
    void manyThreadsAreNotPrinted() {
        assertThat(DumpRisk.of(server(5_000, 1), List.of(), 1, true)).isEmpty();
        assertThat(DumpRisk.of(server(5_001, 1), List.of(), 1, false)).isEmpty();
        assertThat(DumpRisk.of(server(5_001, 1), List.of(), 1, true))
                .hasValue("no thread dump of 5001 threads, all of which the JVM would print");
    }

    @Test
    void virtualThreadsOfVeryManyConnectionsAreNotWritten() {
        assertThat(DumpRisk.virtualThreadsFit(connections(20_000))).isTrue();
        assertThat(DumpRisk.virtualThreadsFit(connections(20_001))).isFalse();
    }

    @Test
    void aServerThatDoesNotReportItsConnectionsHasNoMoreThanDescriptors() {
        assertThat(DumpRisk.virtualThreadsFit(descriptors(20_000))).isTrue();
        assertThat(DumpRisk.virtualThreadsFit(descriptors(20_001))).isFalse();
        assertThat(DumpRisk.virtualThreadsFit(ServerReadings.notSeen().build())).isFalse();
    }

    private static ServerReading connections(long count) {
        return ServerReadings.notSeen()
                .connections(count, Limit.NOT_SEEN)
                .descriptors(30_000, Limit.NOT_SEEN)
                .build();
    }

    private static ServerReading descriptors(long count) {
        return ServerReadings.notSeen().descriptors(count, Limit.NOT_SEEN).build();
    }
}
